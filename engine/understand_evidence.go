package engine

import (
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/verify"
)

// documentContext is the document as a whole, against which its values are judged.
type documentContext struct {
	calibrate.Document
	text string // words with single spaces
}

func contextOf(lay *layout.Layout, kind result.DocumentType, certainty float64) documentContext {
	var sb strings.Builder
	for _, s := range lay.Segments {
		for _, w := range s.Words {
			sb.WriteString(w)
			sb.WriteByte(' ')
		}
	}
	return documentContext{
		Document: calibrate.Document{
			Type: string(kind), Certainty: certainty, Pages: len(lay.Pages), Legibility: meanLegibility(lay),
			Doubtful: doubtful(lay),
		},
		text: sb.String(),
	}
}

func (b *documentContext) add(set *value.Set, outcomes []verify.Outcome) {
	for _, o := range outcomes {
		if o.Passed {
			b.Passed++
		} else {
			b.Failed++
		}
	}
	b.Scalars, b.Rows = 0, len(set.Lists["lineItems"])
	t := schema.Of(schema.DocumentType(b.Type))
	for name := range set.Scalars {
		if t.Trained(name) {
			b.Scalars++
		}
	}
}

// mostPrinted bounds the count of a text that stands all over a document.
const mostPrinted = 5

// evidence tells what speaks for a value but for its checks.
func (b *documentContext) evidence(path string, v value.Value, set *value.Set) calibrate.Evidence {
	e := calibrate.Evidence{
		Path: path, Score: v.Score, Lead: v.Lead, Legibility: v.Legibility, Clarity: v.Clarity, Odd: calibrate.Oddness(v.Raw),
		Length: len(v.Raw), Words: 1 + strings.Count(v.Raw, " "),
		Y: v.Box.CenterY(), Document: b.Document,
	}
	if e.Clarity == 0 {
		e.Clarity = v.Legibility
	}
	if v.Raw != "" {
		e.Printed = min(mostPrinted, strings.Count(b.text, v.Raw))
	}
	if list, rest, ok := strings.Cut(path, "."); ok {
		index, _, _ := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(index); err == nil && i < len(set.Lists[list]) {
			e.Members = len(set.Lists[list][i])
		}
	}
	return e
}

// doubtful gives the share of words that text recognition believes to be wrong
// rather than right.
func doubtful(lay *layout.Layout) float64 {
	n, all := 0, 0
	for _, s := range lay.Segments {
		for i := range s.Tokens {
			all++
			if s.Tokens[i].Confidence < 0.5 {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, all))
}

package extract

import (
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
)

type documentContext struct {
	calibrate.Document
	lay    *layout.Layout
	text   string // words joined by single spaces
	rivals rivals
	unused []float64 // by line item; see unusedWords
}

func contextOf(doc *annotate.Document, kind result.DocumentType, certainty float64) documentContext {
	lay := doc.Layout
	var sb strings.Builder
	for _, s := range lay.Segments {
		for _, w := range s.Words {
			sb.WriteString(w)
			sb.WriteByte(' ')
		}
	}
	known, labeled := lexiconShares(doc)
	return documentContext{
		lay: lay, rivals: rivalsIn(doc),
		Document: calibrate.Document{
			Known: known, Labeled: labeled,
			Type: string(kind), Certainty: certainty, Pages: len(lay.Pages), Legibility: meanLegibility(lay),
			Doubtful: doubtful(lay),
		},
		text: sb.String(),
	}
}

func (b *documentContext) add(set *value.Set, outcomes []validate.CheckResult) {
	for _, o := range outcomes {
		if o.Passed {
			b.Passed++
		} else {
			b.Failed++
		}
	}
	b.Scalars, b.Rows = 0, len(set.Lists["lineItems"])
	b.MissingKeys = missingKeys(b.Type, set)
	b.unused = unusedWords(b.lay, set.Lists["lineItems"])
	t := schema.Of(schema.DocumentType(b.Type))
	for name := range set.Scalars {
		if t.Trained(name) {
			b.Scalars++
		}
	}
}

const maxPrinted = 5

// evidence returns the evidence for a value, except the results of its checks.
func (b *documentContext) evidence(path string, v value.Value, set *value.Set) calibrate.Evidence {
	e := calibrate.Evidence{
		Path: path, Score: v.Score, Lead: v.Lead, Legibility: v.Legibility, Clarity: v.Clarity, Odd: calibrate.Oddness(v.Raw),
		Length: len(v.Raw), Words: 1 + strings.Count(v.Raw, " "),
		Y: v.Box.CenterY(), Document: b.Document,
		Rivals: calibrate.Unknown, Opposite: opposite(path, set), Unused: calibrate.Unknown,
	}
	if f, ok := schema.Find(fieldOf(path)); ok {
		e.Rivals = b.rivals.count(f.Form, v.Value)
	}
	if e.Clarity == 0 {
		e.Clarity = v.Legibility
	}
	if v.Raw != "" {
		e.Printed = min(maxPrinted, strings.Count(b.text, v.Raw))
	}
	if list, rest, ok := strings.Cut(path, "."); ok {
		index, _, _ := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(index); err == nil && i < len(set.Lists[list]) {
			e.Members = len(set.Lists[list][i])
			if list == "lineItems" && i < len(b.unused) {
				e.Unused = b.unused[i]
			}
		}
	}
	return e
}

func meanLegibility(lay *layout.Layout) float64 {
	sum, n := 0.0, 0
	for _, s := range lay.Segments {
		for i := range s.Tokens {
			sum += s.Tokens[i].Confidence
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// doubtful is the share of words whose OCR confidence is below one half.
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

// fieldOf returns a path without its row index.
func fieldOf(path string) string {
	list, rest, ok := strings.Cut(path, ".")
	if !ok {
		return path
	}
	_, member, _ := strings.Cut(rest, ".")
	return list + "." + member
}

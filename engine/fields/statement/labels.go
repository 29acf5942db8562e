package statement

import (
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// bankWords are the words of the phrases of statements.
//
//nolint:gochecknoglobals // built once, then only read
var bankWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	lexicon.StatementLabels().Each(func(phrase string) {
		for w := range strings.FieldsSeq(phrase) {
			words[w] = true
		}
	})
	return words
})

// readAsBank adds the labels of statements to those already found. Of two that cover the same words the longer one
// remains, or else the bank's. In rows of the ledger only balances are labels, because the rest is free text. Its
// headings are not labels.
func (r *finder) readAsBank() {
	var all []*annotate.Label
	for _, s := range r.Layout.Segments {
		r.readSigns(s)
		row := s.Page.Rows[s.Row]
		var hits []*annotate.Label
		if !r.headsLedger(row) { // "Closing balance" may head a column
			hits = slices.Clone(r.LabelsIn[s])
			for _, h := range r.bankHits(s) {
				if h.Sums() || !r.isHeadingRow(row) && !r.isDatedRow(row) {
					hits = overlay(hits, h)
				}
			}
		}
		r.LabelsIn[s] = hits
		all = append(all, hits...)
	}
	r.Labels = all
}

// overlay replaces the labels that a bank's label overlaps, unless one of them covers more words.
func overlay(hits []*annotate.Label, h *annotate.Label) []*annotate.Label {
	kept := make([]*annotate.Label, 0, len(hits)+1)
	for _, o := range hits {
		if o.Last < h.First || o.First > h.Last {
			kept = append(kept, o)
			continue
		}
		if o.Last-o.First > h.Last-h.First {
			return hits
		}
	}
	at := slices.IndexFunc(kept, func(o *annotate.Label) bool { return o.First > h.Last })
	if at < 0 {
		at = len(kept)
	}
	return slices.Insert(kept, at, h)
}

func (r *finder) bankHits(s *layout.Segment) []*annotate.Label {
	words, token := s.Folded()
	words = bankCorrected(s, words, token)
	var out []*annotate.Label
	for i := 0; i < len(words); {
		terms, n := bankPhrase(words[i:], token, i)
		h := r.bankHit(s, words, token, i, n, terms)
		if h == nil {
			i++
			continue
		}
		out = append(out, h)
		i += n
	}
	return out
}

// bankNear finds similar words in the lexicon of banks.
//
//nolint:gochecknoglobals // built once, then only read
var bankNear = sync.OnceValue(func() *ocrconfusion.Index { return ocrconfusion.NewIndex(bankWords()) })

// bankCorrected replaces folded words with one misread letter by the only word of the banks' lexicon that matches.
func bankCorrected(s *layout.Segment, words []string, token []int) []string {
	out := words
	for i, w := range words {
		if s.Tokens[token[i]].Source != document.SourceOCR || annotate.AllDigitsWord(w) {
			continue
		}
		right, ok := bankNear().Nearest(w)
		if !ok || right == w {
			continue
		}
		if len(out) > 0 && &out[0] == &words[0] {
			out = slices.Clone(words)
		}
		out[i] = right
	}
	return out
}

// bankPhrase returns the longest phrase at index i that covers whole words of the page.
func bankPhrase(words []string, token []int, i int) ([]lexicon.Term, int) {
	if i > 0 && token[i] == token[i-1] {
		return nil, 0
	}
	terms, _, n := lexicon.StatementLabels().Longest(words, token[i:])
	return terms, n
}

func (r *finder) bankHit(
	s *layout.Segment, words []string, token []int, i, n int, terms []lexicon.Term,
) *annotate.Label {
	if n == 0 {
		return nil
	}
	h := &annotate.Label{Segment: s, First: token[i], Last: token[i+n-1], Terms: terms,
		Phrase: strings.Join(words[i:i+n], " ")}
	h.Opens = h.First == 0 || annotate.OnlyMarks(s.Words[:h.First]) || annotate.OnlyDirt(s.Tokens[:h.First]) ||
		r.hasOnlyDatesBefore(s, h.First)
	h.Colon = strings.HasSuffix(s.Words[h.Last], ":") || h.Last+1 < len(s.Words) &&
		strings.HasPrefix(s.Words[h.Last+1], ":")
	if n == 1 && !h.Opens {
		return nil // a plain word within a line is not a label
	}
	_, start := h.As(lexicon.PeriodStart)
	_, end := h.As(lexicon.PeriodEnd)
	if (start || end) && !r.isAloneOrDated(h) {
		return nil
	}
	return h
}

// hasOnlyDatesBefore reports whether only dates precede a word, as before a balance in the ledger.
func (r *finder) hasOnlyDatesBefore(s *layout.Segment, end int) bool {
	next := 0
	for _, d := range r.Spans[s].Dates {
		if d.First != next {
			break
		}
		next = d.Last + 1
	}
	return next > 0 && next == end
}

// isAloneOrDated reports whether a label fills its segment or is followed by a date.
func (r *finder) isAloneOrDated(h *annotate.Label) bool {
	rest := h.Last + 1
	for rest < len(h.Segment.Words) && recognize.Compact(h.Segment.Words[rest]) == "" {
		rest++
	}
	if rest == len(h.Segment.Words) {
		return h.Opens
	}
	return slices.ContainsFunc(r.Spans[h.Segment].Dates, func(d recognize.Date) bool { return d.First == rest })
}

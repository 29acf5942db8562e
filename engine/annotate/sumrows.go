package annotate

import (
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// SumRow reports whether a row opens with the label of a sum.
func (r *Document) SumRow(row *layout.Row) bool {
	if r.sumHeadings(row) {
		return true
	}
	numbers := 0
	for _, s := range row.Segments {
		numbers += len(r.Spans[s].Amounts)
	}
	for _, s := range row.Segments {
		for _, h := range r.LabelsIn[s] {
			if !h.Opens || r.wordsBehind(h) > 2 {
				continue
			}
			for _, t := range h.Terms {
				if SumLike(t.Role) && t.Weight > 0.5 && (numbers > 0 || h.Colon) && (t.Weight > 0.7 || !r.GoesOn(h)) {
					return true
				}
			}
		}
		if len(r.Spans[s].Amounts) > 0 {
			return false
		}
	}
	return false
}

// wordsBehind counts the words of a segment behind a label, an amount as one.
func (r *Document) wordsBehind(h *Label) int {
	n := len(h.Segment.Words) - 1 - h.Last
	for _, a := range r.Spans[h.Segment].Amounts {
		if a.First > h.Last {
			n -= a.Last - a.First
		}
	}
	return n
}

// GoesOn reports whether a word that is no label follows a label: "base" opens
// the name of a "base station".
func (r *Document) GoesOn(h *Label) bool {
	next := h.Last + 1
	if h.Colon || next >= len(h.Segment.Words) || !HasLetters(h.Segment.Words[next:next+1]) {
		return false
	}
	if _, currency := recognize.Currency(h.Segment.Words[next]); currency {
		return false
	}
	return !slices.ContainsFunc(r.LabelsIn[h.Segment], func(o *Label) bool { return o.First > h.Last })
}

// sumHeadings reports whether a row holds labels of sums side by side, whose
// amounts stand in the row under it.
func (r *Document) sumHeadings(row *layout.Row) bool {
	labels := 0
	for _, s := range row.Segments {
		for _, a := range r.Spans[s].Amounts {
			if !a.Percent {
				return false
			}
		}
		for _, h := range r.LabelsIn[s] {
			if h.Opens && slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool { return SumLike(t.Role) }) {
				labels++
				break
			}
		}
	}
	return labels >= 2 && labels*2 > len(row.Segments)
}

// SumLike reports whether a role ends an item table.
func SumLike(r lexicon.Role) bool {
	switch r {
	case lexicon.Subtotal, lexicon.Total, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountDue, lexicon.AmountPaid:
		return true
	}
	return false
}

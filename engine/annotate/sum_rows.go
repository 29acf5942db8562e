package annotate

import (
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// SumRow reports whether a row opens with the label of a sum, or has one next to a note.
func (r *Document) SumRow(row *layout.Row) bool {
	if r.sumHeadings(row) || r.underSumHeadings(row) || r.sumBesideNote(row) {
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

// sumBesideNote reports whether a row ends with the full label of a sum and its amount. Notes left of sums may have
// numbers ("Sort code 20-45-77", "1.5 % a month").
func (r *Document) sumBesideNote(row *layout.Row) bool {
	const certain = 0.5
	n := len(row.Segments)
	if n < 3 || len(r.Spans[row.Segments[n-1]].Amounts) != 1 || HasLetters(row.Segments[n-1].Words) {
		return false
	}
	label := row.Segments[n-2]
	return slices.ContainsFunc(r.LabelsIn[label], func(h *Label) bool {
		return h.Opens && h.Last == len(label.Words)-1 && slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
			return (t.Role == lexicon.Subtotal || t.Role == lexicon.Total || t.Role == lexicon.AmountDue) && t.Weight > certain
		})
	})
}

// wordsBehind counts the words after a label in its segment, an amount as one.
func (r *Document) wordsBehind(h *Label) int {
	n := len(h.Segment.Words) - 1 - h.Last
	for _, a := range r.Spans[h.Segment].Amounts {
		if a.First > h.Last {
			n -= a.Last - a.First
		}
	}
	return n
}

// GoesOn reports whether an ordinary word follows a label: "base" opens the name of a "base station".
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

// underSumHeadings reports whether a row has only numbers, which are the amounts of labels of sums above.
func (r *Document) underSumHeadings(row *layout.Row) bool {
	const nearest = 2.5 // heights of print
	first := row.Segments[0]
	if len(row.Segments) < 2 || first.Row == 0 {
		return false
	}
	for _, s := range row.Segments {
		if len(r.Spans[s].Amounts) != 1 || HasLetters(withoutCurrency(s.Words)) {
			return false
		}
	}
	above := first.Page.Rows[first.Row-1]
	return row.Box.Y0-above.Box.Y1 < nearest*row.Box.Height() && r.sumHeadings(above)
}

func withoutCurrency(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		_, ok := recognize.Currency(w)
		return ok
	})
}

// noteWords is the minimum number of words of a note left of sums.
const noteWords = 5

// sumHeadings reports whether a row holds labels of sums side by side, whose amounts are in the row below. Notes,
// which may hold amounts, may be left of them.
func (r *Document) sumHeadings(row *layout.Row) bool {
	labels, beside := 0, row.Segments
	for len(beside) > 0 && len(beside[0].Words) >= noteWords {
		beside = beside[1:]
	}
	for _, s := range beside {
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
	return labels >= 2 && labels*2 > len(beside)
}

// TaxHeadings reports whether rows of headings name a net amount and its tax.
func (r *Document) TaxHeadings(rows []*layout.Row) bool {
	net, tax := false, false
	for _, row := range rows {
		for _, s := range row.Segments {
			for _, h := range r.LabelsIn[s] {
				for _, t := range h.Terms {
					net, tax = net || t.Role == lexicon.Subtotal, tax || t.Role == lexicon.TaxTotal
				}
			}
		}
	}
	return net && tax
}

// SumLike reports whether a role ends an item table.
func SumLike(r lexicon.Role) bool {
	switch r {
	case lexicon.Subtotal, lexicon.Total, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountDue, lexicon.AmountPaid:
		return true
	}
	return false
}

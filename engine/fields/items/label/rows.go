// Package label classifies rows among line items by their labels: sums, corrections between sums, or goods.
package label

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// OpensSum reports whether a label of a sum, payment or date opens the row.
func OpensSum(doc *annotate.Document, row *layout.Row) bool {
	for _, s := range row.Segments {
		for _, h := range doc.LabelsIn[s] {
			if !h.Opens {
				continue
			}
			for _, t := range h.Terms {
				switch t.Role {
				case lexicon.IssueDate, lexicon.Cash, lexicon.Change, lexicon.Rounding, lexicon.OtherAmount, lexicon.Discount,
					lexicon.Tip, lexicon.Subtotal,
					lexicon.Total, lexicon.Tax, lexicon.TaxTotal, lexicon.AmountDue, lexicon.AmountPaid, lexicon.ReceiptNumber:
					return true
				}
			}
		}
		if len(doc.Spans[s].Dates) > 0 {
			return true
		}
	}
	return false
}

// Goods reports whether a row that opens with a label is a product nevertheless: "cover" and "service" are goods,
// and a weak label with a further word after it is part of a name, as in "base fare" or "gift card".
func Goods(doc *annotate.Document, row *layout.Row) bool {
	for _, s := range row.Segments {
		if len(doc.Spans[s].Dates) > 0 {
			return false
		}
		for _, h := range doc.LabelsIn[s] {
			if h.Opens && (h.Colon || !weak(h)) {
				return false
			}
		}
	}
	return true
}

func weak(h *annotate.Label) bool {
	further := h.Last+1 < len(h.Segment.Words) && annotate.HasLetters(h.Segment.Words[h.Last+1:h.Last+2])
	for _, t := range h.Terms {
		switch {
		case t.Role == lexicon.OtherAmount && t.Weight < 0.7:
		case (t.Role == lexicon.Cash || t.Role == lexicon.OtherAmount || t.Role == lexicon.Subtotal && t.Weight < 0.7) &&
			further:
		default:
			return false
		}
	}
	return true
}

// Correction reports whether a label of a segment up to word last, selected by which, is that of a sum or a
// correction between sums.
func Correction(doc *annotate.Document, s *layout.Segment, last int, which func(*annotate.Label) bool) bool {
	return slices.ContainsFunc(doc.LabelsIn[s], func(h *annotate.Label) bool {
		return h.First <= last && which(h) && slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
			return annotate.SumLike(t.Role) || Correcting(t.Role)
		})
	})
}

// Correcting reports whether a role is that of a correction between sums.
func Correcting(r lexicon.Role) bool {
	switch r {
	case lexicon.Discount, lexicon.Shipping, lexicon.Rounding, lexicon.OtherAmount:
		return true
	}
	return false
}

// Paid reports whether a row has the payee's account number, whose digits are not amounts.
func Paid(doc *annotate.Document, row *layout.Row) bool {
	return slices.ContainsFunc(row.Segments, func(s *layout.Segment) bool { return len(doc.Spans[s].IBANs) > 0 })
}

// Total reports whether a row has the label of a sum of items, or of an amount carried over.
func Total(doc *annotate.Document, row *layout.Row) bool {
	return Means(doc, row, func(t lexicon.Term) bool {
		return t.Role == lexicon.Subtotal || t.Role == lexicon.Total || t.Role == lexicon.OtherAmount && t.Weight >= 1
	})
}

// OpensTotal reports whether a row begins with the label of a sum of items.
func OpensTotal(doc *annotate.Document, row *layout.Row) bool {
	return slices.ContainsFunc(doc.LabelsIn[row.Segments[0]], func(h *annotate.Label) bool {
		return h.Opens && slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
			return t.Role == lexicon.Subtotal || t.Role == lexicon.Total
		})
	})
}

// Means reports whether a row has a label with a term that means accepts.
func Means(doc *annotate.Document, row *layout.Row, means func(lexicon.Term) bool) bool {
	for _, s := range row.Segments {
		for _, h := range doc.LabelsIn[s] {
			if slices.ContainsFunc(h.Terms, means) {
				return true
			}
		}
	}
	return false
}

// FromBefore reports whether a row states an earlier balance or a payment of it: "Balance brought forward", or
// "Payment, thank you" with a negative amount.
func FromBefore(doc *annotate.Document, row *layout.Row) bool {
	less := slices.ContainsFunc(row.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(doc.Spans[s].Amounts, func(a recognize.Amount) bool { return a.Negative })
	})
	return Means(doc, row, func(t lexicon.Term) bool {
		return t.Weight >= 0.9 && (t.Role == lexicon.Opening || t.Role == lexicon.AmountPaid && less)
	})
}

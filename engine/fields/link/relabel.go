package link

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// relabel changes the roles of labels whose position gives them another meaning. The bare word for a number
// directly below a party's heading means that party's number ("Buyer / Number: 4711 / Name: …"), elsewhere the
// document's. A total of a tax rate next to another total is not that of the document ("Total 6% supplies: 8.40"). A
// tax in the words of a subtotal is part of these ("Subtotal, to which VAT is added: 120.00"). A "Termin" in a row
// about payment is the due date. A tax number in a row with the customer's number is the customer's.
func (r *Linker) relabel() {
	totals := 0
	for _, h := range r.Labels {
		if announces(h, lexicon.Total) {
			totals++
		}
	}
	for i, h := range r.Labels {
		role, weight := lexicon.Role(""), h.Terms[0].Weight
		switch {
		case announces(h, lexicon.InvoiceNumber) && h.Opens && bareNumber(h) && underParty(h.Segment):
			role = lexicon.OtherNumber
		case r.Type.NumberByTitle && announces(h, lexicon.InvoiceNumber) && h.Opens && bareNumber(h):
			role = lexicon.Role(r.Type.Number)
		case totals > 1 && announces(h, lexicon.Total) && ofRate(h):
			role = lexicon.OtherAmount
		case announces(h, lexicon.Tax) && !h.Opens && r.behindSubtotal(h):
			role = lexicon.Subtotal
		case announces(h, lexicon.DueDate) && h.Terms[0].Weight < plainly && amongPayment(h):
			role, weight = lexicon.DueDate, 1
		case announces(h, lexicon.TaxID) && r.besideCustomerID(h):
			role, weight = lexicon.CustomerTaxID, plainly
		default:
			continue
		}
		own := *h
		own.Terms = []lexicon.Term{{Role: role, Weight: weight}}
		in := slices.Clone(r.LabelsIn[h.Segment])
		in[slices.Index(in, h)] = &own
		r.Labels[i], r.LabelsIn[h.Segment] = &own, in
	}
}

// behindSubtotal reports whether only words are between a label and that of a subtotal, which opens the segment.
func (r *Linker) behindSubtotal(h *annotate.Label) bool {
	first := r.LabelsIn[h.Segment][0]
	if !first.Opens || first.Last >= h.First || !announces(first, lexicon.Subtotal) {
		return false
	}
	return !slices.ContainsFunc(r.Spans[h.Segment].Amounts, func(a recognize.Amount) bool {
		return a.First > first.Last && a.First < h.First
	})
}

// ofRate reports whether a rate directly follows a label, and then words that end in a colon.
func ofRate(h *annotate.Label) bool {
	words := h.Segment.Words[h.Last+1:]
	if len(words) < 2 || h.Colon || !strings.HasSuffix(words[0], "%") || recognize.CountDigits(words[0]) == 0 {
		return false
	}
	return slices.ContainsFunc(words[1:], func(w string) bool { return strings.HasSuffix(w, ":") })
}

// bareNumber reports whether a label is the word for a number alone.
func bareNumber(h *annotate.Label) bool {
	return !slices.ContainsFunc(h.Segment.Words[h.First:h.Last+1], func(w string) bool {
		return !lexicon.NumberWord.Has(recognize.Fold(w))
	})
}

// underParty reports whether a segment is directly below the heading of a party, at its left edge or indented.
func underParty(s *layout.Segment) bool {
	const (
		inset = 6.0 // heights of print
		gap   = 2.5
	)
	if s.Row == 0 {
		return false
	}
	for _, o := range s.Page.Rows[s.Row-1].Segments {
		in := (s.Box.X0 - o.Box.X0) / s.Height()
		if in > -1 && in < inset && s.Box.Y0-o.Box.Y1 < gap*s.Height() && partyHeading(o) {
			return true
		}
	}
	return false
}

// partyHeading reports whether a segment is the heading of vendor or customer.
func partyHeading(s *layout.Segment) bool {
	words, _ := s.Folded()
	sides, _, n := lexicon.PartyHeadings().Longest(words, nil)
	return n > 0 && n == len(words) && (slices.Contains(sides, "vendor") || slices.Contains(sides, "customer"))
}

// plainly is the weight of a label that is unambiguous at its position.
const plainly = 0.9

// amongPayment reports whether the row of a label has other words about payment.
func amongPayment(h *annotate.Label) bool {
	for _, s := range h.Segment.Page.Rows[h.Segment.Row].Segments {
		words, token := s.Folded()
		for i, w := range words {
			if inLabel := s == h.Segment && token[i] >= h.First && token[i] <= h.Last; !inLabel && paying([]string{w}) {
				return true
			}
		}
	}
	return false
}

// besideCustomerID reports whether a label heads a cell in a row that also has the customer's number, and another
// tax number is labeled elsewhere: that of the vendor, in the letterhead or footer. Invoices of Italy and Portugal
// have this layout.
func (r *Linker) besideCustomerID(h *annotate.Label) bool {
	if _, own := h.As(lexicon.CustomerTaxID); own || !h.Opens || !r.InHeading(h) {
		return false
	}
	row := h.Segment.Page.Rows[h.Segment.Row]
	facts, others := false, false
	if !r.Work.Spend(len(r.Labels)) {
		return false
	}
	for _, o := range r.Labels {
		beside := o.Segment.Page.Rows[o.Segment.Row] == row
		facts = facts || beside && announces(o, lexicon.CustomerID)
		others = others || !beside && announces(o, lexicon.TaxID) && r.hasTaxID(o.Segment)
	}
	return facts && others
}

// hasTaxID reports whether a segment holds a number that may be a tax number.
func (r *Linker) hasTaxID(s *layout.Segment) bool {
	return slices.ContainsFunc(r.TaxIDValues(s), func(c Candidate) bool {
		return recognize.CountDigits(c.Text) >= minTaxDigits
	})
}

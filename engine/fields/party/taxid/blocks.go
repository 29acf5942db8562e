package taxid

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// takeBlocks lets the blocks of facts say whose two numbers under one label are, where the
// tags hold both for one party's: beside how the vendor is paid stands the vendor's, beside
// the number and dates of the document the customer's.
func (in Input) takeBlocks(all []taxNumber, m *link.Set) {
	labels := make([]*annotate.Label, len(all))
	for i := range all {
		labels[i] = labelOf(m, all[i].Candidate)
	}
	for i := range all {
		for k := range all {
			a, b := labels[i], labels[k]
			if a == nil || b == nil || a.Phrase != b.Phrase || all[i].Text == all[k].Text ||
				all[i].vendor > all[i].customer != (all[k].vendor > all[k].customer) ||
				!in.besideAccount(a) || !in.amongFacts(b) || in.besideAccount(b) || in.amongFacts(a) {
				continue
			}
			all[i].vendor, all[i].customer = swapped(all[i].vendor, all[i].customer)
			all[k].customer, all[k].vendor = swapped(all[k].customer, all[k].vendor)
		}
	}
}

// labelOf is the label of tax numbers that announces a number most strongly, or nil.
func labelOf(m *link.Set, c link.Candidate) *annotate.Label {
	var top *link.Link
	for i := range m.Links[lexicon.TaxID] {
		if l := &m.Links[lexicon.TaxID][i]; l.Value.SameAs(c) && (top == nil || l.LogOdds > top.LogOdds) {
			top = l
		}
	}
	if top == nil || namesCustomer(top.Label) {
		return nil
	}
	return top.Label
}

// besideAccount reports whether a label of the vendor's account stands in the column of a
// label, a few lines above or below.
func (in Input) besideAccount(h *annotate.Label) bool {
	return in.inColumn(h, 6, lexicon.IBAN, lexicon.BIC)
}

// amongFacts reports whether the label of the document's number or day stands in the
// column of a label, some lines above or below.
func (in Input) amongFacts(h *annotate.Label) bool {
	return in.inColumn(h, 14, lexicon.InvoiceNumber, lexicon.IssueDate)
}

// inColumn reports whether a label of one of the roles opens a segment in the column of a
// label, at most that many lines above or below.
func (in Input) inColumn(h *annotate.Label, lines float64, roles ...lexicon.Role) bool {
	box, height := h.Segment.Box, h.Segment.Height()
	for _, o := range in.Labels {
		b := o.Segment.Box
		if !o.Opens || o.Segment.Page != h.Segment.Page || math.Abs(b.X0-box.X0) >= height ||
			math.Abs(b.Y0-box.Y0) >= lines*height {
			continue
		}
		for _, want := range roles {
			if _, ok := o.As(want); ok {
				return true
			}
		}
	}
	return false
}

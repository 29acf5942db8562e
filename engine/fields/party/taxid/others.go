package taxid

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// takeOthers denies the numbers that another label announces where a label of tax numbers
// announces one: an EORI number (customs) is in the EU and in Britain the VAT number with digits
// behind, and so has the form of one.
func (in Input) takeOthers(all []taxNumber) {
	if !slices.ContainsFunc(all, func(n taxNumber) bool { return in.announcedAs(n.Candidate, lexicon.TaxID) }) {
		return
	}
	for i := range all {
		n := &all[i]
		if in.announcedAs(n.Candidate, lexicon.OtherNumber) && !in.announcedAs(n.Candidate, lexicon.TaxID) {
			n.vendor, n.customer = min(n.vendor, deniedOdds), min(n.customer, deniedOdds)
		}
	}
}

// announcedAs reports whether a label of a role that says plainly what it announces stands right
// before a number in its line.
func (in Input) announcedAs(c link.Candidate, role lexicon.Role) bool {
	const plain = 0.9
	return slices.ContainsFunc(in.LabelsIn[c.Segment], func(h *annotate.Label) bool {
		weight, ok := h.As(role)
		return ok && weight >= plain && h.Last == c.First-1
	})
}

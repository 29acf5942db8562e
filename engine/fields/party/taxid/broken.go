package taxid

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// putBroken stores a vendor's number that stands right behind its label and goes on in the
// next line: the line of a foot breaks wherever the margin is, between two groups, too.
func (in Input) putBroken(set *value.Set) {
	const sure = 0.6
	for _, h := range in.Labels {
		s, first := h.Segment, h.Last+1
		if _, ok := h.As(lexicon.TaxID); !ok || namesCustomer(h) || first >= len(s.Words) {
			continue
		}
		below := s.NextInBlock()
		if below == nil || !in.Work.Spend(headingCost) || role.Governs(role.Customer, s) || role.NearBelow(in.Customer, link.Candidate{Segment: s}) {
			continue
		}
		upper := len(s.Words) - first
		for _, c := range recognize.VATIDs(slices.Concat(s.Words[first:], below.Words)) {
			if c.First == 0 && c.Last >= upper {
				parts := []layout.Part{{Segment: s, First: first, Last: len(s.Words) - 1}, {Segment: below, Last: c.Last - upper}}
				set.Put("vendorTaxId", value.CiteParts(c.Value, parts, " ", sure))
				return
			}
		}
	}
}

package party

import (
	"slices"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// putParties chooses vendor and customer and stores their names and addresses.
func (r *finder) putParties(set *value.Set) {
	if r.putTaggedParties(set) {
		return
	}
	all := r.parties()
	customer := r.chooseCustomer(all)
	name := r.labelledCustomer(customer)
	known := name.Value
	if known == "" && customer != nil {
		known = customer.nameText()
	}
	vendor := r.chooseVendor(all, customer, known)
	if vendor == nil && customer != nil && customer.Role == roleUnknown {
		vendor, customer = customer, nil // the only party on a page is its author
	}
	if customer == nil && vendor != nil && known == "" {
		customer = r.otherParty(all, vendor)
	}
	if customer != nil {
		r.putParty(set, "customer", customer)
	}
	set.Put("customerName", name)
	if vendor != nil {
		r.putParty(set, "vendor", vendor)
	}
	r.putShipping(set, all)
}

func (r *finder) putShipping(set *value.Set, all []*Party) {
	for _, p := range all {
		if p.Role == roleShipping && len(p.Address) > 0 {
			set.Put("shippingAddress", value.CiteParts(AddressText(p.Address), p.Address, ", ", boost.Probability(p.score)))
			return
		}
	}
}

// otherParty returns the one address block on the upper half of the first page
// that is not the vendor's: a letter goes to somebody.
func (r *finder) otherParty(all []*Party, vendor *Party) *Party {
	name := recognize.Compact(vendor.nameText())
	var other *Party
	for _, p := range all {
		s := p.Name[0].Segment
		if p.Role != roleUnknown || len(p.Address) == 0 || s.Page.Number > 1 || s.RelativeY() > 0.5 {
			continue
		}
		if p == vendor || sharesFirstWord(recognize.Compact(p.nameText()), name) || r.vendorMarks(p) > 0 ||
			r.insideOf(p, vendor) {
			continue
		}
		if other != nil {
			return nil // either could be meant
		}
		other = p
	}
	return other
}

// putBuyer stores the author of an order as the customer, where the vendor is
// named and no customer is: the letterhead is the buyer's.
func (r *finder) putBuyer(set *value.Set) {
	if set.Has("customerName") || !set.Has("vendorName") {
		return
	}
	if p := r.chooseVendor(r.parties(), nil, set.Text("vendorName")); p != nil {
		r.putParty(set, "customer", p)
	}
}

// labelledCustomer returns the name behind a label such as "Customer name:"; a
// block under a heading of its own is left only for a strong label.
func (r *finder) labelledCustomer(customer *Party) value.Value {
	l, ok := r.Link(r.nameValues, lexicon.CustomerName).Best(lexicon.CustomerName)
	if !ok || customer != nil && customer.heading != nil && l.LogOdds <= 2 {
		return value.Value{}
	}
	return l.AsValue()
}

func (r *finder) putParty(set *value.Set, prefix string, p *Party) {
	score := boost.Probability(p.score)
	set.Put(prefix+"Name", value.CiteParts(p.nameText(), p.Name, " ", score))
	if len(p.Address) > 0 {
		set.Put(prefix+"Address", value.CiteParts(AddressText(p.Address), p.Address, ", ", score))
	}
}

// leastCustomer is what a block without a heading has to reach.
const leastCustomer = 0.4

// chooseCustomer prefers a block under a customer's heading; without one the
// first address block on the upper half of the first page that is no vendor's.
func (r *finder) chooseCustomer(all []*Party) *Party {
	var top *Party
	score := leastCustomer
	for _, p := range all {
		z := 3.0
		switch {
		case p.Role == roleUnknown && UpperHalf(p):
			z = r.unheadedOdds(all, p)
		case p.Role != RoleCustomer:
			continue
		}
		if len(p.Address) > 0 {
			z += 0.8
		}
		if z > score {
			top, score = p, z
		}
	}
	if top != nil {
		top.score = min(top.score, score) + 0.3
	}
	return top
}

// UpperHalf reports whether a party's name stands on the upper half of the first page.
func UpperHalf(p *Party) bool {
	s := p.Name[0].Segment
	return s.Page.Number == 1 && s.RelativeY() <= 0.5
}

// unheadedOdds are the log-odds that a block without a heading is the
// customer's: rather on the left, under the letterhead, without the marks of a
// vendor.
func (r *finder) unheadedOdds(all []*Party, p *Party) float64 {
	s := p.Name[0].Segment
	z := 1 - 0.8*s.Box.X0/s.Page.Width
	if s.RelativeY() < 0.15 {
		z-- // letterhead
	}
	if r.vendorMarks(p) > 0 || r.sameAsSender(all, p) {
		z -= 1.2
	}
	sender := slices.ContainsFunc(all, func(o *Party) bool { return o.Role == RoleVendor })
	if sender && s.Box.X0 > 0.55*s.Page.Width {
		z -= 0.5
	}
	if DomainMatches(r.Document, recognize.Compact(p.nameText())) {
		z -= 1.5
	}
	return z
}

func (r *finder) sameAsSender(all []*Party, p *Party) bool {
	name := recognize.Compact(p.nameText())
	return slices.ContainsFunc(all, func(o *Party) bool {
		return o != p && o.Role == RoleVendor && recognize.Compact(o.nameText()) == name
	})
}

// vendorMarks counts what stands in a vendor's own block and not in a
// customer's: web and mail addresses, telephone, tax and bank numbers.
func (r *finder) vendorMarks(p *Party) int {
	last := p.Name[0].Segment
	if n := len(p.Address); n > 0 {
		last = p.Address[n-1].Segment
	}
	marks := 0
	for range 5 {
		last = last.NextInBlock()
		if last == nil {
			break
		}
		f := r.Spans[last]
		if len(f.VATIDs)+len(f.IBANs)+len(last.Emails())+len(last.URLs()) > 0 {
			marks++
		}
		for _, h := range r.LabelsIn[last] {
			if _, ok := h.As(lexicon.Phone); ok {
				marks++
				break
			}
		}
	}
	return marks
}

package announced

import (
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
)

// hearCareOf applies what "c/o" says of its line: it is the first of the address below it, and
// what stands over it is the name, though that may look like a street, as those of owners'
// associations do. At whose home a person lives is no part of an address.
func (a *announcer) hearCareOf(k int) {
	u := &a.units[k]
	over, next := a.near(k, -1), a.near(k, 1)
	if u.First > 0 || len(u.Segment.Words) < 2 || over < 0 || next < 0 || !a.careOf(k) ||
		personal(u.Segment.Words[1:]) {
		return
	}
	side, placed := a.addressOf(next)
	if !placed {
		return
	}
	pairs := tag.Pairs()
	name, address := pairs[0], pairs[1]
	for _, i := range a.line(k) {
		a.own(i, address, side)
		a.deny(i, name)
	}
	s := a.units[over].Segment
	if a.opensLabelled(s) || textshape.TitleLine(s.Words) || textshape.PostalLine(s.Words) {
		return
	}
	if top := a.near(over, -1); top >= 0 && a.units[top].Best() == name[side-role.Vendor] {
		return
	}
	for _, i := range a.line(over) {
		a.own(i, name, side)
		a.deny(i, address)
	}
}

// addressOf returns whose address a unit is a piece of by its tag.
func (a *announcer) addressOf(k int) (role.Role, bool) {
	switch a.units[k].Best() {
	case tag.VendorAddress:
		return role.Vendor, true
	case tag.CustomerAddress:
		return role.Customer, true
	}
	return role.Unknown, false
}

// line returns the units of the segment that a unit opens.
func (a *announcer) line(k int) (units []int) {
	for i := k; i < len(a.units) && a.units[i].Segment == a.units[k].Segment; i++ {
		units = append(units, i)
	}
	return units
}

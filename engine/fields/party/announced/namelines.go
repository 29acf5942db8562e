package announced

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Long names take two lines, and the network may know one of them alone. The legal form ends a
// name; what stands over an address behind it, or begins with "and", is a part of a name.

// hearNameLines applies that to a line of its own between or under lines of a name.
func (a *announcer) hearNameLines(k int) {
	if !a.whole(k) {
		return
	}
	over, next := a.near(k, -1), a.near(k, 1)
	switch {
	case a.opensAddress(k, over, next):
	case over < 0 || !a.nameLike(k):
	case a.goesOn(k):
		a.nameOverAnd(k, over)
	default:
		a.nameUnder(k, over, next)
	}
}

// opensAddress makes the line with a legal form that opens a block the name over its address.
func (a *announcer) opensAddress(k, over, next int) bool {
	words := a.units[k].Words()
	if next < 0 || !textshape.HasLegalForm(words) && !textshape.OpensWithForm(words) ||
		recognize.CountDigits(a.units[k].Text()) > 0 || a.careOf(k) {
		return false
	}
	side, ok := a.addressOf(k)
	if below, too := a.addressOf(next); !ok || !too || below != side {
		return false
	}
	pairs := tag.Pairs()
	name, address := pairs[0][side-role.Vendor], pairs[1][side-role.Vendor]
	if over >= 0 && (a.units[over].Best() == name || a.units[over].Best() == address) {
		return false
	}
	a.takeName(k, side)
	return true
}

// goesOn reports whether a line cannot open a name: it begins with "and".
func (a *announcer) goesOn(k int) bool {
	word := a.units[k].Segment.Words[0]
	first, _ := utf8.DecodeRuneInString(word)
	return len(a.units[k].Segment.Words) > 1 && (unicode.IsLower(first) || word == "&") &&
		(word == "&" || word == "+" || lexicon.Joining.Has(recognize.Fold(word)))
}

// nameOverAnd makes the line over one that begins with "and", and is a name, the name's first.
func (a *announcer) nameOverAnd(k, over int) {
	side, ok := a.nameOf(k)
	if ok && a.whole(over) && a.nameLike(over) && a.units[over].Best() == tag.Other {
		a.takeName(over, side)
	}
}

// nameUnder makes the line under a name without its legal form the end of the name: where it
// has that, or where the network wavers and the address begins below it.
func (a *announcer) nameUnder(k, over, next int) {
	const leastUnder = 0.2
	side, ok := a.nameOf(over)
	if !ok || next < 0 || textshape.HasLegalForm(a.units[over].Segment.Words) || !a.whole(over) ||
		personal(a.units[over].Segment.Words) || entitled(a.units[over].Segment.Words) || a.nameBest(k) || a.careOf(k) {
		return
	}
	below, placed := a.addressOf(next)
	if !placed || below != side || lexicon.Department.Has(recognize.Fold(a.units[k].Text())) {
		return
	}
	pairs := tag.Pairs()
	name, address := a.probability(k, pairs[0][side-role.Vendor]), a.probability(k, pairs[1][side-role.Vendor])
	if textshape.HasLegalForm(a.units[k].Words()) || name >= leastUnder && name > address && !textshape.House(a.units[k].Words()) {
		a.takeName(k, side)
	}
}

// takeName makes a line a party's name and no address.
func (a *announcer) takeName(k int, side role.Role) {
	a.own(k, tag.Pairs()[0], side)
	a.deny(k, tag.Pairs()[1])
}

// nameOf returns whose name a unit is by its tag.
func (a *announcer) nameOf(k int) (role.Role, bool) {
	switch a.units[k].Best() {
	case tag.VendorName:
		return role.Vendor, true
	case tag.CustomerName:
		return role.Customer, true
	}
	return role.Unknown, false
}

func (a *announcer) nameBest(k int) bool {
	_, ok := a.nameOf(k)
	return ok
}

// whole reports whether a unit is its line, and no label opens that.
func (a *announcer) whole(k int) bool {
	u := &a.units[k]
	return u.First == 0 && u.Last == len(u.Segment.Words)-1 && !a.opensLabelled(u.Segment) && plainPrint(u.Segment)
}

// plainPrint reports whether a line has none of the signs of mail addresses and labels.
func plainPrint(s *layout.Segment) bool { return !strings.ContainsAny(s.Text(), "@:") }

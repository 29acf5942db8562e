package announced

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// A company prints how to reach it below its own address. Where a heading says whom the invoice
// is for, or the mail address has the sender's name, an address without a heading that has a mail
// address and a telephone below it is the sender's, though its name may stand elsewhere, in a logo
// or in the foot.

// hearContacts applies that to the address blocks of the page that no heading announces; customer
// says whether one announces the customer's.
func (a *announcer) hearContacts(headed map[int]bool, customer bool) {
	for k := range a.units {
		if headed[k] || a.units[k].First > 0 || !textshape.PostalLine(a.units[k].Segment.Words) {
			continue
		}
		if mail := a.reachableBelow(k); mail == "" || !customer && !a.sends(mail) {
			continue
		}
		lines := a.linesOver(k, headed)
		if len(lines) > 0 && a.placeOpens(lines[len(lines)-1]) {
			for _, i := range append(lines, k) {
				a.ownLine(i)
			}
		}
	}
}

// headedUnits returns the units that stand below headings of parties, and whether a customer
// with its post code does.
func (a *announcer) headedUnits() (headed map[int]bool, customer bool) {
	headed = map[int]bool{}
	for i := range a.units {
		side, after := role.UnitHeading(&a.units[i])
		if side == role.Unknown {
			continue
		}
		block := blockUnder(a.units, i, after)
		for _, k := range block {
			headed[k] = true
		}
		customer = customer || side == role.Customer && a.postal(block) >= 0
	}
	return headed, customer
}

// reachableBelow returns the domain of a mail address in the lines close below a unit, if a
// telephone or a tax number stands there with its label, too.
func (a *announcer) reachableBelow(k int) (domain string) {
	const mostLines = 4
	labelled := false
	for range mostLines {
		if k = a.near(k, 1); k < 0 {
			break
		}
		s := a.units[k].Segment
		for _, m := range s.Emails() {
			domain = domainOf(m.Value)
		}
		labelled = labelled || slices.ContainsFunc(a.LabelsIn[s], func(l *annotate.Label) bool {
			phone, _ := l.As(lexicon.Phone)
			tax, _ := l.As(lexicon.TaxID)
			return max(phone, tax) >= plainLabel
		})
	}
	if !labelled {
		return ""
	}
	return domain
}

// sends reports whether a domain is made of a name that the tags have for the vendor's.
func (a *announcer) sends(domain string) bool {
	return slices.ContainsFunc(a.units, func(u tag.Unit) bool {
		return u.Best() == tag.VendorName && named(u.Words(), domain)
	})
}

// linesOver returns the units that open the lines over one with a post code, from below, as far
// as they can be those of its address.
func (a *announcer) linesOver(k int, headed map[int]bool) (lines []int) {
	const mostLines = 5
	for k = a.near(k, -1); k >= 0 && len(lines) < mostLines; k = a.near(k, -1) {
		s := a.units[k].Segment
		if headed[k] || textshape.TitleLine(s.Words) || textshape.HasLegalForm(s.Words) || a.opensLabelled(s) || personal(s.Words) {
			break
		}
		lines = append(lines, k)
	}
	return lines
}

// placeOpens reports whether the line of a unit can be the first of an address: a street, a house
// or what holds a number.
func (a *announcer) placeOpens(k int) bool {
	words := a.units[k].Segment.Words
	return textshape.Street(words, "") || textshape.House(words) || recognize.CountDigits(a.units[k].Segment.Text()) > 0
}

// ownLine makes the units of a line pieces of the sender's address.
func (a *announcer) ownLine(k int) {
	s := a.units[k].Segment
	for ; k < len(a.units) && a.units[k].Segment == s; k++ {
		a.own(k, tag.Pairs()[1], role.Vendor)
		a.deny(k, tag.Pairs()[0])
	}
}

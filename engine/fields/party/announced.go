package party

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// announced returns the linker with tags that know what headings and labels announce
// word for word, whatever the network makes of a layout that it has never seen: the
// name behind "SELLER:", or behind "Name:" below it, and the VAT number in the block.
// The names in the block of a heading such as "Ship to" are rather neither party's.
func announced(l *link.Linker) *link.Linker {
	if l.Tags == nil || len(l.Tags.Units) == 0 {
		return l
	}
	a := announcer{Linker: l, units: slices.Clone(l.Tags.Units)}
	for i := range a.units {
		role, after := headingOf(&a.units[i])
		a.hear(role, i, after)
	}
	for k := range a.units {
		a.hearLabel(k)
	}
	if !a.changed {
		return l
	}
	return withTags(l, tag.New(a.units, l.Tags.Types))
}

type announcer struct {
	*link.Linker
	units   []tag.Unit
	changed bool
}

// Logarithms of probabilities: of what is announced to be what it is said to be, and of
// the contrary; and what names in a block of neither party lose.
const (
	announcedOdds = -0.15
	contraryOdds  = -4
	neitherParty  = -1.5
)

// hear applies what the heading says of its block.
func (a *announcer) hear(role Role, heading, after int) {
	if role == roleUnknown {
		return
	}
	block := blockUnder(a.units, heading, after)
	pairs := tag.Pairs()
	name, address, taxID := pairs[0], pairs[1], pairs[2]
	switch role {
	case RoleVendor, RoleCustomer:
		found := a.name(a.units[heading].Segment, after, block)
		postal, taxed := a.postal(block), slices.ContainsFunc(block, a.taxNumber)
		if role == RoleVendor && found >= 0 && !a.labelledName(found) && postal < 0 && !taxed &&
			!HasLegalForm(a.units[found].Words()) {
			return // "Verkäufer: Ada Lowe" may be who served the customer
		}
		for _, k := range block {
			switch {
			case k == found:
				a.raise(k, name, role)
			case a.taxNumber(k):
				a.raise(k, taxID, role)
			case found >= 0 && k > found && k <= postal && a.addressLine(block, k, postal):
				a.raise(k, address, role)
			case found >= 0 && k > found && HasLegalForm(a.units[found].Words()) && a.nameLike(k):
				a.lower(k, name) // a person at the company
			case a.labelled(k):
				a.lower(k, name)
				if taxed {
					a.lower(k, taxID)
				}
			}
		}
	case roleShipping, roleOther:
		for _, k := range block {
			a.lower(k, name)
		}
	case roleUnknown:
	}
}

// addressLine reports whether the unit of a block is a line of an address that ends with
// the post code: a street or town, or a line with a number that has no label, or has one
// and stands over the post code ("Address: Dock 4", "LS1 4AP Leeds").
func (a *announcer) addressLine(block []int, k, postal int) bool {
	words := a.units[k].Words()
	if PostalLine(words) || Street(words, "") {
		return true
	}
	at := slices.Index(block, k)
	return recognize.CountDigits(a.units[k].Text()) > 0 &&
		(!a.labelled(k) || block[min(at+1, len(block)-1)] == postal && !a.taxNumber(k))
}

// postal returns the last unit of a block's first line with a post code, none where
// there is no such.
func (a *announcer) postal(block []int) int {
	for _, k := range block {
		if PostalLine(a.units[k].Words()) {
			return k
		}
	}
	return none
}

// lower makes a unit rather neither party's thing of a pair.
func (a *announcer) lower(k int, pair [2]tag.Class) {
	a.units[k].Odds[pair[0]] += neitherParty
	a.units[k].Odds[pair[1]] += neitherParty
	a.changed = true
}

// raise makes a unit the role's thing of a pair.
func (a *announcer) raise(k int, pair [2]tag.Class, role Role) {
	own, other := pair[0], pair[1]
	if role == RoleCustomer {
		own, other = other, own
	}
	odds := &a.units[k].Odds
	odds[own] = max(odds[own], announcedOdds)
	odds[other] = min(odds[other], contraryOdds)
	a.changed = true
}

// name returns the unit of a block that holds the name: behind a label of names, else
// behind the heading, else below it; none where that is no name by its print.
func (a *announcer) name(head *layout.Segment, after int, block []int) int {
	for _, k := range block {
		if a.labelledName(k) && a.nameLike(k) {
			return k
		}
	}
	if len(block) == 0 {
		return none
	}
	first := &a.units[block[0]]
	below := after == len(head.Words) && first.Segment.Row != head.Row && first.First == 0
	behind := first.Segment == head && first.First == after
	if (below || behind) && !a.labelled(block[0]) && a.nameLike(block[0]) {
		return block[0]
	}
	return none
}

// label returns what stands before a unit, in its segment or in the one left of it, if
// that ends in a colon.
func (a *announcer) label(k int) (words []string, of *layout.Segment) {
	u := &a.units[k]
	s, words := u.Segment, u.Segment.Words[:u.First]
	if u.First == 0 && s.Column > 0 {
		s = s.Page.Rows[s.Row].Segments[s.Column-1]
		words = s.Words
	}
	if len(words) == 0 || !strings.HasSuffix(words[len(words)-1], ":") {
		return nil, nil
	}
	return words, s
}

// labelledName reports whether "Name:" stands before the unit.
func (a *announcer) labelledName(k int) bool {
	words, _ := a.label(k)
	return words != nil && lexicon.NameLabel.Has(recognize.Fold(strings.Join(words, " ")))
}

// labelled reports whether a label stands before the unit that is none of names, nor a
// party's heading.
func (a *announcer) labelled(k int) bool {
	words, of := a.label(k)
	if words == nil || a.labelledName(k) {
		return false
	}
	role, _ := roleOf(of)
	return role == roleUnknown || role == roleOther
}

// nameLike reports whether a unit can be a name by its print: it has no digits but beside
// a legal form, is no street, town or title, and does not begin with a label.
func (a *announcer) nameLike(k int) bool {
	u := &a.units[k]
	words := u.Words()
	text := u.Text()
	if len(recognize.Compact(text)) < leastName || strings.ContainsAny(text, "@:©") || TitleLine(words) ||
		PostalLine(words) || Street(words, "") || recognize.CountDigits(text) > 0 && !HasLegalForm(words) {
		return false
	}
	if role, _ := roleOf(u.Segment); u.First == 0 && (role != roleUnknown ||
		slices.ContainsFunc(a.LabelsIn[u.Segment], func(l *annotate.Label) bool { return l.First == 0 })) {
		return false
	}
	first := recognize.Fold(words[0])
	return !lexicon.PartyAside.Has(first) && !lexicon.Salutation.Has(first)
}

// leastName is how many letters an announced name has at least.
const leastName = 3

// taxNumber reports whether the unit is a VAT number, or a number behind a label of such.
func (a *announcer) taxNumber(k int) bool {
	u := &a.units[k]
	for _, c := range a.Spans[u.Segment].VATIDs {
		if c.First >= u.First && c.First <= u.Last && c.Checksum != recognize.ChecksumInvalid {
			return true
		}
	}
	_, of := a.label(k)
	return of != nil && recognize.CountDigits(u.Text()) >= leastDigits &&
		slices.ContainsFunc(a.LabelsIn[of], func(l *annotate.Label) bool {
			vendor, _ := l.As(lexicon.TaxID)
			customer, _ := l.As(lexicon.CustomerTaxID)
			return max(vendor, customer) >= plainLabel
		})
}

// hearLabel applies what a label such as "Buyer VAT ID:" says of the tax number behind it.
func (a *announcer) hearLabel(k int) {
	words, of := a.label(k)
	if of == nil || !a.taxNumber(k) {
		return
	}
	role := roleUnknown
	if names := lexicon.PartyHeadings().Meanings(recognize.Fold(words[0])); names != nil {
		role = roleNamed(names[0])
	}
	for _, l := range a.LabelsIn[of] {
		vendor, _ := l.As(lexicon.TaxID) // "CIF/NIF" is anybody's
		if customer, ok := l.As(lexicon.CustomerTaxID); ok && customer >= plainLabel && customer > vendor {
			role = RoleCustomer
		}
	}
	if role == RoleVendor || role == RoleCustomer {
		a.raise(k, tag.Pairs()[2], role)
	}
}

// plainLabel is the least weight of a label that says plainly what it announces.
const plainLabel = 0.9

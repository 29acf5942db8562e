package announced

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// The block of whom a letter goes to begins with the name and ends with the post code. Where
// the name shows itself, as "Mrs Ada Lowe" and "Marlow Ltd" do, what stands between is the
// address: a house, a village before the post town, the street.

// hearLetter applies that to the block above a line with a post code.
func (a *announcer) hearLetter(k int) {
	name, address := tag.Pairs()[0], tag.Pairs()[1]
	side := role.Vendor
	if a.units[k].Best() == address[1] {
		side = role.Customer
	} else if a.units[k].Best() != address[0] {
		return
	}
	own, place := name[side-role.Vendor], address[side-role.Vendor]
	if a.units[k].First > 0 || !textshape.PostalLine(a.units[k].Segment.Words) {
		return
	}
	top, lines := a.nameOver(k)
	if top == none {
		return
	}
	first := a.placesUnder(lines, address, side)
	if first == none {
		first = k
	}
	over, person := a.near(top, -1), personal(a.units[top].Segment.Words)
	switch {
	case person && a.units[first].Best() == place && (over < 0 || a.units[over].Best() != own):
		a.own(top, name, side)
	case !person && over >= 0 && entitled(a.units[over].Segment.Words):
		a.deny(over, name) // "Dr Ada Lowe" at the company below
	}
}

// placesUnder makes the lines under a name pieces of the side's address: a house, and all below
// that or below a street. It returns the first line that does not say at whose home the house is.
func (a *announcer) placesUnder(lines []int, address [2]tag.Class, side role.Role) (first int) {
	first = none
	placed := false
	for _, i := range slices.Backward(lines) { // downwards
		if a.careOf(i) {
			a.deny(i, tag.Pairs()[0])
			continue
		}
		if first == none {
			first = i
		}
		house := a.placeless(i) && houseUnder(a.units[i].Words())
		if placed = placed || house || a.units[i].Best() == address[side-role.Vendor]; placed && a.placeless(i) {
			a.own(i, address, side)
			a.deny(i, tag.Pairs()[0])
		}
	}
	return first
}

// nameOver returns the nearest line above a line with a post code that shows itself to be a
// name, and the units of the lines between, none of them a label's; none where there is no such.
func (a *announcer) nameOver(postal int) (top int, lines []int) {
	const mostLines = 6
	for at := postal; len(lines) < mostLines; {
		at = a.near(at, -1)
		if at < 0 {
			break
		}
		s := a.units[at].Segment
		if label, _ := a.label(at); label != nil { // a list of labels and values
			break
		}
		if a.opensLabelled(s) || textshape.TitleLine(s.Words) || strings.ContainsAny(s.Text(), "@:") {
			break
		}
		if personal(s.Words) || textshape.HasLegalForm(s.Words) && a.nameLike(at) {
			return at, lines
		}
		lines = append(lines, at)
	}
	return none, nil
}

// houseUnder reports whether words under a name that shows itself are a house: "The Reading Room".
func houseUnder(words []string) bool {
	return textshape.House(words) || len(words) > 1 && recognize.Fold(words[0]) == "the"
}

// careOf reports whether a line says at whose home somebody lives: "c/o Lowe", "Chez Mme Lowe".
func (a *announcer) careOf(k int) bool {
	folded := recognize.FoldWords(a.units[k].Segment.Text())
	if len(folded) < 2 {
		return false
	}
	return lexicon.CareOf.Has(folded[0]+" "+folded[1]) || textshape.AtHome(folded)
}

// entitled reports whether words are the name of a person behind a salutation or a degree, and
// no company's.
func entitled(words []string) bool {
	return !textshape.HasLegalForm(words) && (personal(words) || len(words) > 1 && len(words) <= mostHouseWords &&
		lexicon.Degree.Has(recognize.Fold(words[0])) && recognize.CountDigits(strings.Join(words, "")) == 0)
}

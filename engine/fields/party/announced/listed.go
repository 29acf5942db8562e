package announced

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Parties are often printed as a list: "Seller: Marlow Pumps", "Reg. no.: 7731", "Address: 4 Quay
// Street,". A line of it that no label opens goes on from the line above, whatever it looks like.

// listedName returns the units of a heading's block that carry on the name found behind the
// heading in its line: the lines below it down to the first label, if the address of the
// block has a label of its own. Otherwise a line without a label may be the address.
func (a *announcer) listedName(heading, found int, block []int) (rest []int) {
	if found < 0 || a.units[found].Segment != a.units[heading].Segment {
		return nil
	}
	const mostLines = 3
	var at *layout.Segment
	lines := 0
	for _, k := range block {
		s := a.units[k].Segment
		switch {
		case s == a.units[found].Segment:
			continue
		case a.opensLabelled(s):
			if lines > 0 && a.addressLabelled(block) {
				return rest
			}
			return nil
		case s != at:
			at, lines = s, lines+1
		}
		if lines > mostLines || strings.ContainsAny(a.units[k].Text(), "@©") || textshape.PostalLine(a.units[k].Words()) {
			return nil
		}
		rest = append(rest, k)
	}
	return nil
}

// opensLabelled reports whether a label or a heading opens a line, with or without a colon.
func (a *announcer) opensLabelled(s *layout.Segment) bool {
	if side, _ := role.Heading(s); side != role.Unknown || slices.ContainsFunc(a.LabelsIn[s], plainlyOpens) {
		return true
	}
	for _, w := range s.Words[:min(mostLabel, len(s.Words))] {
		if strings.HasSuffix(w, ":") {
			return true
		}
	}
	return lexicon.Registration.Has(recognize.Fold(s.Words[0]))
}

// plainlyOpens reports whether a label opens its line and says plainly what it announces.
func plainlyOpens(l *annotate.Label) bool {
	plain := func(t lexicon.Term) bool { return t.Weight >= plainLabel }
	return l.First == 0 && !lexicon.Unended.Has(l.Phrase) && (l.Colon || slices.ContainsFunc(l.Terms, plain))
}

// mostLabel is how many words a label has at most that opens a line and ends in a colon.
const mostLabel = 4

// addressLabelled reports whether a unit of a block stands behind the label of an address.
func (a *announcer) addressLabelled(block []int) bool {
	for _, k := range block {
		if a.behindAddress(k) {
			return true
		}
	}
	return false
}

// behindAddress reports whether "Address:" stands before a unit.
func (a *announcer) behindAddress(k int) bool {
	words, _ := a.label(k)
	return words != nil && lexicon.AddressLabel.Has(recognize.Fold(strings.Join(words, " ")))
}

// hearAddress applies what "Address:" says: what follows in its line is one, and the next line
// is too where no label opens it and the line above is not at its end. Whose it is the tags
// say, or else nothing is applied.
func (a *announcer) hearAddress(k int) {
	if !a.behindAddress(k) {
		return
	}
	units := a.addressFrom(k)
	pair := tag.Pairs()[1]
	vendor, customer := 0.0, 0.0
	for _, i := range units {
		vendor = max(vendor, math.Exp(float64(a.units[i].Odds[pair[0]])))
		customer = max(customer, math.Exp(float64(a.units[i].Odds[pair[1]])))
	}
	if max(vendor, customer) < leastLabelled {
		return
	}
	side := role.Vendor
	if customer > vendor {
		side = role.Customer
	}
	for _, i := range units {
		a.own(i, pair, side)
		a.deny(i, tag.Pairs()[0])
	}
}

// leastLabelled is the least probability of the likeliest piece of a labelled address.
const leastLabelled = 0.3

// addressFrom returns the units of the address that begins with one: of its line, and of those
// below while the line above ends in a comma or in what cannot end it.
func (a *announcer) addressFrom(k int) (units []int) {
	const mostLines = 3
	for line := 0; line < mostLines && k >= 0; line++ {
		s := a.units[k].Segment
		first, end := k, len(s.Words)
		for _, l := range a.LabelsIn[s] {
			if l.First > a.units[k].First && l.Colon {
				end = min(end, l.First)
			}
		}
		for ; k < len(a.units) && a.units[k].Segment == s && a.units[k].Last < end; k++ {
			units = append(units, k)
		}
		if end < len(s.Words) || len(units) == 0 {
			return units
		}
		words := s.Words[a.units[first].First:end]
		if !strings.HasSuffix(words[len(words)-1], ",") && !textshape.AddressOpen(words) {
			return units
		}
		k = a.near(first, 1)
		if k >= 0 && (a.opensLabelled(a.units[k].Segment) || strings.Contains(a.units[k].Segment.Text(), "@") ||
			a.taxNumber(k)) {
			return units
		}
	}
	return units
}

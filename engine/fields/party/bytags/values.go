package bytags

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/address"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// values returns the values of a party, which may be nil.
func (c *chooser) values(p *candidate) (out Party) {
	if p == nil {
		return out
	}
	if p.name != nil {
		out.Name = c.cite(*p.name, false)
	}
	switch {
	case p.address != nil && p.name != nil:
		out.Address = c.cite(*p.address, true)
		if lines := c.completed(p); lines != nil {
			out.Address = citeAddress(lines, out.Address.Score)
		}
	case p.address != nil:
		out.Address = c.cite(*p.address, true)
	default:
		out.Address = c.untagged(p)
	}
	return out
}

func citeAddress(lines []layout.Part, score float64) value.Value {
	return value.CiteParts(textshape.AddressText(lines), lines, ", ", score)
}

func (c *chooser) cite(r run, address bool) value.Value {
	parts, score := c.parts(r), math.Exp(r.odds)
	if address {
		return citeAddress(parts, score)
	}
	return value.CiteParts(textshape.JoinParts(parts, " "), parts, " ", score)
}

// parts joins units that follow each other in a segment.
func (c *chooser) parts(r run) []layout.Part {
	var out []layout.Part
	for _, i := range r.units {
		p := c.units[i].Part
		if k := len(out) - 1; k >= 0 && out[k].Segment == p.Segment && p.First == out[k].Last+1 {
			out[k].Last = p.Last
			continue
		}
		out = append(out, p)
	}
	return out
}

// completed returns the lines below a party's name, down to the post code, if the tags missed
// exactly one of them, else nil.
func (c *chooser) completed(p *candidate) []layout.Part {
	lines := c.linesUnder(p)
	known := c.parts(*p.address)
	if len(lines) != len(known)+1 {
		return nil
	}
	for _, k := range known {
		if !slices.ContainsFunc(lines, func(l layout.Part) bool { return l.Segment == k.Segment }) {
			return nil
		}
	}
	for _, l := range lines {
		tagged := slices.ContainsFunc(known, func(k layout.Part) bool { return k.Segment == l.Segment })
		if !tagged && !c.canBeAddress(l) {
			return nil
		}
	}
	return lines
}

// untagged returns the address below the name of a party for which the tags have none.
func (c *chooser) untagged(p *candidate) value.Value {
	const weight = 0.6
	if p.name == nil {
		return value.Value{}
	}
	lines := c.linesUnder(p)
	if len(lines) == 0 || !slices.ContainsFunc(lines, c.canBeAddress) || slices.ContainsFunc(lines, c.isName) {
		return value.Value{}
	}
	return citeAddress(lines, weight*math.Exp(p.name.odds))
}

func (c *chooser) linesUnder(p *candidate) []layout.Part {
	return address.Under(c.Document, c.units[p.name.last()].Segment)
}

// canBeAddress reports whether a line can be part of an address that the tags missed: a street, or
// a line with a number, that is tagged as nothing else.
func (c *chooser) canBeAddress(l layout.Part) bool {
	u := c.Tags.At(l.Segment, l.First)
	words := l.Words()
	return u != nil && (u.Best() == tag.Other || isAddress(u.Best()) || canBePlace(u)) && len(words) > 1 &&
		(textshape.PostalLine(words) || recognize.CountDigits(l.Text()) > 0 || textshape.Street(words, ""))
}

// isName reports whether a line is tagged as the name of a party.
func (c *chooser) isName(l layout.Part) bool {
	u := c.Tags.At(l.Segment, l.First)
	if u == nil {
		return false
	}
	switch u.Best() {
	case tag.OtherParty:
		return !canBePlace(u)
	case tag.VendorName, tag.CustomerName, tag.ShippingName:
		return true
	}
	return false
}

// canBePlace reports whether a unit that is tagged as a third party's is possibly part of the
// vendor's or the customer's address.
func canBePlace(u *tag.Unit) bool {
	const minProbability = 0.1
	return u.Best() == tag.OtherParty &&
		math.Exp(float64(max(u.Odds[tag.VendorAddress], u.Odds[tag.CustomerAddress]))) >= minProbability
}

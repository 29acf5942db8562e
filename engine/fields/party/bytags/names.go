package bytags

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/address"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// isNoName reports whether a unit cannot be a name: it is a label, a heading, a title or a
// copyright notice.
func (c *chooser) isNoName(i int, class tag.Class) bool {
	const certain = -0.2 // log-probability from which even a label is a name, as "Nova Firma"
	u := &c.units[i]
	if strings.ContainsRune(u.Text(), '©') || textshape.TitleLine(u.Words()) || c.precedesColon(i) {
		return true
	}
	folded := recognize.FoldWords(u.Text())
	if text := strings.Join(folded, " "); lexicon.NameLabel.Has(text) || lexicon.Salutation.Has(text) {
		return true
	}
	if u.Odds[class] > certain {
		return false
	}
	for _, l := range c.LabelsIn[u.Segment] {
		if l.First <= u.First && u.Last <= l.Last {
			return true
		}
	}
	_, _, n := lexicon.PartyHeadings().Longest(folded, nil)
	return n > 0 && n == len(folded)
}

// precedesColon reports whether a colon is printed apart behind a unit, as in "Number   : 549910".
func (c *chooser) precedesColon(i int) bool {
	s, last := c.units[i].Segment, c.units[i].Last
	if last+1 < len(s.Words) {
		return strings.HasPrefix(s.Words[last+1], ":")
	}
	right := s.Right()
	return len(right) > 0 && strings.HasPrefix(right[0].Words[0], ":")
}

// isComplete reports whether a name that began with the unit start ends with another: that has or
// is a legal form, and no bracket is open.
func (c *chooser) isComplete(at, start int) bool {
	words := c.words(at)
	return (textshape.HasLegalForm(words) || at != start && textshape.OnlyLegalForm(words)) && !textshape.EndsOpen(words)
}

// isOtherName reports whether a line is a different name than the one above it, which began with
// the unit start.
func (c *chooser) isOtherName(at, start, k int) bool {
	return c.repeatsName(k, start) || c.changesCase(at, k) || c.changesSize(at, k)
}

// repeatsName reports whether one of two units begins with all words of the other: a logo prints
// the first word of the name below it.
func (c *chooser) repeatsName(one, other int) bool {
	short, long := recognize.FoldWords(c.units[one].Text()), recognize.FoldWords(c.units[other].Text())
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) > 0 && len(short) < len(long) && slices.Equal(long[:len(short)], short)
}

// changesCase reports whether the upper of two lines is in capitals and the lower is not.
func (c *chooser) changesCase(upper, lower int) bool {
	const capitals, small = 0.99, 0.5 // shares of capital letters
	u, l := &c.units[upper], c.units[lower].Segment
	return u.First == 0 && textshape.UpperShare(u.Segment.Text()) > capitals && textshape.UpperShare(l.Text()) < small &&
		!textshape.EndsOpen(c.words(upper)) && !textshape.HasLegalForm(l.Words)
}

// changesSize reports whether the upper of two lines is much larger, and the lower is a
// description without a legal form, or a whole company name in the size of the address below it.
// The upper line is then a shop's name or a brand.
func (c *chooser) changesSize(upper, lower int) bool {
	// The height of a recognized line depends on its letters.
	const minRatio, tolerance, minNameWords = 1.4, 0.08, 2
	a, b := c.units[upper].Segment, c.units[lower].Segment
	if a.Height() < minRatio*b.Height() || c.units[upper].First > 0 || textshape.EndsOpen(a.Words) ||
		textshape.OnlyLegalForm(b.Words) {
		return false
	}
	if !textshape.HasLegalForm(b.Words) {
		return len(b.Words) > 1
	}
	k := c.alignedBelow(lower)
	return len(b.Words) > minNameWords && !textshape.HasLegalForm(b.Words[:minNameWords]) && k >= 0 &&
		math.Abs(c.units[k].Segment.Height()-b.Height()) < tolerance*b.Height()
}

// completeName adds the second line of a name that wraps: the first line ends open, or the second
// begins with an ampersand or is nothing but the missing legal form.
func (c *chooser) completeName(r *run, class tag.Class, used []bool) {
	k := c.wrappedLine(r)
	if k < 0 || used[k] || c.probability(k, class) < minWrapped || c.isNoName(k, class) ||
		recognize.CountDigits(c.units[k].Text()) > 0 {
		return
	}
	last := &c.units[r.last()]
	lower := c.units[k].Segment.Words
	if !textshape.EndsOpen(last.Words()) && lower[0] != "&" && lower[0] != "+" &&
		(!textshape.OnlyLegalForm(lower) || textshape.HasLegalForm(last.Segment.Words)) {
		return
	}
	r.units, used[k] = append(r.units, k), true
	if k++; k < len(c.units) && !used[k] && c.units[k].Segment == c.units[k-1].Segment &&
		textshape.OnlyLegalForm(c.words(k)) {
		r.units, used[k] = append(r.units, k), true // "Torres da" / "Mata, Lda."
	}
}

// wrappedLine returns the line close below a run with its left edge and its size of print.
func (c *chooser) wrappedLine(r *run) int {
	const maxGap, tolerance = 0.75, 0.25 // heights of print
	edge := r.units[slices.IndexFunc(r.units, func(i int) bool {
		return c.units[i].Segment == c.units[r.last()].Segment
	})]
	k := c.alignedBelow(edge)
	if k < 0 {
		return none
	}
	upper, lower := c.units[edge].Segment.Box, c.units[k].Segment.Box
	h := min(upper.Height(), lower.Height())
	if lower.Y0-upper.Y1 > maxGap*h || math.Abs(upper.Height()-lower.Height()) > tolerance*h {
		return none
	}
	return k
}

// alignedBelow returns the nearest unit below another with its left edge.
func (c *chooser) alignedBelow(at int) int {
	cur := &c.units[at]
	h := cur.Segment.Height()
	for k := at + 1; k < len(c.units); k++ {
		u := &c.units[k]
		if u.Segment.Page != cur.Segment.Page ||
			math.Abs(u.Segment.Box.CenterY()-cur.Segment.Box.CenterY()) > (maxLineGap+1)*h {
			return none
		}
		if u.Segment.Row != cur.Segment.Row && math.Abs(u.Box().X0-cur.Box().X0) < 0.5*h {
			return k
		}
	}
	return none
}

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

package tagged

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// values returns what is told of a party, which may be nil.
func (t *tagged) values(p *taggedParty) (out Party) {
	if p == nil {
		return out
	}
	if p.name != nil {
		out.Name = t.cite(*p.name, false)
	}
	if p.address == nil {
		out.Address = t.under(p)
		return out
	}
	key := ""
	if p.name != nil {
		key = p.name.Key
	}
	parts := t.bare(t.parts(p.place(), true), key)
	out.Address = value.CiteParts(textshape.AddressText(parts), parts, ", ", math.Exp(p.address.Odds))
	if whole := t.whole(p); whole != nil {
		out.Address = value.CiteParts(textshape.AddressText(whole), whole, ", ", out.Address.Score)
	}
	return out
}

// place is the address without lines that wrap from the name, "Hollis and / Daughters": the tags may
// hold them for its first ones.
func (p *taggedParty) place() run.Run {
	place := *p.address
	if p.name == nil {
		return place
	}
	place.Units = slices.DeleteFunc(slices.Clone(place.Units), func(i int) bool {
		return slices.Contains(p.name.Units, i)
	})
	if len(place.Units) == 0 {
		return *p.address
	}
	return place
}

// whole returns the lines of the address under a party's name, down to its post
// code, if the tags know a part of them alone.
func (t *tagged) whole(p *taggedParty) []layout.Part {
	if p.name == nil {
		return nil
	}
	lines := block.AddressUnder(t.Document, t.units[p.name.Units[len(p.name.Units)-1]].Segment)
	known := t.parts(*p.address, true)
	if len(lines) <= len(known) || len(lines) > len(known)+mostMissed {
		return nil
	}
	for _, k := range known {
		if !slices.ContainsFunc(lines, func(l layout.Part) bool { return l.Segment == k.Segment }) {
			return nil
		}
	}
	for _, l := range lines {
		in := slices.ContainsFunc(known, func(k layout.Part) bool { return k.Segment == l.Segment })
		if !in && !t.missable(l) {
			return nil
		}
	}
	return lines
}

// missable reports whether a line may be a part of an address that the tags have
// missed: a street or a town with numbers, and nothing else by its tag.
func (t *tagged) missable(l layout.Part) bool {
	u := t.Tags.At(l.Segment, l.First)
	words := l.Words()
	return u != nil && (u.Best() == tag.Other || run.Addresses(u.Best()) || mayBePlace(u)) && len(words) > 1 &&
		(textshape.PostalLine(words) || recognize.CountDigits(l.Text()) > 0 || textshape.Street(words, ""))
}

// mostMissed is how many lines of an address the tags may have missed.
const mostMissed = 1

// cite makes the value of a run, of an address without what else its line holds.
func (t *tagged) cite(one run.Run, address bool) value.Value {
	parts := t.parts(one, address)
	score := math.Exp(one.Odds)
	if address {
		parts = t.bare(parts, "")
		return value.CiteParts(textshape.AddressText(parts), parts, ", ", score)
	}
	t.cutLabel(parts)
	return value.CiteParts(textshape.JoinParts(parts, " "), parts, " ", score)
}

// cutLabel takes what a label announces off the end of a name, where it begins behind the legal form, as
// "Registered in England No. 05518823", and the label of a tax number, where the number follows it in the
// line: "Marlow Pumps Pty Ltd ABN 53 004 085 616".
func (t *tagged) cutLabel(parts []layout.Part) {
	p := &parts[len(parts)-1]
	for _, l := range t.LabelsIn[p.Segment] {
		if p.First < l.First && l.First <= p.Last && textshape.OnlyLegalForm(p.Segment.Words[l.First-1:l.First]) {
			p.Last = l.First - 1
			return
		}
	}
	if p.Last+1 >= len(p.Segment.Words) || recognize.CountDigits(p.Segment.Words[p.Last+1]) == 0 {
		return
	}
	for _, l := range t.LabelsIn[p.Segment] {
		if _, ok := l.As(lexicon.TaxID); ok && l.Last == p.Last && l.First > p.First {
			p.Last = l.First - 1
			return
		}
	}
}

// parts joins units that follow each other in a segment.
func (t *tagged) parts(one run.Run, address bool) []layout.Part {
	var out []layout.Part
	for _, i := range one.Units {
		p := t.units[i].Part
		if k := len(out) - 1; k >= 0 && out[k].Segment == p.Segment &&
			(p.First == out[k].Last+1 || p.First == out[k].Last+2 && dashed(out[k], address)) {
			out[k].Last = p.Last
			continue
		}
		out = append(out, p)
	}
	return out
}

// dashed reports whether what follows the mark behind a part belongs to it: a town behind its
// post code, or the rest of a name that has no legal form yet behind a dash.
func dashed(p layout.Part, address bool) bool {
	if address {
		return textshape.PostCode(p.Segment.Words[p.Last])
	}
	return strings.Trim(p.Segment.Words[p.Last+1], "-–—") == "" && !textshape.HasLegalForm(p.Words())
}

// under returns the address under a name of which the tags know none.
func (t *tagged) under(p *taggedParty) value.Value {
	if p.name == nil {
		return value.Value{}
	}
	lines := block.AddressUnder(t.Document, t.units[p.name.Units[len(p.name.Units)-1]].Segment)
	if len(lines) == 0 || !slices.ContainsFunc(lines, t.missable) || slices.ContainsFunc(lines, t.named) {
		return value.Value{}
	}
	return value.CiteParts(textshape.AddressText(lines), lines, ", ", untagged*math.Exp(p.name.Odds))
}

// named reports whether a line is the name of a party.
func (t *tagged) named(l layout.Part) bool {
	u := t.Tags.At(l.Segment, l.First)
	if u == nil {
		return false
	}
	switch u.Best() {
	case tag.OtherParty:
		return !mayBePlace(u)
	case tag.VendorName, tag.CustomerName, tag.ShippingName:
		return true
	}
	return false
}

// mayBePlace reports whether a unit that is held for a third party's thing may as well be a piece
// of an address of one of the two.
func mayBePlace(u *tag.Unit) bool {
	const leastAddress = 0.1
	return u.Best() == tag.OtherParty &&
		math.Exp(float64(max(u.Odds[tag.VendorAddress], u.Odds[tag.CustomerAddress]))) >= leastAddress
}

// untagged is what an address is worth that stands under its name and has no tags.
const untagged = 0.6

package party

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
)

func (t *tagged) put(set *value.Set, prefix string, p *taggedParty) {
	if p == nil {
		return
	}
	if p.name != nil {
		set.Put(prefix+"Name", t.cite(*p.name, false))
	}
	if p.address == nil {
		return
	}
	v := t.cite(*p.address, true)
	if whole := t.whole(p); whole != nil {
		v = value.CiteParts(AddressText(whole), whole, ", ", v.Score)
	}
	set.Put(prefix+"Address", v)
}

func (t *tagged) whole(p *taggedParty) []layout.Part {
	if p.name == nil {
		return nil
	}
	lines := t.addressUnder(t.units[p.name.units[len(p.name.units)-1]].Segment, 0)
	known := t.parts(*p.address)
	if len(lines) <= len(known) || len(lines) > len(known)+mostMissed {
		return nil
	}
	for _, k := range known {
		if !slices.ContainsFunc(lines, func(l layout.Part) bool { return l.Segment == k.Segment }) {
			return nil
		}
	}
	return lines
}

const mostMissed = 1

func (t *tagged) cite(one run, address bool) value.Value {
	parts := t.parts(one)
	score := math.Exp(one.odds)
	if address {
		return value.CiteParts(AddressText(parts), parts, ", ", score)
	}
	return value.CiteParts(JoinParts(parts, " "), parts, " ", score)
}

func (t *tagged) parts(one run) []layout.Part {
	var out []layout.Part
	for _, i := range one.units {
		p := t.units[i].Part
		if k := len(out) - 1; k >= 0 && out[k].Segment == p.Segment &&
			(p.First == out[k].Last+1 || p.First == out[k].Last+2 && postCode(out[k].Segment.Words[out[k].Last])) {
			out[k].Last = p.Last
			continue
		}
		out = append(out, p)
	}
	return out
}

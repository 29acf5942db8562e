package run

import (
	"math"

	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// mostBetween is how far a line of a run may stand under the one before, in heights
// of print; lines with the same left edge may stand further apart.
const (
	mostBetween = 2.2
	mostAligned = 3.5
)

// mostBeside is how far apart the pieces of a line may stand.
const mostBeside = 3

// beside returns the unit that opens the next segment of the row, if that stands
// near; -1 for none.
func (t *finder) beside(at int, h float64) int {
	cur, k := &t.units[at], at+1
	if k >= len(t.units) || t.units[k].Segment.Page != cur.Segment.Page || t.units[k].Segment == cur.Segment ||
		t.units[k].Segment.Row != cur.Segment.Row || t.units[k].Segment.Box.X0-cur.Box().X1 > mostBeside*h ||
		t.repeats(k, at) {
		return none
	}
	return k
}

// repeats reports whether a unit says what one of another's segment does: who pays has
// the address of who gets the goods, and that stands beside it.
func (t *finder) repeats(k, at int) bool {
	for i := at; i >= 0 && t.units[i].Segment == t.units[at].Segment; i-- {
		if t.units[i].Text() == t.units[k].Text() {
			return true
		}
	}
	return false
}

// next returns the unit that continues a run which began with the unit start: the
// next of its segment, or the nearest under it that is of the class; -1 for none.
func (t *finder) next(at, start int, c tag.Class, used []bool) int {
	cur := &t.units[at]
	if k := at + 1; k < len(t.units) && t.units[k].Segment == cur.Segment {
		if !used[k] && t.continues(k, c) {
			return k
		}
		if !Addresses(c) {
			if !used[k] && t.probability(k, c) >= leastBeside {
				return k
			}
			return none
		}
	}
	if !Addresses(c) && form.HasLegalForm(t.words(at)) {
		return none // the name is complete
	}
	h := cur.Segment.Height()
	if k := t.beside(at, h); k >= 0 && !used[k] && t.continues(k, c) {
		return k
	}
	box := cur.Box().Union(t.units[start].Box())
	for k := at + 1; k < len(t.units); k++ {
		u := &t.units[k]
		down := u.Segment.Box.Y0 - cur.Segment.Box.Y1
		if u.Segment.Page != cur.Segment.Page || down > mostAligned*h || t.heads(u, box) {
			return none
		}
		if down > mostBetween*h && math.Abs(u.Box().X0-cur.Box().X0) > 0.5*h {
			continue
		}
		if u.Segment.Row == cur.Segment.Row || used[k] || u.Box().OverlapX(box) <= 0 || u.First > 0 && !t.opens(k, c) {
			continue
		}
		if t.continues(k, c) && recognize.Compact(u.Text()) != recognize.Compact(t.units[start].Text()) {
			return k // and no second mention
		}
	}
	return none
}

// heads reports whether a unit is a party's heading in the column of a box: another party
// begins there.
func (t *finder) heads(u *tag.Unit, box layout.Box) bool {
	if u.Box().OverlapX(box) <= 0 {
		return false
	}
	side, _ := role.UnitHeading(u)
	return side != role.Unknown
}

// opens reports whether the unit is the first of its segment of the class.
func (t *finder) opens(k int, c tag.Class) bool {
	return k == 0 || t.units[k-1].Segment != t.units[k].Segment || !t.continues(k-1, c)
}

// none is where no unit is.
const none = -1

func (t *finder) continues(i int, c tag.Class) bool {
	if Addresses(c) && form.TaxNumber(t.words(i)) {
		return false
	}
	return t.probability(i, c) >= leastContinue && t.units[i].Best() == c
}

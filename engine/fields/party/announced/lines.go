package announced

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/text/recognize"
)

// An address in one line is one party's: "4 Quay Street, Harbour House • Leeds LS1 4AP".

// hearLine applies that to the line that a unit opens: where the tags give pieces of it to both
// parties it is that one's which they are surer of.
func (a *announcer) hearLine(k int) {
	if a.units[k].First > 0 {
		return
	}
	pair := tag.Pairs()[1]
	var pieces []int
	lead, mixed := 0.0, false
	for _, i := range a.line(k) {
		side, ok := a.addressOf(i)
		if !ok {
			continue
		}
		if len(pieces) > 0 {
			first, _ := a.addressOf(pieces[0])
			mixed = mixed || first != side
		}
		pieces = append(pieces, i)
		lead += a.probability(i, pair[0]) - a.probability(i, pair[1])
	}
	if !mixed {
		return
	}
	side := role.Vendor
	if lead < 0 {
		side = role.Customer
	}
	for _, i := range pieces {
		a.own(i, pair, side)
	}
}

// hearBetween makes what stands in a line between two pieces of one address a piece of it:
// "RR 2" between street and town.
func (a *announcer) hearBetween(k int) {
	const sure, longest, apart = 0.8, 4, 3 // words, heights
	if k == 0 || k+1 >= len(a.units) || a.units[k].Best() != tag.Other {
		return
	}
	before, u, behind := &a.units[k-1], &a.units[k], &a.units[k+1]
	side, ok := a.addressOf(k - 1)
	if other, too := a.addressOf(k + 1); !ok || !too || other != side {
		return
	}
	s, own := u.Segment, tag.Pairs()[1][side-role.Vendor]
	for _, o := range []*tag.Unit{before, behind} {
		left, right := min(o.Segment.Column, s.Column), max(o.Segment.Column, s.Column)
		row := s.Page.Rows[s.Row].Segments
		if o.Segment.Page != s.Page || o.Segment.Row != s.Row || math.Exp(float64(o.Odds[own])) < sure ||
			right-left > 1 || row[right].Box.X0-row[left].Box.X1 > apart*s.Height() {
			return
		}
	}
	if len(u.Words()) > longest || strings.ContainsAny(u.Text(), "@:") || recognize.CountDigits(u.Text()) > longest ||
		slices.ContainsFunc(a.LabelsIn[s], func(l *annotate.Label) bool { return l.First <= u.Last && l.Last >= u.First }) {
		return
	}
	a.own(k, tag.Pairs()[1], side)
}

// hearBeside denies that what stands close behind the vendor's name in its line, parted by no
// more than a bar, is the customer's: it is what the vendor does.
func (a *announcer) hearBeside(k int) {
	const closest = 1.5 // heights
	u := &a.units[k]
	if k == 0 || u.First > 0 || u.Best() != tag.CustomerName {
		return
	}
	left := &a.units[k-1]
	if left.Best() == tag.VendorName && left.Segment.Page == u.Segment.Page && left.Segment.Row == u.Segment.Row &&
		u.Segment.Box.X0-left.Segment.Box.X1 < closest*u.Segment.Height() && !role.Governs(role.Customer, u.Segment) {
		a.deny(k, tag.Pairs()[0])
	}
}

// probability is how likely the tags hold a unit for something.
func (a *announcer) probability(k int, c tag.Class) float64 {
	return math.Exp(float64(a.units[k].Odds[c]))
}

package labelposition

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// nearest is the maximum distance between amounts and labels, in heights of print.
const nearest = 2.0

// overLabels reads a row of labels with their amounts in the row above, if the row below has none.
func overLabels(l *link.Linker, rows []*layout.Row, i int, roles []lexicon.Role) []pair {
	if i == 0 || l.ItemRows[rows[i]] || l.ItemRows[rows[i-1]] || !areClose(rows[i-1], rows[i]) {
		return nil
	}
	var pairs []pair
	for _, s := range rows[i].Segments {
		h, role, weight := heading(l, s, roles)
		if h == nil {
			if len(l.AmountValues(s)) > 0 {
				return nil
			}
			continue
		}
		over := amountsBeside(l, rows[i-1], s)
		if len(over) != 1 || i+1 < len(rows) && areClose(rows[i], rows[i+1]) && len(amountsBeside(l, rows[i+1], s)) > 0 {
			return nil
		}
		pairs = append(pairs, pair{over[0], h, role, weight})
	}
	if countRoles(pairs) < minLabels {
		return nil
	}
	return pairs
}

// stacked reads a label alone in its row with an amount above it that is closer than the one below.
func stacked(l *link.Linker, rows []*layout.Row, i int, roles []lexicon.Role) (pair, bool) {
	const nearer = 1.5
	if i == 0 || len(rows[i].Segments) != 1 || l.ItemRows[rows[i]] || l.ItemRows[rows[i-1]] ||
		!areClose(rows[i-1], rows[i]) {
		return pair{}, false
	}
	s := rows[i].Segments[0]
	h, role, weight := heading(l, s, roles)
	over := amountsBeside(l, rows[i-1], s)
	if h == nil || len(over) != 1 {
		return pair{}, false
	}
	if i+1 < len(rows) {
		for _, under := range amountsBeside(l, rows[i+1], s) {
			if under.Segment.Box.Y0-s.Box.Y1 < nearer*(s.Box.Y0-over[0].Segment.Box.Y1) {
				return pair{}, false
			}
		}
	}
	return pair{over[0], h, role, weight}, true
}

// heading returns the label of a sum if the segment holds nothing else except a rate.
func heading(l *link.Linker, s *layout.Segment, roles []lexicon.Role) (*annotate.Label, lexicon.Role, float64) {
	if len(l.AmountValues(s)) > 0 {
		return nil, "", 0
	}
	for _, h := range l.LabelsIn[s] {
		if role, weight := strongest(h, roles); h.Opens && weight >= minWeight && !l.GoesOn(h) {
			return h, role, weight
		}
	}
	return nil, "", 0
}

// amountsBeside returns the amounts of a row that overlap a segment horizontally and are alone in their segments.
func amountsBeside(l *link.Linker, row *layout.Row, s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for _, o := range row.Segments {
		if o.Box.OverlapX(s.Box) <= 0 {
			continue
		}
		if found := l.AmountValues(o); len(found) == 1 && isAlone(o, found[0]) {
			out = append(out, found...)
		}
	}
	return out
}

func areClose(a, b *layout.Row) bool {
	return b.Box.Y0-a.Box.Y1 < nearest*max(a.Box.Height(), b.Box.Height())
}

func countRoles(pairs []pair) int {
	var roles []lexicon.Role
	for _, p := range pairs {
		if !slices.Contains(roles, p.role) {
			roles = append(roles, p.role)
		}
	}
	return len(roles)
}

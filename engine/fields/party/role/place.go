package role

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
)

// Governs reports whether the nearest party heading above the segment, in its column or
// left of it, is that of the role.
func Governs(want Role, s *layout.Segment) bool {
	limit := s.Box.Y0 - 18*s.Height()
	for row := s.Row; row >= 0; row-- {
		line := s.Page.Rows[row]
		if line.Box.Y1 < limit {
			return false
		}
		for _, t := range line.Segments {
			found, _ := Heading(t)
			if found == Unknown || t.Box.X0 > s.Box.X1 {
				continue
			}
			if s.Box.X0-t.Box.X0 > 0.45*s.Page.Width {
				continue
			}
			return found == want
		}
	}
	return false
}

// NearBelow reports whether the candidate stands a few lines under a value in
// the same column.
func NearBelow(v value.Value, c link.Candidate) bool {
	if v.Box.Empty() || c.Segment.Page.Number != v.Page {
		return false
	}
	p := c.Segment.Tokens[c.First].Place
	dy := p.Y0 - v.Box.Y1
	return dy > 0 && dy < 9*p.Height() && p.X0 < v.Box.X1+0.05 && p.X1 > v.Box.X0-0.02
}

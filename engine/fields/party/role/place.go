package role

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// Governs reports whether the nearest party heading above the segment, in its column or left of it, has the
// role.
func Governs(want Role, s *layout.Segment) bool {
	limit := s.Box.Y0 - 18*s.Height()
	for row := s.Row; row >= 0; row-- {
		line := s.Page.Rows[row]
		if line.Box.Y1 < limit {
			return false
		}
		if found, ok := nearest(line, s); ok {
			return found == want
		}
	}
	return false
}

// maxHeadings is more than the segments of a row with party headings.
const maxHeadings = 32

// nearest returns the role of the heading in a row that governs a segment's column: of two beside each
// other the right one, unless it begins right of the segment.
func nearest(line *layout.Row, s *layout.Segment) (role Role, ok bool) {
	const farthest = 0.45 // widths of the page
	if len(line.Segments) > maxHeadings {
		return Unknown, false
	}
	slack := s.Height()
	for _, t := range line.Segments {
		if t.Box.X0 > s.Box.X1 || s.Box.X0-t.Box.X0 > farthest*s.Page.Width || ok && t.Box.X0 > s.Box.X0+slack {
			continue
		}
		if found, _ := Heading(t); found != Unknown {
			role, ok = found, true
		}
	}
	return role, ok
}

// NearBelow reports whether the candidate is a few lines below a value in the same column.
func NearBelow(v value.Value, c link.Candidate) bool {
	if v.Box.Empty() || c.Segment.Page.Number != v.Page {
		return false
	}
	p := c.Segment.Tokens[c.First].Place
	dy := p.Y0 - v.Box.Y1
	return dy > 0 && dy < 9*p.Height() && p.X0 < v.Box.X1+0.05 && p.X1 > v.Box.X0-0.02
}

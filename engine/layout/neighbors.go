package layout

import "math"

// Right returns the segments of the same row after s, left to right.
func (s *Segment) Right() []*Segment { return s.Page.Rows[s.Row].Segments[s.Column+1:] }

// Left returns the segment before s in its row, or nil.
func (s *Segment) Left() *Segment {
	if s.Column == 0 {
		return nil
	}
	return s.Page.Rows[s.Row].Segments[s.Column-1]
}

// Below returns the segments below a box of the given row that share its horizontal range, nearest first, at most
// limit points away.
func (p *Page) Below(row int, box Box, limit float64) []*Segment {
	var found []*Segment
	for _, r := range p.Rows[row+1:] {
		if r.Box.Y0-box.Y1 > limit {
			break
		}
		for _, s := range r.Segments {
			if s.Box.OverlapX(box) > 0 && s.Box.CenterY() > box.CenterY() {
				found = append(found, s)
			}
		}
	}
	return found
}

// Above returns the segments above a box of the given row that share its horizontal range, nearest first, at most
// limit points away.
func (p *Page) Above(row int, box Box, limit float64) []*Segment {
	var found []*Segment
	for i := row - 1; i >= 0 && box.Y0-p.Rows[i].Box.Y1 <= limit; i-- {
		for _, s := range p.Rows[i].Segments {
			if s.Box.OverlapX(box) > 0 && s.Box.CenterY() < box.CenterY() {
				found = append(found, s)
			}
		}
	}
	return found
}

// aligned reports whether two segments share a left edge, a middle or a right edge, within a letter's width.
func aligned(a, b *Segment) bool {
	tol := 0.6 * max(a.Height(), b.Height())
	return math.Abs(a.Box.X0-b.Box.X0) < tol ||
		math.Abs(a.Box.CenterX()-b.Box.CenterX()) < tol ||
		math.Abs(a.Box.X1-b.Box.X1) < tol
}

// NextInBlock returns the segment that continues s on a following row: aligned with it and close under it. It
// returns nil at the end of the block.
func (s *Segment) NextInBlock() *Segment {
	limit := 1.3 * s.Height()
	for _, r := range s.Page.Rows[s.Row+1:] {
		if r.Box.Y0-s.Box.Y1 > limit {
			return nil
		}
		for _, t := range r.Segments {
			if t.Box.Y0-s.Box.Y1 <= limit && t.Box.CenterY() > s.Box.Y1-0.3*s.Height() && aligned(s, t) {
				return t
			}
		}
	}
	return nil
}

// PreviousInBlock returns the segment that s continues, or nil at the start.
func (s *Segment) PreviousInBlock() *Segment {
	for row := s.Row - 1; row >= 0; row-- {
		r := s.Page.Rows[row]
		limit := 1.3 * s.Height()
		if s.Box.Y0-r.Box.Y1 > limit {
			return nil
		}
		for _, t := range r.Segments {
			if s.Box.Y0-t.Box.Y1 <= limit && t.Box.CenterY() < s.Box.Y0+0.3*s.Height() && aligned(s, t) {
				return t
			}
		}
	}
	return nil
}

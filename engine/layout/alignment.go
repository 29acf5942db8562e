package layout

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout/words"
)

// alignSlack is the maximum difference between the edges of aligned lines, in points.
const alignSlack = 2.0

// alignSlack returns the same for a page that may be measured in pixels.
func (p *Page) alignSlack() float64 { return max(alignSlack, alignSlack*p.Width/defaultWidth) }

// alignText finds the left edge of the descriptions: that of their heading if words under it begin there as well,
// or else the one that most descriptions share. Words inside longer texts may begin anywhere.
func (t *Table) alignText(rows []*Row) {
	t.textLeft, t.textHead = 0, 0
	for i, h := range t.Headings {
		if h.Column != ColumnDescription {
			continue
		}
		aligned := 0
		for _, r := range rows {
			if r.beginsAt(h.Box.X0) {
				aligned++
			}
		}
		left, shared := t.sharedLeft(rows, i)
		t.textHead = h.Box.X0
		if t.textLeft = t.textHead; aligned < max(2, shared) {
			t.textLeft = left
		}
		return
	}
}

// sharedLeft returns the left edge shared by most texts under a centered heading, and their number, or 0.
func (t *Table) sharedLeft(rows []*Row, heading int) (left float64, texts int) {
	box, from := t.Headings[heading].Box, 0.0
	if heading > 0 {
		from = t.Headings[heading-1].Box.X1
	}
	var lefts []float64
	for _, r := range rows {
		lefts = append(lefts, r.textsTo(from, box)...)
	}
	for _, x := range lefts {
		shared := 0
		for _, o := range lefts {
			if math.Abs(o-x) <= t.Page.alignSlack() {
				shared++
			}
		}
		if shared > 1 && 2*shared > len(lefts) {
			return x, shared
		}
	}
	return 0, 0
}

// textsTo returns the left edges of texts that begin between an edge and a heading, and reach under it or follow a
// running number. In scans the words of one text may have slightly wider gaps.
func (r *Row) textsTo(from float64, heading Box) []float64 {
	var lefts []float64
	for i := 0; i < len(r.Segments); i++ {
		s := r.Segments[i]
		x, text := s.behindNumber(), s.Box
		if x <= from || x >= heading.X0 || !words.Lettered(s.Text()) {
			continue
		}
		for i+1 < len(r.Segments) && r.Segments[i+1].Box.X0-text.X1 < scanRoom*s.Height() {
			i++
			text = text.Union(r.Segments[i].Box)
		}
		if text.OverlapX(heading) > 0 || x > s.Box.X0 {
			lefts = append(lefts, x)
		}
	}
	return lefts
}

// behindNumber returns the left edge of a segment without a running number before it.
func (s *Segment) behindNumber() float64 {
	if len(s.Words) > 1 && strings.Trim(s.Words[0], "0123456789.)") == "" {
		return s.Tokens[1].Box.X0
	}
	return s.Box.X0
}

func (r *Row) beginsAt(x float64) bool {
	for _, s := range r.Segments {
		for i := range s.Tokens {
			if math.Abs(s.Tokens[i].Box.X0-x) <= s.Page.alignSlack() {
				return true
			}
		}
	}
	return false
}

// columnLeftOf returns the column left of the descriptions for a word that ends before their left edge, or else found.
func (t *Table) columnLeftOf(b Box, found Column) Column {
	if found != ColumnDescription || b.X1 > t.textLeft {
		return found
	}
	for i := 1; i < len(t.Headings); i++ {
		if left := t.Headings[i-1].Column; t.Headings[i].Column == ColumnDescription && !left.Numeric() {
			return left
		}
	}
	return found
}

// opensText reports whether a word begins between the left edge of the descriptions and their centered heading.
func (t *Table) opensText(b Box, c Column) bool {
	slack := t.Page.alignSlack()
	return c == ColumnDescription && t.textLeft > 0 &&
		b.X0 >= t.textLeft-slack && b.X0 <= max(t.textLeft+slack, t.textHead)
}

// ofText reports whether the left edge of a segment makes it part of the descriptions. A number must begin exactly
// at their edge or, under no heading, close after the description of its row.
func (t *Table) ofText(tr *TableRow, s *Segment, free bool) bool {
	switch {
	case !words.Numeric(s.Words):
		return t.opensText(s.Box, ColumnDescription)
	case math.Abs(s.Box.X0-t.textLeft) <= t.Page.alignSlack():
		return true
	}
	text := tr.Cells[ColumnDescription]
	return free && len(text) > 0 && text[len(text)-1].Segment == s.Left() &&
		s.Box.X0-s.Left().Box.X1 < scanRoom*s.Height()
}

// beforeText reports whether a segment is directly left of the descriptions' heading, and its row has no other text.
func (t *Table) beforeText(tr *TableRow, s *Segment) bool {
	i := slices.IndexFunc(t.Headings, func(h Heading) bool { return h.Box.X0 >= s.Box.X1 })
	if i < 0 || t.Headings[i].Column != ColumnDescription || words.Numeric(s.Words) {
		return false
	}
	if i > 0 && t.Headings[i-1].Box.X1 > s.Box.X0 {
		return false
	}
	return !slices.ContainsFunc(tr.Page.Rows[tr.Index].Segments, func(o *Segment) bool {
		return o.Box.OverlapX(t.Headings[i].Box) > 0
	})
}

// scanRoom is the maximum gap between words of one text in scans, in heights.
const scanRoom = 1.2

package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
)

const (
	unlike     = 0
	unknown    = 1 // the heading is unknown without a template
	meansField = 3 // its meaning is the column's field
	meansSame  = 4 // its meaning is the same as in the example
	sameWords  = 10
)

// alignment matches the headings of a page with learned columns, in order.
type alignment struct {
	columns  []template.Column
	headings []layout.Heading // left to right
	page     *layout.Page
	pinned   []int // by heading: the column with its words, or -1
	matched  []int // by heading: the matched column, or -1
}

// align finds learned columns in a header: by the words of their headings, then by order and meaning.
func align(columns []template.Column, h tableHeader) alignment {
	a := alignment{columns: columns, page: h.page}
	type pin struct {
		layout.Heading
		column int
	}
	var pins []pin
	for i := range columns {
		if box, ok := h.find(&columns[i]); ok &&
			!slices.ContainsFunc(pins, func(o pin) bool { return o.Box.OverlapX(box) > 0 }) {
			pins = append(pins, pin{layout.Heading{Column: layout.Column(columns[i].Meaning), Box: box}, i})
		}
	}
	for _, o := range h.headings {
		if !slices.ContainsFunc(pins, func(p pin) bool { return p.Box.OverlapX(o.Box) > 0 }) {
			pins = append(pins, pin{o, -1})
		}
	}
	slices.SortStableFunc(pins, func(a, b pin) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	for _, p := range pins {
		a.headings, a.pinned = append(a.headings, p.Heading), append(a.pinned, p.column)
	}
	a.matchColumns()
	return a
}

// find returns the place of a column's heading in a header that is nearest to the learned place.
func (h tableHeader) find(c *template.Column) (box layout.Box, ok bool) {
	const words = 6 // of a heading
	if c.Head == 0 {
		return box, false
	}
	least := 0
	for _, r := range h.page.Rows[h.first : h.last+1] {
		for _, s := range r.Segments {
			for first := range s.Tokens {
				for last := first; last < min(first+words, len(s.Tokens)); last++ {
					if hashOf("head", compactWords(s, first, last)) != c.Head {
						continue
					}
					b := s.SpanBox(first, last)
					off := spanOf(b, h.page).middle() - (c.At[0]+c.At[1])/2
					if off = max(off, -off); !ok || off < least {
						box, least, ok = b, off, true
					}
				}
			}
		}
	}
	return box, ok
}

func (a *alignment) likeness(heading, column int) int {
	h, c := a.headings[heading].Column, &a.columns[column]
	meant, _ := columnOf(c.Field)
	switch docType := layout.Column(c.Meaning); {
	case a.pinned[heading] == column:
		return sameWords
	case a.pinned[heading] >= 0 || slices.Contains(a.pinned, column):
		return unlike
	case h == docType && h != layout.ColumnOther:
		return meansSame
	case c.Field != "" && h == meant:
		return meansField
	case h == layout.ColumnOther:
		return unknown
	}
	return unlike
}

// matchColumns matches headings and columns in order for the highest score; an unknown heading needs both neighbors.
func (a *alignment) matchColumns() {
	n, m := len(a.headings), len(a.columns)
	sums := make([][]int, n+1)
	for i := range sums {
		sums[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			sums[i][k] = max(sums[i+1][k], sums[i][k+1])
			if s := a.likeness(i, k); s > 0 {
				sums[i][k] = max(sums[i][k], s+sums[i+1][k+1])
			}
		}
	}
	a.matched = slices.Repeat([]int{-1}, n)
	for i, k := 0, 0; i < n && k < m; {
		switch s := a.likeness(i, k); {
		case s > 0 && sums[i][k] == s+sums[i+1][k+1]:
			a.matched[i] = k
			i, k = i+1, k+1
		case sums[i][k] == sums[i+1][k]:
			i++
		default:
			k++
		}
	}
	settled := slices.Clone(a.matched)
	for i, k := range a.matched {
		if k >= 0 && a.likeness(i, k) == unknown && !a.hasMatchedNeighbors(i, k) {
			settled[i] = -1
		}
	}
	a.matched = settled
}

func (a *alignment) hasMatchedNeighbors(heading, column int) bool {
	left := heading == 0 && column == 0 || heading > 0 && column > 0 && a.matched[heading-1] == column-1
	right := heading == len(a.matched)-1 && column == len(a.columns)-1 ||
		heading+1 < len(a.matched) && column+1 < len(a.columns) && a.matched[heading+1] == column+1
	return left && right
}

// hasEnoughMatches reports whether enough columns match; without a certain match the width must be the same.
func (a *alignment) hasEnoughMatches(certain bool) bool {
	n, learned := 0, 0
	for _, k := range a.matched {
		if k >= 0 {
			n++
			if a.columns[k].Field != "" {
				learned++
			}
		}
	}
	return n >= 2 && 2*n >= len(a.columns) && learned > 0 && (certain || a.hasSameWidth())
}

// hasSameWidth reports whether the header has the learned left edge and width; inner widths vary with the content.
func (a *alignment) hasSameWidth() bool {
	const (
		beside = 14 // tolerated shift of a scan, in thousandths of the page
		wider  = 8  // tolerated difference of the width
	)
	is := spanOf(a.headings[0].Box.Union(a.headings[len(a.headings)-1].Box), a.page)
	was := span{a.columns[0].At[0], a.columns[len(a.columns)-1].At[1]}
	return distance(is.x0, was.x0) <= beside && distance(is.x1-is.x0, was.x1-was.x0) <= wider
}

// equalsLearned reports whether the header equals the learned one, heading by heading and in width.
func (a *alignment) equalsLearned() bool {
	const least = 4 // columns; shorter headers have the same words in many layouts
	return len(a.columns) >= least && len(a.headings) == len(a.columns) && !slices.Contains(a.pinned, -1) &&
		a.hasSameWidth()
}

func distance(a, b int) int { return max(a-b, b-a) }

// weight is the total score of the matched headings.
func (a *alignment) weight() int {
	n := 0
	for i, k := range a.matched {
		if k >= 0 {
			n += a.likeness(i, k)
		}
	}
	return n
}

func (a *alignment) fields() []string {
	var fields []string
	for _, k := range a.matched {
		if k >= 0 && a.columns[k].Field != "" {
			fields = append(fields, a.columns[k].Field)
		}
	}
	for _, c := range a.unheaded() {
		fields = append(fields, c.Field)
	}
	return fields
}

// unheaded are the learned columns without a heading that have no heading above them on this page.
func (a *alignment) unheaded() []template.Column {
	var all []template.Column
	for _, c := range a.columns {
		cells := span{c.Cells[0], c.Cells[1]}
		if c.Head == 0 && c.Field != "" && cells.x0 < cells.x1 &&
			!slices.ContainsFunc(a.headings, func(h layout.Heading) bool { return spanOf(h.Box, a.page).overlap(cells) > 0 }) {
			all = append(all, c)
		}
	}
	return all
}

// learnedHeadings returns the headings with learned columns; unknown words directly after a heading become part of it.
func (a *alignment) learnedHeadings() []layout.Heading {
	learned := map[layout.Column]bool{}
	for _, field := range a.fields() {
		c, _ := columnOf(field)
		learned[c] = true
	}
	var out []layout.Heading
	known := false // the last of out is learned
	for i, h := range a.headings {
		k := a.matched[i]
		if k >= 0 && a.columns[k].Field != "" {
			h.Column, _ = columnOf(a.columns[k].Field)
			out, known = append(out, h), true
			continue
		}
		const space = 0.6 // of the line height: the space between words
		if k < 0 && known && isLooseHeading(h) && h.Box.X0-out[len(out)-1].Box.X1 < space*h.Box.Height() {
			out[len(out)-1].Box = out[len(out)-1].Box.Union(h.Box)
			continue
		}
		if learned[h.Column] {
			h.Column = layout.ColumnOther
		}
		out, known = append(out, h), false
	}
	for _, c := range a.unheaded() {
		out = append(out, headingAt(&c, a.page, a.headings[0].Box))
	}
	return out
}

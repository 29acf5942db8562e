package tables

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// heading is a cell of the headings.
type heading struct {
	Row, Column, Rows, Columns int

	y0, y1 float64
	lines  []line
}

const maxHeadLines = 8

// countHeadings counts the lines of headings: those above a line across the table, or else those without figures.
func (t *reading) countHeadings() int {
	limit := min(maxHeadLines, len(t.lines)-1)
	first := 0 // line with figures
	for first < len(t.lines) && !t.hasFigures(first) {
		first++
	}
	ruled := 0
	for i := 1; i <= min(limit, first) && (ruled == 0 || first <= limit); i++ { // words may have a line below each row
		if t.isRuledOff(i) {
			ruled = i
		}
	}
	if ruled == 0 && first == 0 && t.isRuledOff(1) && !t.hasRuledRows() { // headings with figures, such as of ages
		ruled = 1
	}
	if ruled > 0 {
		return ruled
	}
	figures := 0
	for i := first; i < len(t.lines); i++ {
		if t.hasFigures(i) {
			figures++
		}
	}
	if first > limit || 2*figures < len(t.lines)-first {
		return 0
	}
	return t.withoutLabels(first)
}

// withoutLabels leaves out the last lines before the figures that have a label only: they are titles of sections, or
// the begin of the first label.
func (t *reading) withoutLabels(head int) int {
	for head > 1 && len(t.parts[head-1]) == 1 && t.parts[head-1][0].first == 0 &&
		slices.ContainsFunc(t.parts[head-2], func(p part) bool { return p.first > 0 }) {
		head--
	}
	return head
}

// headings makes the cells of the headings. Lines of the same columns, one below the other, are one cell.
func (t *reading) headings() (cells []*heading) {
	for i := range t.head {
		for _, p := range t.parts[i] {
			h := &heading{Column: p.first, Columns: p.last - p.first + 1, y0: p.box.Y0, y1: p.box.Y1, lines: []line{p.piece}}
			t.widen(h, i)
			k := slices.IndexFunc(cells, func(o *heading) bool {
				return o.Column == h.Column && o.Columns == h.Columns && !t.isParted(o, h)
			})
			if k >= 0 {
				cells[k].lines, cells[k].y1 = append(cells[k].lines, p.piece), h.y1
			} else {
				cells = append(cells, h)
			}
		}
	}
	arrange(cells)
	return cells
}

// isParted reports whether a heading begins another cell than the one above it.
func (t *reading) isParted(above, h *heading) bool {
	height := h.lines[0].height
	if h.y0-above.y1 > 0.9*height {
		return true
	}
	c0, c1 := t.columns[h.Column], t.columns[h.Column+h.Columns-1]
	return t.rules.between(above.lines[len(above.lines)-1].box.CenterY(), h.lines[0].box.CenterY(), c0.x0, c1.x1, 0.7)
}

// widen finds the columns of a heading by the line below it, or by its place between columns.
func (t *reading) widen(h *heading, i int) {
	l := h.lines[0]
	if rule, ok := t.rules.under(l.box, 1.2*l.height); ok {
		first, last := -1, -1
		for k, c := range t.columns {
			if overlap := min(rule.X1, c.x1) - max(rule.X0, c.x0); overlap > 0.5*(c.x1-c.x0) {
				if first < 0 {
					first = k
				}
				last = k
			}
		}
		if first >= 0 && first <= h.Column && last >= h.Column+h.Columns-1 && last-first+1 < len(t.columns) &&
			i+1 < t.head {
			h.Column, h.Columns = first, last-first+1
			return
		}
	}
	if i > 0 && h.Column > 0 && i+1 == t.head && len(t.parts[i]) == 1 && t.isUnit(h) {
		h.Column, h.Columns = 1, len(t.columns)-1
	} else if h.Column > 0 && i+1 < t.head {
		t.center(h, i)
	}
}

// isUnit reports whether a heading in parentheses is about in the middle of all columns of figures.
func (t *reading) isUnit(h *heading) bool {
	x, height := h.lines[0].box.CenterX(), h.lines[0].height
	off := math.Abs((t.columns[1].x0+t.columns[len(t.columns)-1].x1)/2 - x)
	return strings.HasPrefix(h.lines[0].text(), "(") && off < 3*height
}

// center widens a heading to the columns in whose middle it is, unless it is in the middle of the column below it.
func (t *reading) center(h *heading, i int) {
	l := h.lines[0]
	off := func(first, last int) float64 {
		return math.Abs((t.columns[first].x0+t.columns[last].x1)/2 - l.box.CenterX())
	}
	isFree := func(k int) bool { // has a heading below and none beside
		return k >= h.Column && k < h.Column+h.Columns || !t.hasPart(i, k) && t.hasPart(i+1, k)
	}
	first, last := h.Column, h.Column+h.Columns-1
	best := off(first, last) - 0.5*l.height
	for a := h.Column; a > 0 && isFree(a); a-- {
		for b := h.Column + h.Columns - 1; b < len(t.columns) && isFree(b); b++ {
			if d := off(a, b); b > a && d < best {
				first, last, best = a, b, d
			}
		}
	}
	h.Column, h.Columns = first, last-first+1
}

// arrange gives headings their rows: a heading is below all others over its columns, and fills the space to the next.
func arrange(cells []*heading) {
	slices.SortStableFunc(cells, func(a, b *heading) int { return cmp.Compare(a.y0, b.y0) })
	isOver := func(a, b *heading) bool {
		return a.Column < b.Column+b.Columns && b.Column < a.Column+a.Columns && a != b
	}
	rows := 0
	for i, h := range cells {
		for _, o := range cells[:i] {
			if isOver(o, h) {
				h.Row = max(h.Row, o.Row+1)
			}
		}
		rows = max(rows, h.Row+1)
	}
	for i, h := range cells {
		end := rows
		for _, o := range cells[i+1:] {
			if isOver(o, h) {
				end = min(end, o.Row)
			}
		}
		h.Rows = max(1, end-h.Row)
	}
}

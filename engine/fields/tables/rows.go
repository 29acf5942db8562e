package tables

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// reading is a zone in columns.
type reading struct {
	zone

	rules   rules
	edge    layout.Box // of the lines
	columns []column
	parts   [][]part // by line
	head    int      // the number of lines of headings
	torn    int      // pieces below the headings that begin in one column and end in another
}

// read returns the table of a zone, or false if it is none.
func (z zone) read(r rules) (g value.Grid, ok bool) {
	t := reading{zone: z, rules: r, edge: z.box()}
	t.columns = joinSigns(columnsOf(z.body()), z.lines)
	if len(t.columns) < 2 {
		return g, false
	}
	for _, l := range z.lines {
		t.parts = append(t.parts, cut(l, t.columns))
	}
	t.head = t.countHeadings()
	t.countTorn()
	headings := t.headings()
	rows := t.rows()
	if !t.isTable(rows) {
		return g, false
	}
	top := 0
	for _, h := range headings {
		top = max(top, h.Row+h.Rows)
	}
	b := newBuilder(top+len(rows), len(t.columns))
	for _, h := range headings {
		b.put(h.Row, h.Column, h.Rows, h.Columns, h.lines)
	}
	for i, row := range rows {
		for _, n := range row {
			for _, p := range t.parts[n] {
				b.put(top+i, p.first, 1, p.last-p.first+1, []line{p.piece})
			}
		}
	}
	return b.grid(top), true
}

// body returns the lines whose gaps show the columns: those with figures, or else all of several pieces.
func (z zone) body() (lines []line) {
	for _, l := range z.lines {
		pieces := l.pieces(wideGap)
		if len(pieces) > 1 && slices.ContainsFunc(pieces[1:], func(p piece) bool { return isFigure(p.text()) }) {
			lines = append(lines, l)
		}
	}
	if n := len(lines); n >= 3 || 2*n > len(z.lines) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(z.lines), func(l line) bool { return !isTabular(l) })
}

// hasFigures reports whether a line has figures beside its label. Years are none: they may be headings.
func (t *reading) hasFigures(i int) bool {
	return slices.ContainsFunc(t.parts[i], func(p part) bool {
		text := p.text()
		return p.first > 0 && isFigure(text) && !isYear(text)
	})
}

func isYear(text string) bool {
	return len(text) >= 4 && (text[:2] == "19" || text[:2] == "20") &&
		!strings.ContainsFunc(text[:4], func(r rune) bool { return !unicode.IsDigit(r) }) && !strings.ContainsAny(text, ".,%")
}

// isTable reports whether rows are those of a table and not of text beside other text.
func (t *reading) isTable(rows [][]int) bool {
	figures, filled, within := 0, 0, 0
	for _, row := range rows {
		columns := map[int]bool{}
		has := false
		for _, n := range row {
			has = has || t.hasFigures(n)
			for _, p := range t.parts[n] {
				columns[p.first] = true
			}
		}
		if has {
			figures++
		}
		filled += len(columns)
		for _, p := range t.parts[row[0]] {
			if isLower(p.text()) && countWords(p.piece) > 2 {
				within++
			}
		}
	}
	b := t.edge
	ruled := t.rules.between(b.Y0, b.Y1, b.X0, b.X1, widthOfTable)
	const maxTorn = 0.2 // of the rows
	switch {
	case float64(t.torn) > maxTorn*float64(len(rows)) && t.torn > 2:
		return false
	case len(rows) < 2 || len(rows)+t.head < 3:
		return false
	case 2*filled < len(rows)*min(len(t.columns), 4), 2*figures < len(rows) && 3*within > filled: // sparse, or sentences
		return false
	case len(t.columns) == 2 && t.isContents():
		return false
	case len(t.columns) == 2:
		return len(rows) > 3 && 2*figures > len(rows) || (ruled || t.captioned) && len(rows) > 1
	}
	return 2*figures > len(rows) || ruled || t.captioned || len(rows) > 2 && 4*filled > 3*len(rows)*len(t.columns)
}

// countTorn counts the pieces of running text over several columns, where a line has other pieces.
func (t *reading) countTorn() {
	for _, l := range t.lines[t.head:] {
		pieces := l.pieces(narrowGap)
		for _, p := range pieces {
			if first, last := rangeOf(p.box, t.columns); first != last && len(pieces) > 1 {
				t.torn++
			}
		}
	}
}

// isContents reports whether lines are titles and the numbers of their pages.
func (t *reading) isContents() bool {
	titles, ordered, before := 0, 0, 0
	for i, parts := range t.parts {
		page, err := strconv.Atoi(parts[len(parts)-1].text())
		if err != nil || page < before {
			continue
		}
		ordered, before = ordered+1, page
		if t.lines[i].leads || unicode.IsDigit([]rune(parts[0].text())[0]) {
			titles++
		}
	}
	return 4*ordered > 3*len(t.parts) && 2*titles > ordered
}

package tables

import (
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// lattice is a frame with its cells. A cell that no line parts from its neighbor is one cell with it.
type lattice struct {
	frame

	xs, ys []float64
	owner  []int // the first cell of each group of cells, by row and column
	lines  [][]line
}

const maxLatticeCells = 3000

// read reads a table with lines around each cell. It returns the lines of the page outside of it.
func (f frame) read(lines []line) (g placedGrid, rest []line, ok bool) {
	l := lattice{frame: f}
	l.xs, l.ys = f.edges()
	rows, columns := len(l.ys)-1, len(l.xs)-1
	if rows < 2 || columns < 2 || rows*columns > maxLatticeCells {
		return g, lines, false
	}
	l.join()
	l.lines = make([][]line, rows*columns)
	for _, in := range lines {
		var outside []layout.Token
		inside := map[int][]layout.Token{}
		for _, t := range in.tokens {
			if i, within := l.at(t.Box.CenterX(), t.Box.CenterY()); within {
				inside[l.owner[i]] = append(inside[l.owner[i]], t)
			} else {
				outside = append(outside, t)
			}
		}
		for i, tokens := range inside {
			l.lines[i] = append(l.lines[i], newLine(tokens))
		}
		if len(outside) > 0 {
			rest = append(rest, newLine(outside))
		}
	}
	if !l.isTable() {
		return g, lines, false
	}
	return placedGrid{l.grid(), layout.Box{X0: l.xs[0], Y0: l.ys[0], X1: l.xs[columns], Y1: l.ys[rows]}}, rest, true
}

func (l *lattice) at(x, y float64) (int, bool) {
	row, _ := slices.BinarySearch(l.ys, y)
	column, _ := slices.BinarySearch(l.xs, x)
	inside := row > 0 && row < len(l.ys) && column > 0 && column < len(l.xs)
	return (row-1)*(len(l.xs)-1) + column - 1, inside
}

// join makes groups of the cells between which no line is. Groups other than rectangles stay parted.
func (l *lattice) join() {
	rows, columns := len(l.ys)-1, len(l.xs)-1
	l.owner = make([]int, rows*columns)
	for r := range rows {
		for k := range columns {
			i := r*columns + k
			l.owner[i] = i
			left := k > 0 && !l.hasDown(l.xs[k], l.ys[r], l.ys[r+1])
			above := r > 0 && !l.hasAcross(l.ys[r], l.xs[k], l.xs[k+1])
			switch {
			case left && l.top(l.owner[i-1]) == r:
				l.owner[i] = l.owner[i-1]
			case above && (k == 0 || !left || l.owner[i-1] == l.owner[i-columns]):
				l.owner[i] = l.owner[i-columns]
			}
		}
	}
	for i := range l.owner { // parts groups that are not rectangles
		if first := l.owner[i]; first != i && !l.isRectangle(first) {
			l.owner[i] = i
		}
	}
}

func (l *lattice) top(i int) int { return i / (len(l.xs) - 1) }

// size returns the rows and columns from a group's first cell to its last, and the number of its cells.
func (l *lattice) size(first int) (rows, columns, cells int) {
	width := len(l.xs) - 1
	for i := first; i < len(l.owner); i++ {
		if l.owner[i] == first {
			rows, columns, cells = max(rows, i/width-first/width+1), max(columns, i%width-first%width+1), cells+1
		}
	}
	return rows, columns, cells
}

func (l *lattice) isRectangle(first int) bool {
	rows, columns, cells := l.size(first)
	return rows*columns == cells
}

func (l *lattice) hasDown(x, y0, y1 float64) bool {
	return slices.ContainsFunc(l.down, func(b layout.Box) bool {
		return b.X0-touch < x && x < b.X1+touch && min(b.Y1, y1)-max(b.Y0, y0) > 0.5*(y1-y0)
	})
}

func (l *lattice) hasAcross(y, x0, x1 float64) bool {
	return slices.ContainsFunc(l.across, func(b layout.Box) bool {
		return b.Y0-touch < y && y < b.Y1+touch && min(b.X1, x1)-max(b.X0, x0) > 0.5*(x1-x0)
	})
}

// isTable reports whether the cells hold one thing each: few have figures one below the other, or words far apart.
func (l *lattice) isTable() bool {
	filled, crowded, columns, rows := 0, l.countUnruled(), map[int]bool{}, map[int]bool{}
	for i, lines := range l.lines {
		if len(lines) == 0 {
			continue
		}
		filled++
		columns[i%(len(l.xs)-1)], rows[l.top(i)] = true, true
		figures, wide := 0, 0
		for _, in := range lines {
			if isFigure(in.text()) {
				figures++
			}
			if len(in.pieces(2*wideGap)) > 1 {
				wide++
			}
		}
		if figures > 1 || wide > 0 {
			crowded++
		}
	}
	const maxCrowded = 0.15
	return filled >= 4 && len(columns) > 1 && len(rows) > 1 && float64(crowded) <= maxCrowded*float64(filled)
}

// countUnruled counts the cells of rows whose cells all have the same number of several lines: these are the rows.
func (l *lattice) countUnruled() (n int) {
	const several = 3
	width := len(l.xs) - 1
	for first := 0; first < len(l.lines); first += width {
		most, filled, same := 0, 0, true
		for _, lines := range l.lines[first : first+width] {
			if len(lines) > 0 {
				same = same && (most == 0 || len(lines) == most)
				most, filled = len(lines), filled+1
			}
		}
		if same && filled > 1 && most >= several {
			n += filled
		}
	}
	return n
}

func (l *lattice) grid() value.Grid {
	width := len(l.xs) - 1
	b := newBuilder(len(l.ys)-1, width)
	for i, owner := range l.owner {
		if owner == i {
			rows, columns, _ := l.size(i)
			b.put(i/width, i%width, rows, columns, l.lines[i])
		}
	}
	return b.grid(0)
}

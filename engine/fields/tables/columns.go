package tables

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
)

// column is the range of a column's print.
type column struct{ x0, x1 float64 }

// columnsOf finds the columns of lines. Lines with few pieces, such as sums, only add columns in which no other line
// has print.
func columnsOf(lines []line) []column {
	const share, fewest = 0.6, 3
	most := 0
	all := make([][]piece, len(lines))
	for i, l := range lines {
		all[i] = l.pieces(narrowGap)
		most = max(most, len(all[i]))
	}
	var full, sparse [][]piece
	for _, pieces := range all {
		if float64(len(pieces)) >= share*float64(most) {
			full = append(full, pieces)
		} else {
			sparse = append(sparse, pieces)
		}
	}
	if len(full) < fewest {
		return commonColumns(all)
	}
	columns := commonColumns(full)
	for _, pieces := range sparse {
		for _, p := range pieces {
			if !slices.ContainsFunc(columns, func(c column) bool {
				return c.x0 < p.box.X1+narrowGap*p.height && p.box.X0-narrowGap*p.height < c.x1
			}) {
				columns = append(columns, column{p.box.X0, p.box.X1})
			}
		}
	}
	slices.SortFunc(columns, func(a, b column) int { return cmp.Compare(a.x0, b.x0) })
	return columns
}

// commonColumns finds columns by the gaps that lines have in common. Few lines may have words in a gap.
func commonColumns(lines [][]piece) (found []column) {
	var height float64
	for _, l := range lines {
		height += l[0].height / float64(len(lines))
	}
	least, tolerated := narrowGap*height, 0
	switch n := len(lines); {
	case n < 5:
		least = wideGap * height
	case n > 7:
		tolerated = max(1, n/20)
	}
	type edge struct {
		x    float64
		step int
	}
	var edges []edge
	for _, pieces := range lines {
		for _, p := range pieces {
			edges = append(edges, edge{p.box.X0, 1}, edge{p.box.X1, -1})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), -cmp.Compare(a.step, b.step)) })
	covered := 0
	for _, e := range edges {
		was := covered
		covered += e.step
		switch n := len(found); {
		case was <= tolerated && covered > tolerated:
			if n > 0 && e.x-found[n-1].x1 < least {
				continue // the column goes on
			}
			found = append(found, column{e.x, e.x})
		case was > tolerated && covered <= tolerated:
			found[n-1].x1 = e.x
		}
	}
	return found
}

// joinSigns joins columns of signs only, such as of currencies, with the figures beside them.
func joinSigns(columns []column, lines []line) []column {
	for k := len(columns) - 2; k >= 0; k-- {
		if hasSignsOnly(columns[k], lines) {
			columns[k].x1 = columns[k+1].x1
			columns = slices.Delete(columns, k+1, k+2)
		}
	}
	return columns
}

func hasSignsOnly(c column, lines []line) bool {
	const missing = "-–—.…*" // signs of missing figures
	for _, l := range lines {
		for i := range l.tokens {
			t := &l.tokens[i]
			if x := t.Box.CenterX(); x > c.x0 && x < c.x1 && (strings.Trim(t.Text, missing) == "" ||
				strings.ContainsFunc(t.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })) {
				return false
			}
		}
	}
	return true
}

// part is a piece of a line in the columns first to last.
type part struct {
	piece

	first, last int
}

// cut cuts a line into the parts of its columns. A piece over several columns stays whole if it has the spaces of
// running text there and no figures behind them.
func cut(l line, columns []column) (parts []part) {
	for _, p := range l.pieces(narrowGap) {
		start := 0
		for i := 1; i <= len(p.tokens); i++ {
			if i < len(p.tokens) && !p.isCut(i, columns) {
				continue
			}
			head := newLine(p.tokens[start:i])
			first, last := rangeOf(head.box, columns)
			if n := len(parts) - 1; n >= 0 && parts[n].last >= first {
				joined := newLine(slices.Concat(parts[n].tokens, head.tokens))
				parts[n] = part{joined, parts[n].first, max(parts[n].last, last)}
			} else {
				parts = append(parts, part{head, first, last})
			}
			start = i
		}
	}
	return parts
}

// isCut reports whether a word of a piece begins another cell than the word before it: a figure, a word after a wider
// space, or a word aligned with its column if the words before it are aligned with theirs.
func (l piece) isCut(i int, columns []column) bool {
	a, b := &l.tokens[i-1], &l.tokens[i]
	_, left := rangeOf(a.Box, columns)
	right, _ := rangeOf(b.Box, columns)
	if left >= right {
		return false
	}
	const wider = 1.6
	s := layout.Segment{Tokens: l.tokens}
	if isFigure(b.Text) || b.Box.X0-a.Box.X1 > wider*s.MedianSpace() {
		return true
	}
	head, tail := newLine(l.tokens[:i]), newLine(l.tokens[i:])
	return columns[left].isAligned(head) && columns[right].isAligned(tail)
}

func (c column) isAligned(l piece) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 0.15*l.height }
	return near(c.x0, l.box.X0) || near(c.x1, l.box.X1) || near((c.x0+c.x1)/2, l.box.CenterX())
}

// rangeOf returns the columns that a box covers: those that it overlaps by more than a little, or the nearest one.
func rangeOf(b layout.Box, columns []column) (first, last int) {
	first, last = -1, -1
	best, nearest := 0, -1e9
	for k, c := range columns {
		overlap := min(b.X1, c.x1) - max(b.X0, c.x0)
		if overlap > nearest {
			best, nearest = k, overlap
		}
		if overlap > 0.25*min(b.Width(), c.x1-c.x0) || overlap > b.Height() {
			if first < 0 {
				first = k
			}
			last = k
		}
	}
	if first < 0 {
		return best, best
	}
	return first, last
}

package pdf417

import (
	"image"
	"math"
	"slices"
)

// form is the size of a code and the rows at the lines: row = first + step * y.
type form struct {
	rows, columns, correction int
	first, step               float64
}

// read reads the code that begins at a start pattern.
func read(img *image.Gray, start *end, stops []*end) (Code, bool) {
	r := &reader{img: img, right: float64(start.way) * start.module}
	r.down = -r.right * start.xPerRow
	numEnds, nearest := 1, math.Inf(1)
	for _, e := range stops {
		const minColumns, maxSlope = 3, 0.08
		dx, dy := (e.x-start.x)/r.right, e.y-start.y
		if e.way == start.way && dx > minColumns*symbolWidth && dx < nearest && math.Abs(dy/(e.x-start.x)) < maxSlope {
			numEnds, nearest, r.down = 2, dx, dy/dx
		}
	}
	const maxLines = 600
	var lines []line
	top, bottom, margin := float64(start.edges[0].Y), float64(start.last().Y), symbolWidth*start.module
	for y := top - margin; y < bottom+margin; y += max(1, start.module/2, (bottom-top+2*margin)/maxLines) {
		lines = append(lines, r.line(start.xAt(y), y))
	}
	f, ok := newForm(lines)
	if !ok {
		return Code{}, false
	}
	words := f.vote(lines)
	if !correct(words, f.correction) || words[0] < 1 || words[0] > len(words)-f.correction {
		return Code{}, false
	}
	text, ok := Decode(words[1:words[0]])
	code := Code{Text: text}
	width := float64(symbolWidth*(f.columns+2*numEnds) + 1)
	for _, y := range []float64{top, bottom} {
		for _, along := range []float64{0, width} {
			at := image.Pt(int(start.xAt(y)+along*r.right), int(y+along*r.down))
			code.Box = code.Box.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
		}
	}
	return code, ok
}

// newForm returns what most row indicators state. They state the number of the row, and by cluster: a third of the
// rows, the level of correction with the rest of the rows, or the columns.
func newForm(lines []line) (f form, ok bool) {
	const thirds, levels, columns = 0, 1, 2 // of left indicators; right ones have them in the next cluster
	const maxRows, maxWords = 90, 928
	if f.first, f.step, ok = fitRows(lines); !ok {
		return f, false
	}
	rows, votes := map[int]int{}, [3]map[int]int{{}, {}, {}}
	count := func(column, shift int) {
		for _, l := range lines {
			indicator := l.symbols[column]
			row := rowOf(indicator)
			if indicator.codeword >= 0 && math.Abs(float64(row)-f.first-f.step*l.y) < 1 {
				rows[row]++
				votes[(indicator.cluster+shift)%clusters][indicator.codeword%30]++
			}
		}
	}
	count(0, 0)
	if f.columns = mostFrequent(votes[columns]) + 1; f.columns > maxColumns {
		return f, false
	}
	count(f.columns+1, 2)
	third, level := mostFrequent(votes[thirds]), mostFrequent(votes[levels])
	for row, n := range rows {
		if n > 1 { // some encoders state too few
			third = max(third, row/clusters)
		}
	}
	f.rows, f.correction = third*clusters+level%clusters+1, 2<<(level/clusters)
	words := f.rows * f.columns
	return f, f.columns > 0 && level >= 0 && f.rows <= maxRows && words <= maxWords && words > f.correction
}

// rowOf returns the row that a row indicator states.
func rowOf(indicator symbol) int { return indicator.codeword/30*clusters + indicator.cluster }

// fitRows returns the row at y = 0 and the change by pixel, as most left row indicators state them.
func fitRows(lines []line) (first, step float64, ok bool) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.symbols[0].codeword < 0 })
	half := len(lines) / 2
	if half < 2 {
		return 0, 0, false
	}
	var steps, firsts []float64
	for i, l := range lines[half:] {
		steps = append(steps, float64(rowOf(l.symbols[0])-rowOf(lines[i].symbols[0]))/(l.y-lines[i].y))
	}
	slices.Sort(steps)
	step = steps[len(steps)/2]
	for _, l := range lines {
		firsts = append(firsts, float64(rowOf(l.symbols[0]))-step*l.y)
	}
	slices.Sort(firsts)
	return firsts[len(firsts)/2], step, step != 0
}

// vote returns the codewords that most lines of a row have, and -1 for those that none has. The cluster decides which
// of the rows near a line it is in, since rows may be bent or askew.
func (f form) vote(lines []line) []int {
	const weight = 0.1 // of a symbol for the row of the next one
	votes := make([]map[int]int, f.rows*f.columns)
	for i := range votes {
		votes[i] = map[int]int{}
	}
	for _, l := range lines {
		near := f.first + f.step*l.y
		for column, s := range l.symbols[:f.columns+1] {
			if s.codeword < 0 {
				continue
			}
			row := s.cluster + clusters*int(math.Round((near-float64(s.cluster))/clusters))
			near += weight * (float64(row) - near)
			if column > 0 && row >= 0 && row < f.rows {
				votes[row*f.columns+column-1][s.codeword]++
			}
		}
	}
	words := make([]int, len(votes))
	for i, v := range votes {
		words[i] = mostFrequent(v)
	}
	return words
}

// mostFrequent returns the value with most votes, -1 if there are none.
func mostFrequent(votes map[int]int) int {
	most := -1
	for value, n := range votes {
		if n > votes[most] || n == votes[most] && value > most {
			most = value
		}
	}
	return most
}

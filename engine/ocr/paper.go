package ocr

import (
	"image"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// edge is the maximum ratio of the brightness of neighboring cells at an edge of the paper. Light and
// shadow change gradually.
const edge = 0.6

// surroundings returns the cells outside the paper, or nil if no paper is found. The paper is the largest
// and brightest area without an edge inside; it includes everything enclosed and one more cell around.
func (l *lighting) surroundings() []bool {
	const minPaper = 0.15 // of the image
	part, cells := l.brightestPart()
	if float64(cells) < minPaper*float64(len(part)) || cells == len(part) {
		return nil
	}
	outside := make([]bool, len(part))
	var open []int
	enter := func(i int) {
		if !part[i] && !outside[i] {
			outside[i] = true
			open = append(open, i)
		}
	}
	for i := range part {
		if column, row := i%l.columns, i/l.columns; column == 0 || row == 0 || column == l.columns-1 || row == l.rows-1 {
			enter(i)
		}
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		l.besides(i, enter)
	}
	away := make([]bool, len(part))
	for i := range away {
		away[i] = outside[i]
		l.besides(i, func(k int) { away[i] = away[i] && outside[k] })
	}
	return away
}

// brightestPart splits the cells at the edges and returns the part with the most light, and its number of
// cells.
func (l *lighting) brightestPart() (best []bool, cells int) {
	seen := make([]bool, len(l.paper))
	var brightest float32
	for start := range l.paper {
		if seen[start] {
			continue
		}
		seen[start] = true
		members, light := []int{start}, float32(0)
		for next := 0; next < len(members); next++ {
			i := members[next]
			light += l.paper[i]
			l.besides(i, func(k int) {
				if !seen[k] && min(l.paper[i], l.paper[k]) > edge*max(l.paper[i], l.paper[k]) {
					seen[k] = true
					members = append(members, k)
				}
			})
		}
		if light > brightest {
			brightest, cells = light, len(members)
			best = make([]bool, len(l.paper))
			for _, i := range members {
				best[i] = true
			}
		}
	}
	return best, cells
}

// besides visits the cells that share a side with cell i.
func (l *lighting) besides(i int, visit func(int)) {
	column, row := i%l.columns, i/l.columns
	if column > 0 {
		visit(i - 1)
	}
	if column < l.columns-1 {
		visit(i + 1)
	}
	if row > 0 {
		visit(i - l.columns)
	}
	if row < l.rows-1 {
		visit(i + l.columns)
	}
}

func (l *lighting) whiten(img *image.Gray, cells []bool) {
	for i, white := range cells {
		if !white {
			continue
		}
		corner := image.Pt(i%l.columns, i/l.columns).Mul(l.cell)
		pixels.Whiten(img, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(l.cell, l.cell))})
	}
}

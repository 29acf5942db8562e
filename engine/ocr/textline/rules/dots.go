package rules

import (
	"image"
	"slices"
)

// dot is a dot or dash of a dotted or dashed line.
type dot struct {
	box   image.Rectangle
	paper byte
}

func (d dot) erase(img *image.Gray) {
	for y := d.box.Min.Y; y < d.box.Max.Y; y++ {
		row := img.Pix[y*img.Stride:]
		for x := d.box.Min.X; x < d.box.Max.X; x++ {
			row[x] = max(row[x], d.paper)
		}
	}
}

// dotFinder finds equal marks at equal distances in a row of pixels.
type dotFinder struct {
	img    *image.Gray
	height float64 // of the page's text
	thick  int
	y      int
	runs   [][2]int // the marks of the row that continue at equal distances
	open   bool     // the last one is not complete
	found  []dot
}

func (f *dotFinder) begin(y int) { f.y, f.runs, f.open = y, f.runs[:0], false }

// add adds a thin pixel of the row.
func (f *dotFinder) add(x int) {
	n := len(f.runs)
	if f.open && f.runs[n-1][1] == x {
		f.runs[n-1][1] = x + 1
		return
	}
	f.check()
	f.runs, f.open = append(f.runs, [2]int{x, x + 1}), true
}

// check ends the series at its last mark, if that does not continue it.
func (f *dotFinder) check() {
	const evenness = 0.2
	n := len(f.runs)
	f.open = false
	if n == 0 {
		return
	}
	last := f.runs[n-1]
	if float64(last[1]-last[0]) > f.height {
		f.interrupt()
		return
	}
	if n == 1 {
		return
	}
	before := f.runs[n-2]
	pitch := float64(last[0] + last[1] - before[0] - before[1])
	first := float64(f.runs[1][0] + f.runs[1][1] - f.runs[0][0] - f.runs[0][1]) // twice the distance
	isEven := max(pitch-first, first-pitch) <= max(3, evenness*first) &&
		isNear(float64(last[1]-last[0]), float64(f.runs[0][1]-f.runs[0][0]), evenness) &&
		float64(last[0]-before[1]) <= f.farthest(last)
	if !isEven {
		f.runs = f.runs[:n-1]
		f.take()
		f.runs = append(f.runs[:0], before, last)
		if float64(last[0]-before[1]) > f.farthest(last) || n == 2 {
			f.runs = append(f.runs[:0], last)
		}
	}
}

// farthest is the widest gap beside a mark. Dashes farther apart may be signs in the cells of a row.
func (f *dotFinder) farthest(run [2]int) float64 {
	const dot, dotGap, dashGap = 0.25, 2, 1 // heights
	if float64(run[1]-run[0]) <= dot*f.height {
		return dotGap * f.height
	}
	return dashGap * f.height
}

// interrupt ends the series because of other ink.
func (f *dotFinder) interrupt() {
	if len(f.runs) > 0 {
		f.take()
		f.runs = f.runs[:0]
	}
	f.open = false
}

func (f *dotFinder) end() {
	f.check()
	f.take()
}

// take keeps the marks of the series that touch no other ink, if they are many.
func (f *dotFinder) take() {
	const few = 6 // an ellipsis, or signs in the cells of a row
	if len(f.runs) < few {
		return
	}
	var dots []dot
	for _, r := range f.runs {
		if d, ok := f.dot(r[0], r[1]); ok {
			dots = append(dots, d)
		}
	}
	if len(dots) >= few-1 && 4*len(dots) >= 3*len(f.runs) {
		f.found = append(f.found, dots...)
	}
}

// dot returns the mark around a run of pixels if there is paper above and below it.
func (f *dotFinder) dot(from, to int) (dot, bool) {
	from, to = max(from-1, 0), min(to+1, f.img.Rect.Dx())
	top, bottom := max(f.y-f.thick-1, 0), min(f.y+f.thick+1, f.img.Rect.Dy()-1)
	ink, paper := byte(255), byte(0)
	for y := top; y <= bottom; y++ {
		for _, v := range f.img.Pix[y*f.img.Stride:][from:to] {
			paper = max(paper, v)
			if y == f.y {
				ink = min(ink, v)
			}
		}
	}
	clear := paper - (paper-ink)/3
	isClear := func(y int) bool { return slices.Min(f.img.Pix[y*f.img.Stride:][from:to]) >= clear }
	upper, lower := f.y, f.y
	for upper >= top && !isClear(upper) {
		upper--
	}
	for lower <= bottom && !isClear(lower) {
		lower++
	}
	if upper < top || lower > bottom || lower-upper-1 > f.thick {
		return dot{}, false
	}
	return dot{image.Rect(from, upper, to, lower+1), paper}, f.isAlone(from-1, to+1, upper, lower, clear)
}

// isAlone reports whether there is paper over and under a mark, where round letters go on.
func (f *dotFinder) isAlone(from, to, upper, lower int, clear byte) bool {
	reach := max(int(0.15*f.height), 2)
	part := image.Rect(from, upper-reach, to, lower+reach+1)
	if !part.In(f.img.Rect) {
		return false
	}
	for d := range reach + 1 {
		for _, y := range []int{upper - d, lower + d} {
			if slices.Min(f.img.Pix[y*f.img.Stride:][from:to]) < clear {
				return false
			}
		}
	}
	return true
}

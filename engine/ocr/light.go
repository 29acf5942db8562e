package ocr

import (
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// lighting holds the brightness of paper and ink in a grid of cells.
type lighting struct {
	cell          int // pixels a side
	columns, rows int
	paper, ink    []float32
}

// measureLight takes the 80th percentile of each cell's pixels as the paper's brightness, and the first
// percentile as the ink's. A cell full of print, or without any, uses its neighbors.
func measureLight(img *image.Gray) lighting {
	const cells, smallest = 24, 16 // across the shorter side; pixels
	w, h := img.Rect.Dx(), img.Rect.Dy()
	l := lighting{cell: max(min(w, h)/cells, smallest)}
	l.columns, l.rows = (w+l.cell-1)/l.cell, (h+l.cell-1)/l.cell
	l.paper, l.ink = make([]float32, l.columns*l.rows), make([]float32, l.columns*l.rows)
	for row := range l.rows {
		for column := range l.columns {
			cell := image.Rect(column*l.cell, row*l.cell, min((column+1)*l.cell, w), min((row+1)*l.cell, h))
			l.paper[row*l.columns+column], l.ink[row*l.columns+column] = cellLight(img, cell)
		}
	}
	middling := func(v []float32) float32 { slices.Sort(v); return v[len(v)/2] }
	l.paper = l.amongNeighbors(l.paper, middling)
	l.ink = l.amongNeighbors(l.amongNeighbors(l.ink, slices.Min), middling)
	return l
}

func cellLight(img *image.Gray, cell image.Rectangle) (paper, ink float32) {
	histogram, area := pixels.Histogram(img, cell), cell.Dx()*cell.Dy()
	brightest := func(percent int) float32 {
		n := 0
		for v := 255; v > 0; v-- {
			if n += histogram[v]; n*100 >= percent*area {
				return float32(v)
			}
		}
		return 0
	}
	return brightest(20), brightest(99)
}

// amongNeighbors replaces each cell's value by a choice among it and its neighbors.
func (l *lighting) amongNeighbors(values []float32, choose func([]float32) float32) []float32 {
	out := make([]float32, len(values))
	near := make([]float32, 0, 9)
	for row := range l.rows {
		for column := range l.columns {
			near = near[:0]
			for r := max(row-1, 0); r <= min(row+1, l.rows-1); r++ {
				near = append(near, values[r*l.columns+max(column-1, 0):r*l.columns+min(column+2, l.columns)]...)
			}
			out[row*l.columns+column] = choose(near)
		}
	}
	return out
}

// isEven reports whether the paper is white everywhere, as on scans and rendered pages, except for a few
// cells of a picture or a dark margin.
func (l *lighting) isEven() bool {
	const white, aside = 230, 20 // brightness; one cell in so many
	sorted := slices.Clone(l.paper)
	slices.Sort(sorted)
	return sorted[len(sorted)/aside] >= white
}

// isPale reports whether most print is lighter than half of white, as with worn ribbons and thermal paper.
// A threshold for the whole image would keep only black parts such as stamps and handwriting.
func (l *lighting) isPale() bool {
	const pale, contrast = 110, 40
	var inks []float32
	for i, ink := range l.ink {
		if l.paper[i]-ink >= contrast {
			inks = append(inks, ink)
		}
	}
	slices.Sort(inks)
	return len(inks) > 0 && inks[len(inks)/2] > pale
}

// even returns the image as if lit evenly: paper white, ink black everywhere, regardless of shadows, folds,
// dark surroundings and pale thermal print.
func (l *lighting) even(img *image.Gray) *image.Gray {
	const (
		white, black = 255, 20
		minSpan      = 40 // between paper and ink, lest noise become print
	)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	across := make([]between, w)
	for x := range across {
		across[x] = l.cellsAround(x, l.columns)
	}
	paper, ink := make([]float32, l.columns), make([]float32, l.columns) // of the row
	for y := range h {
		down := l.cellsAround(y, l.rows)
		for c := range paper {
			paper[c] = down.mix(l.paper[down.before*l.columns+c], l.paper[down.behind*l.columns+c])
			ink[c] = down.mix(l.ink[down.before*l.columns+c], l.ink[down.behind*l.columns+c])
		}
		from, to := img.Pix[y*img.Stride:y*img.Stride+w], out.Pix[y*out.Stride:y*out.Stride+w]
		for x, v := range from {
			b := &across[x]
			p := b.mix(paper[b.before], paper[b.behind])
			span := max(p-b.mix(ink[b.before], ink[b.behind]), minSpan)
			to[x] = byte(min(max(white-(p-float32(v))*(white-black)/span, 0), white))
		}
	}
	return out
}

// between is a position between the centers of two cells.
type between struct {
	before, behind int
	share          float32 // of the way to the one behind
}

func (l *lighting) cellsAround(pixel, cells int) between {
	at := (float64(pixel)+0.5)/float64(l.cell) - 0.5
	first := math.Floor(at)
	return between{min(max(int(first), 0), cells-1), min(max(int(first)+1, 0), cells-1), float32(at - first)}
}

func (b *between) mix(before, behind float32) float32 { return before + (behind-before)*b.share }

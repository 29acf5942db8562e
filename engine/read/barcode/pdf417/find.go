// Package pdf417 reads PDF417 codes as ISO/IEC 15438 defines them, also truncated ones. symbols.bin is the standard's
// table of symbols by cluster and codeword: 16 bits for each, without the first module, which is always dark.
package pdf417

import (
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

//go:generate sh -c "cd ../../../../lab && go run ./cmd/pdf417 ../engine/read/barcode/pdf417/symbols.bin"

// Code is a code on an image.
type Code struct {
	Text string
	Box  image.Rectangle
}

// Find returns the codes of an image whose rows are level or upside down, within about three degrees.
func Find(img *image.Gray) (codes []Code) {
	const maxRead = 50 // each costs milliseconds
	starts, stops := findEnds(img)
	for _, s := range starts[:min(len(starts), maxRead)] {
		if code, ok := read(img, s, stops); ok {
			codes = append(codes, code)
		}
	}
	return codes
}

// end is the start or stop pattern of a code in several rows of an image.
type end struct {
	way     int           // 1 if the code is read to the right, -1 if to the left
	module  float64       // pixels
	edges   []image.Point // the first edges in the rows
	x, y    float64       // their middle
	xPerRow float64
}

func (e *end) last() image.Point { return e.edges[len(e.edges)-1] }

// findEnds finds the patterns that are in at least three of the rows looked at.
func findEnds(img *image.Gray) (starts, stops []*end) {
	const rowStep, minRows, contrast = 5, 3, 40
	var edges []int
	for y := 0; y < img.Rect.Dy(); y += rowStep {
		edges = pixels.AppendEdges(edges[:0], img.Pix[y*img.Stride:][:img.Rect.Dx()], contrast)
		for i := range edges {
			starts = addEnd(starts, edges, i, y, 8, 1, 1, 1, 1, 1, 1, 3)
			stops = addEnd(stops, edges, i, y, 7, 1, 1, 3, 1, 1, 1, 2, 1)
		}
	}
	for _, ends := range []*[]*end{&starts, &stops} {
		*ends = slices.DeleteFunc(*ends, func(e *end) bool { return len(e.edges) < minRows })
		for _, e := range *ends {
			e.fit()
		}
	}
	return starts, stops
}

// addEnd adds the pattern that begins at an edge of a row, if there is one, to that of the rows above. widths are those
// of its bars and spaces in modules. Patterns that are read to the left begin at an odd edge, the right one of a bar.
func addEnd(ends []*end, edges []int, first, y int, widths ...int) []*end {
	const maxError, maxGap, maxSlope, alike, maxEnds = 0.75, 40, 0.06, 1.25, 500 // modules; modules; pixels to a row
	way, modules := 1-first%2*2, 0
	last := first + way*len(widths)
	if last < 0 || last >= len(edges) {
		return ends
	}
	for _, w := range widths {
		modules += w
	}
	module := float64(way*(edges[last]-edges[first])) / float64(modules)
	for i, w := range widths {
		from := first + way*i
		if math.Abs(float64(way*(edges[from+way]-edges[from]))-float64(w)*module) > maxError*module {
			return ends
		}
	}
	at := image.Pt(edges[first], y)
	for _, e := range slices.Backward(ends) {
		n := float64(len(e.edges))
		move := at.Sub(e.last())
		dx, dy := math.Abs(float64(move.X)), float64(move.Y)
		if e.way == way && dy > 0 && dy < maxGap*module && dx < 2*module+maxSlope*dy &&
			max(e.module, module) < alike*min(e.module, module) {
			e.module, e.edges = (e.module*n+module)/(n+1), append(e.edges, at)
			return ends
		}
	}
	if len(ends) < maxEnds {
		ends = append(ends, &end{way: way, module: module, edges: []image.Point{at}})
	}
	return ends
}

// fit determines the line through the edges. It is the more upright the fewer edges there are.
func (e *end) fit() {
	const inexact = 400 // the square of an edge's error, 0.4 pixels, divided by a usual slope
	for _, p := range e.edges {
		e.x, e.y = e.x+float64(p.X)/float64(len(e.edges)), e.y+float64(p.Y)/float64(len(e.edges))
	}
	xy, yy := 0.0, float64(inexact)
	for _, p := range e.edges {
		dx, dy := float64(p.X)-e.x, float64(p.Y)-e.y
		xy, yy = xy+dx*dy, yy+dy*dy
	}
	e.xPerRow = xy / yy
}

// xAt returns where the first edge is in a row.
func (e *end) xAt(y float64) float64 { return e.x + (y-e.y)*e.xPerRow }

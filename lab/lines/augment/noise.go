// Package augment simulates the effects of printers, paper, scanners and cameras on synthetic print.
//
// Ink planes are gray pictures in which 0 is no ink and 255 full ink. Pages are gray pictures as from scanners. All
// start at the origin.
package augment

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
)

// clouds returns smooth random values from -1 to 1 over a picture, which change within cells of this many pixels.
func clouds(r *rand.Rand, w, h int, cell float64) []float32 {
	columns, rows := int(float64(w)/cell)+2, int(float64(h)/cell)+2
	grid := make([]float32, columns*rows)
	for i := range grid {
		grid[i] = r.Float32()*2 - 1
	}
	out := make([]float32, w*h)
	for y := range h {
		gy, fy := split(float64(y) / cell)
		for x := range w {
			gx, fx := split(float64(x) / cell)
			at := gy*columns + gx
			upper := grid[at]*(1-fx) + grid[at+1]*fx
			lower := grid[at+columns]*(1-fx) + grid[at+columns+1]*fx
			out[y*w+x] = upper*(1-fy) + lower*fy
		}
	}
	return out
}

func split(v float64) (int, float32) {
	whole := math.Floor(v)
	return int(whole), float32(v - whole)
}

func byteOf(v float32) byte { return byte(min(max(v+0.5, 0), 255)) }

// Between returns a random number in a range.
func Between(r *rand.Rand, a, b float64) float64 { return a + r.Float64()*(b-a) }

// Chance returns true with a probability.
func Chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// grain is a table of normally distributed values, because table lookups are much faster than random draws.
type grain struct {
	values []float32
	at     int
}

func newGrain(r *rand.Rand) *grain {
	g := &grain{values: make([]float32, 1021)}
	for i := range g.values {
		g.values[i] = float32(r.NormFloat64())
	}
	return g
}

// row starts at a random index of the table, so that no two rows are equal.
func (g *grain) row(r *rand.Rand) { g.at = r.IntN(len(g.values)) }

func (g *grain) next() float32 {
	if g.at++; g.at >= len(g.values) {
		g.at = 0
	}
	return g.values[g.at]
}

// Noise adds normally distributed noise with a deviation in gray levels.
func Noise(r *rand.Rand, page *image.Gray, deviation float64) {
	g := newGrain(r)
	for y := range page.Rect.Dy() {
		g.row(r)
		row := page.Pix[y*page.Stride:][:page.Rect.Dx()]
		for x, v := range row {
			row[x] = byteOf(float32(v) + g.next()*float32(deviation))
		}
	}
}

// Specks sets a fraction of the pixels to black or white.
func Specks(r *rand.Rand, page *image.Gray, part float64) {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	for range int(part * float64(w*h)) {
		page.Pix[r.IntN(h)*page.Stride+r.IntN(w)] = byte(r.IntN(2) * 255) //nolint:gosec // 0 or 255
	}
}

// Extent returns the smallest rectangle around all visible ink, or false if there is none. The threshold depends on
// the darkest pixel, because hairlines never reach full ink.
func Extent(ink *image.Gray) (image.Rectangle, bool) {
	const weakest = 90
	darkest := slices.Max(ink.Pix)
	if darkest < weakest {
		return image.Rectangle{}, false
	}
	visible := darkest / 5 * 2
	box := image.Rectangle{Min: ink.Rect.Max, Max: image.Point{}}
	w := ink.Rect.Dx()
	for y := range ink.Rect.Dy() {
		for x, v := range ink.Pix[y*ink.Stride:][:w] {
			if v >= visible {
				box.Min = image.Pt(min(box.Min.X, x), min(box.Min.Y, y))
				box.Max = image.Pt(max(box.Max.X, x+1), max(box.Max.Y, y+1))
			}
		}
	}
	return box, !box.Empty()
}

// Paste adds ink at a position and clips it.
func Paste(dst, src *image.Gray, x, y int) {
	part := src.Rect.Add(image.Pt(x, y)).Intersect(dst.Rect)
	for py := part.Min.Y; py < part.Max.Y; py++ {
		to := dst.Pix[py*dst.Stride+part.Min.X : py*dst.Stride+part.Max.X]
		from := src.Pix[(py-y)*src.Stride+part.Min.X-x:]
		for i := range to {
			to[i] = max(to[i], from[i])
		}
	}
}

// Fill adds ink in a rectangle and clips it.
func Fill(ink *image.Gray, part image.Rectangle, light byte) {
	part = part.Intersect(ink.Rect)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := ink.Pix[y*ink.Stride+part.Min.X : y*ink.Stride+part.Max.X]
		for x, v := range row {
			row[x] = max(v, light)
		}
	}
}

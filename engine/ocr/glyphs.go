package ocr

import (
	"image"
	"slices"
)

// glyphHeight measures the height of the print in pixels: the median over the
// patches of dark pixels that are shaped like a character. Small letters,
// capitals and digits are mixed in it. 0 where there are too few to tell.
func glyphHeight(img *image.Gray) float64 {
	const enough = 20
	heights := patchHeights(middle(img))
	if len(heights) < enough {
		return 0
	}
	slices.Sort(heights)
	return float64(heights[len(heights)/2])
}

// middle cuts out the middle rows, as many as tell the size of the print at a
// bounded cost.
func middle(img *image.Gray) *image.Gray {
	const pixels = 800_000
	w, h := img.Rect.Dx(), img.Rect.Dy()
	rows := min(h, max(pixels/max(w, 1), 64))
	top := (h - rows) / 2
	return &image.Gray{Pix: img.Pix[top*img.Stride:], Stride: img.Stride, Rect: image.Rect(0, 0, w, rows)}
}

// patchHeights gives the heights of the connected patches of dark pixels that
// can be a character: neither specks, rules nor frames.
func patchHeights(img *image.Gray) []int {
	const unseen, seen = 1, 2
	dark := darkPixels(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	marks := make([]byte, w*h)
	for _, p := range dark {
		marks[p.Y*w+p.X] = unseen
	}
	var heights []int
	var open []image.Point
	for _, p := range dark {
		if marks[p.Y*w+p.X] != unseen {
			continue
		}
		marks[p.Y*w+p.X] = seen
		open = append(open[:0], p)
		patch, area := image.Rectangle{Min: p, Max: p}, 0
		for len(open) > 0 {
			q := open[len(open)-1]
			open = open[:len(open)-1]
			area++
			patch.Min.X, patch.Max.X = min(patch.Min.X, q.X), max(patch.Max.X, q.X)
			patch.Min.Y, patch.Max.Y = min(patch.Min.Y, q.Y), max(patch.Max.Y, q.Y)
			for y := max(q.Y-1, 0); y <= min(q.Y+1, h-1); y++ {
				for x := max(q.X-1, 0); x <= min(q.X+1, w-1); x++ {
					if marks[y*w+x] == unseen {
						marks[y*w+x] = seen
						open = append(open, image.Point{X: x, Y: y})
					}
				}
			}
		}
		if isGlyph(patch.Dx()+1, patch.Dy()+1, area) {
			heights = append(heights, patch.Dy()+1)
		}
	}
	return heights
}

func isGlyph(w, h, area int) bool {
	const (
		smallest, largest = 5, 120 // pixels
		wide, slim        = 3, 5   // times as wide as high, and the reverse
		filled            = 15     // percent of its box
	)
	return h >= smallest && h <= largest && w <= wide*h && h <= slim*w && 100*area >= filled*w*h
}

// printed gives the part of an image that holds its print; the few dark pixels
// far from the others, dust and punch holes, are left outside.
func printed(img *image.Gray) image.Rectangle {
	const side, outside = 350, 50 // pixels of the overview; one dark pixel in so many
	scale := min(side/float64(max(img.Rect.Dx(), img.Rect.Dy())), 1)
	dark := darkPixels(shrink(img, scale))
	if len(dark) == 0 {
		return image.Rectangle{}
	}
	xs, ys := make([]int, len(dark)), make([]int, len(dark))
	for i, p := range dark {
		xs[i], ys[i] = p.X, p.Y
	}
	slices.Sort(xs)
	slices.Sort(ys)
	first, last := len(dark)/outside, len(dark)-1-len(dark)/outside
	full := func(v int) int { return int(float64(v) / scale) }
	return image.Rect(full(xs[first]), full(ys[first]), full(xs[last]+1), full(ys[last]+1))
}

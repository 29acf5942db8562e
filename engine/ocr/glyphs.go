package ocr

import (
	"image"
	"slices"

	"github.com/docmill/docmill/engine/ocr/overview"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

// glyphHeight measures the height of the print in pixels: the median over dark patches shaped like
// characters, a mixture of small letters, capitals and digits. It returns 0 if there are too few.
//
// It ignores the dots and strokes of faint and dotted characters, which join when the image is shrunk.
func glyphHeight(img *image.Gray) float64 {
	const enough, half = 20, 0.5
	part := middle(img)
	heights, joined := patchHeights(part), patchHeights(shrink(part, half))
	switch {
	case len(joined) >= enough && len(joined) > len(heights)/2:
		if whole := median(joined) / half; whole > 1.5*median(heights) {
			return whole
		}
	case len(heights) < enough:
		return 0
	}
	return median(heights)
}

func median(values []int) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return float64(values[len(values)/2])
}

// middle cuts out the middle rows, enough to measure the print at a bounded cost.
func middle(img *image.Gray) *image.Gray {
	const area = 800_000
	w, h := img.Rect.Dx(), img.Rect.Dy()
	rows := min(h, max(area/max(w, 1), 64))
	top := (h - rows) / 2
	return pixels.Crop(img, image.Rect(0, top, w, top+rows))
}

// patchHeights returns the heights of connected dark patches that may be characters, not specks, rules or
// frames.
func patchHeights(img *image.Gray) []int {
	ink := overview.InkOf(img)
	w, h := ink.Width, ink.Height
	var heights []int
	var open []image.Point
	for i, dark := range ink.Dark {
		if !dark {
			continue
		}
		p := image.Point{X: i % w, Y: i / w}
		ink.Dark[i] = false // what was seen is taken out
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
					if at := y*w + x; ink.Dark[at] {
						ink.Dark[at] = false
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

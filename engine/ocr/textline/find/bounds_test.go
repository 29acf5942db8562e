package find

import (
	"image"
	"math/rand/v2"
	"testing"
)

// For any size and shape of a page and its print, the network's input is within the bounds.
func TestBoundsOfAnyPage(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 6))
	side := func() int { return 1 + int(r.ExpFloat64()*float64(int(1)<<r.IntN(18))) }
	for range 5000 {
		size := image.Pt(side(), side())
		for _, scale := range []float64{firstScale(size), bounded(size, 1e9*r.Float64()), bounded(size, r.Float64())} {
			w, h := float64(size.X)*scale, float64(size.Y)*scale
			if !(scale > 0) || w*h > maxPixels*1.001 || max(w, h) > maxSidePixels*1.001 || scale > maxScale {
				t.Fatalf("%v is scaled by %v to %v × %v", size, scale, w, h)
			}
		}
	}
}

// A page is padded to whole steps by repeating its edge, and is not changed.
func TestFilled(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1, 1}, {15, 17}, {16, 16}, {33, 2}} {
		page := image.NewGray(image.Rectangle{Max: size})
		for i := range page.Pix {
			page.Pix[i] = byte(1 + i%250)
		}
		pix, columns := filled(page)
		rows := len(pix) / columns
		if columns%step != 0 || rows%step != 0 || columns < size.X || rows < size.Y || columns >= size.X+step || rows >= size.Y+step {
			t.Fatalf("%v is filled up to %d × %d", size, columns, rows)
		}
		for y := range rows {
			for x := range columns {
				if want := page.GrayAt(min(x, size.X-1), min(y, size.Y-1)).Y; pix[y*columns+x] != want {
					t.Fatalf("%v at %d, %d: %d, want %d", size, x, y, pix[y*columns+x], want)
				}
			}
		}
	}
}

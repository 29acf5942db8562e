package augment

import (
	"image"
	"math"
	"math/rand/v2"
)

// Wear removes ink as printers and aging do; height is that of capital letters in pixels.
func Wear(r *rand.Rand, ink *image.Gray, height float64) {
	switch n := r.IntN(100); {
	case n < 18:
		thermal(r, ink, height)
	case n < 26:
		Crumble(r, ink, Between(r, 0.005, 0.12))
	case n < 31:
		Break(r, ink, 1+ink.Rect.Dx()/int(height*Between(r, 3, 12)+1))
	case n < 37:
		Fade(r, ink, Between(r, 0.35, 0.9), height*Between(r, 0.5, 8))
	}
}

// thermal simulates receipt printers: weak dots, dead columns, slipping paper.
func thermal(r *rand.Rand, ink *image.Gray, height float64) {
	if Chance(r, 0.7) {
		Fade(r, ink, Between(r, 0.45, 0.95), height*Between(r, 0.3, 6))
	}
	if Chance(r, 0.4) {
		Stuck(r, ink, height*Between(r, 0.5, 8), Between(r, 0.3, 1))
	}
	if Chance(r, 0.4) {
		Skips(r, ink, height*Between(r, 0.35, 3), Between(r, 0.3, 0.9))
	}
	if Chance(r, 0.5) {
		Crumble(r, ink, Between(r, 0.01, 0.1))
	}
	if Chance(r, 0.5) {
		Blur(ink, height*Between(r, 0, 0.07), height*Between(r, 0, 0.05))
	}
}

// Lay prints ink on paper. Light print on dark paper is rare.
func Lay(r *rand.Rand, ink *image.Gray, height float64) *image.Gray {
	light := Between(r, 165, 255)
	if Chance(r, 0.4) {
		light = 255
	}
	tone := Between(r, 0, 0.55) * light
	if Chance(r, 0.5) {
		tone = Between(r, 0, 40)
	}
	if Chance(r, 0.06) {
		light, tone = Between(r, 15, 110), Between(r, 190, 255)
	}
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	p := NewPaper(w, h, light)
	contrast := math.Abs(light - tone)
	if Chance(r, 0.35) {
		p.Slope(Between(r, -0.5, 0.5)*contrast, Between(r, -0.15, 0.15)*contrast)
	}
	if Chance(r, 0.25) {
		p.Clouds(r, Between(r, 0, 0.2)*contrast, height*Between(r, 0.5, 10))
	}
	if Chance(r, 0.1) {
		angle := Between(r, 0, math.Pi)
		x, y := r.Float64()*float64(w), r.Float64()*float64(h)
		p.Fold(x, y, angle, height*Between(r, 0.1, 1), Between(r, -0.7, 0.7)*contrast)
	}
	if Chance(r, 0.1) {
		angle := Between(r, 0, 2*math.Pi)
		x, y := r.Float64()*float64(w), r.Float64()*float64(h)
		p.Shadow(x, y, angle, height*Between(r, 0.1, 3), Between(r, 0, 0.45)*contrast)
	}
	return p.Print(ink, light, tone)
}

// Photograph simulates scanners and cameras; height is that of capital letters in pixels. It may modify the page.
func Photograph(r *rand.Rand, page *image.Gray, height float64) (*image.Gray, error) {
	if Chance(r, 0.2) { // noise of paper and sensor, before the lens and the scanner smooth it
		Noise(r, page, Between(r, 5, 45))
	}
	if Chance(r, 0.45) {
		Blur(page, height*Between(r, 0, 0.07), height*Between(r, 0, 0.07))
	} else if Chance(r, 0.08) {
		Blur(page, height*Between(r, 0.05, 0.14), 0)
	}
	if height > 9 && Chance(r, 0.2) {
		page = Coarsen(page, Between(r, min(8/height, 0.95), 1))
	}
	if Chance(r, 0.4) {
		Noise(r, page, Between(r, 0, 14))
	}
	if Chance(r, 0.04) {
		Specks(r, page, Between(r, 0, 0.01))
	}
	if height > 10 && Chance(r, 0.12) {
		Fax(r, page, Between(r, 0.35, 0.75), Between(r, 0, 20))
	} else if Chance(r, 0.2) {
		Contrast(page, Between(r, 0.6, 1.5), Between(r, -20, 20))
	}
	if Chance(r, 0.35) {
		return Compress(page, 15+r.IntN(66))
	}
	return page, nil
}

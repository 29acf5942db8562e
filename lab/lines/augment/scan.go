package augment

import (
	"image"
	"math/rand/v2"
)

// Copy places ink on white paper and copies it in black and white, once or several times, as fax machines and office
// copiers do: strokes break and run together, and dirt is added. height is that of capital letters in pixels.
func Copy(r *rand.Rand, ink *image.Gray, height float64) (*image.Gray, error) {
	if Chance(r, 0.35) {
		Wear(r, ink, height)
	}
	page := NewPaper(ink.Rect.Dx(), ink.Rect.Dy(), 255).Print(ink, 255, Between(r, 0, 90))
	for range 1 + r.IntN(2) {
		Blur(page, height*Between(r, 0.01, 0.07), height*Between(r, 0.01, 0.07))
		if Chance(r, 0.3) { // fax machines have half of the rows
			page = Coarsen(page, Between(r, min(7/height, 0.95), 1))
		}
		Fax(r, page, Between(r, 0.3, 0.8), Between(r, 0, 28))
	}
	if Chance(r, 0.5) {
		Specks(r, page, Between(r, 0, 0.015))
	}
	if Chance(r, 0.3) {
		Blur(page, height*Between(r, 0, 0.05), height*Between(r, 0, 0.05))
	}
	if Chance(r, 0.3) {
		return Compress(page, 30+r.IntN(60))
	}
	return page, nil
}

// Scan places ink on white or tinted office paper and scans it, or returns it as rendered by a program for a third of
// the pages. height is that of capital letters in pixels.
func Scan(r *rand.Rand, ink *image.Gray, height float64) (*image.Gray, error) {
	light, tone := 255.0, Between(r, 0, 60)
	switch {
	case Chance(r, 0.15):
		light = Between(r, 200, 255)
	case Chance(r, 0.06): // dark head of a table
		light, tone = Between(r, 20, 130), Between(r, 225, 255)
	case Chance(r, 0.15): // gray print
		tone = Between(r, 60, 150)
	}
	page := NewPaper(ink.Rect.Dx(), ink.Rect.Dy(), light).Print(ink, light, tone)
	if Chance(r, 0.35) {
		return page, nil
	}
	if Chance(r, 0.6) {
		Blur(page, height*Between(r, 0, 0.05), height*Between(r, 0, 0.05))
	}
	if Chance(r, 0.5) {
		Noise(r, page, Between(r, 0, 12))
	}
	if Chance(r, 0.3) {
		Contrast(page, Between(r, 0.7, 1.2), Between(r, -15, 15))
	}
	if height > 14 && Chance(r, 0.1) {
		Fax(r, page, Between(r, 0.4, 0.7), Between(r, 0, 10))
	}
	if Chance(r, 0.6) {
		return Compress(page, 40+r.IntN(56))
	}
	return page, nil
}

package augment

import (
	"image"
	"math/rand/v2"
)

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

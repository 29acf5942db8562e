package augment

import (
	"image"
	"math/rand/v2"
)

// Thicken expands ink at its edges by a part of a pixel from 0 to 1, horizontally or in all directions.
func Thicken(ink *image.Gray, part float64, sidewards bool) { swell(ink, part, sidewards, false) }

// Thin removes ink at its edges by a part of a pixel from 0 to 1.
func Thin(ink *image.Gray, part float64, sidewards bool) { swell(ink, part, sidewards, true) }

func swell(ink *image.Gray, part float64, sidewards, thin bool) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	old := make([]byte, w*h)
	copy(old, ink.Pix)
	better := func(a, b byte) byte { return max(a, b) }
	if thin {
		better = func(a, b byte) byte { return min(a, b) }
	}
	for y := range h {
		for x := range w {
			i := y*w + x
			v := old[i]
			if x > 0 {
				v = better(v, old[i-1])
			}
			if x < w-1 {
				v = better(v, old[i+1])
			}
			if !sidewards && y > 0 {
				v = better(v, old[i-w])
			}
			if !sidewards && y < h-1 {
				v = better(v, old[i+w])
			}
			ink.Pix[i] = byteOf(float32(old[i]) + (float32(v)-float32(old[i]))*float32(part))
		}
	}
}

// Fade weakens ink unevenly; the minimum is least, a fraction of full ink.
func Fade(r *rand.Rand, ink *image.Gray, least, cell float64) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	c := clouds(r, w, h, cell)
	for i, v := range ink.Pix {
		if v > 0 {
			ink.Pix[i] = byteOf(float32(v) * (float32(least) + float32(1-least)*(c[i]+1)/2))
		}
	}
}

// Stuck weakens columns as a thermal head with dead dots does. period is their mean distance in pixels.
func Stuck(r *rand.Rand, ink *image.Gray, period, strength float64) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	for range int(float64(w)/period) + r.IntN(2) {
		x, left := r.IntN(w), float32(1-strength*r.Float64())
		for y := range h {
			ink.Pix[y*w+x] = byteOf(float32(ink.Pix[y*w+x]) * left)
		}
	}
}

// Skips weakens rows as uneven paper feed does.
func Skips(r *rand.Rand, ink *image.Gray, period, strength float64) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	for range int(float64(h)/period) + r.IntN(2) {
		y, left := r.IntN(h), float32(1-strength*r.Float64())
		for x, v := range ink.Pix[y*w:][:w] {
			ink.Pix[y*w+x] = byteOf(float32(v) * left)
		}
	}
}

// Crumble removes specks of ink: a fraction of its pixels and some neighbors.
func Crumble(r *rand.Rand, ink *image.Gray, part float64) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	for range int(part * float64(w*h)) {
		x, y := r.IntN(w), r.IntN(h)
		left := r.Float32()
		for _, d := range [][2]int{{0, 0}, {1, 0}, {0, 1}}[:1+r.IntN(3)] {
			if px, py := x+d[0], y+d[1]; px < w && py < h {
				ink.Pix[py*w+px] = byteOf(float32(ink.Pix[py*w+px]) * left)
			}
		}
	}
}

// Break draws thin lines without ink across a plane, which interrupt strokes.
func Break(r *rand.Rand, ink *image.Gray, lines int) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	for range lines {
		x, y := r.Float64()*float64(w), r.Float64()*float64(h)
		dx, dy := Between(r, -1, 1), Between(r, -1, 1)
		for range 3 + r.IntN(2*h) {
			x, y = x+dx, y+dy
			if px, py := int(x), int(y); px >= 0 && px < w && py >= 0 && py < h {
				ink.Pix[py*w+px] /= 4
			}
		}
	}
}

// Threshold makes ink full or none.
func Threshold(img *image.Gray, at byte) {
	for i, v := range img.Pix {
		img.Pix[i] = 0
		if v >= at {
			img.Pix[i] = 255
		}
	}
}

// Dots prints a small plane, whose pixels are a printer's needles, with round dots. across and down are the pitch in
// pixels, radius is a fraction of the pitch. Needles of the missing rows do not print.
func Dots(r *rand.Rand, small *image.Gray, across, down, radius float64, missing func(row int) bool) *image.Gray {
	w, h := small.Rect.Dx(), small.Rect.Dy()
	const fine = 4 // pixels per needle, scaled down later
	big := image.NewGray(image.Rect(0, 0, w*fine, h*fine))
	rad := radius * fine
	for y := range h {
		if missing(y) {
			continue
		}
		for x := range w {
			if small.Pix[y*small.Stride+x] < 128 {
				continue
			}
			cx := (float64(x)+0.5)*fine + Between(r, -0.4, 0.4)
			cy := (float64(y)+0.5)*fine + Between(r, -0.3, 0.3)
			disc(big, cx, cy, rad*Between(r, 0.9, 1.1))
		}
	}
	return Scale(big, max(int(float64(w)*across+0.5), 1), max(int(float64(h)*down+0.5), 1))
}

func disc(ink *image.Gray, cx, cy, radius float64) {
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	for y := max(int(cy-radius-1), 0); y <= min(int(cy+radius+1), h-1); y++ {
		for x := max(int(cx-radius-1), 0); x <= min(int(cx+radius+1), w-1); x++ {
			dx, dy := float64(x)+0.5-cx, float64(y)+0.5-cy
			if dx*dx+dy*dy <= radius*radius {
				ink.Pix[y*ink.Stride+x] = 255
			}
		}
	}
}

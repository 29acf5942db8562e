package augment

import (
	"image"
	"slices"
)

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

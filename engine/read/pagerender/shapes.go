package pagerender

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/text/width"
)

// isWide reports whether a character takes two columns, as East Asian ones do.
func isWide(c rune) bool {
	if c < 0x300 {
		return false
	}
	kind := width.LookupRune(c).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

func gray(level uint8) color.RGBA { return color.RGBA{level, level, level, 255} }

// drawBar draws a bar instead of a word too small for letters.
func (p *canvas) drawBar(x0, x1, y0, y1 float64) {
	r := image.Rect(int(x0), int(y0), max(int(x1), int(x0)+1), max(int(y1), int(y0)+1))
	draw.Draw(p.img, r.Intersect(p.img.Rect), image.NewUniform(gray(barLevel)), image.Point{}, draw.Src)
}

// drawMissing draws a frame for a character that the typeface lacks.
func (p *canvas) drawMissing(left, y int, w, size float64) {
	r := image.Rect(left+1, y-int(0.7*size), left+max(int(w)-1, 2), y)
	outer := r.Intersect(p.img.Rect)
	draw.Draw(p.img, outer, image.NewUniform(gray(barLevel)), image.Point{}, draw.Src)
	draw.Draw(p.img, r.Inset(1).Intersect(outer), image.White, image.Point{}, draw.Src)
}

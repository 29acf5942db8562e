package pixels

import (
	"image"
	"math"
)

// FixedOne is the unit of At and Rotate: 1/65536 pixel.
const FixedOne = 1 << 16

// Rotate rotates an image clockwise about its center and keeps its size; new areas are white.
func Rotate(src *image.Gray, degrees float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(w)/2, float64(h)/2
	stepX, stepY := int(math.Round(cos*FixedOne)), int(math.Round(-sin*FixedOne))
	for y := range h {
		dx, dy := 0.5-cx, float64(y)+0.5-cy
		sx, sy := int((cos*dx+sin*dy+cx-0.5)*FixedOne), int((-sin*dx+cos*dy+cy-0.5)*FixedOne)
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x := range to {
			to[x] = At(src, sx, sy)
			sx, sy = sx+stepX, sy+stepY
		}
	}
	return dst
}

// At interpolates between the four pixels around (x, y), in 1/65536 pixel from the center of the first one.
// It returns white outside of the image.
func At(img *image.Gray, x, y int) byte {
	x0, y0 := x>>16, y>>16
	if x0 < 0 || y0 < 0 || x0 >= img.Rect.Dx()-1 || y0 >= img.Rect.Dy()-1 {
		return 255
	}
	p := img.Pix[y0*img.Stride+x0:]
	q := p[img.Stride:]
	u, v := x>>8&0xff, y>>8&0xff
	top := int(p[0])*(256-u) + int(p[1])*u
	bottom := int(q[0])*(256-u) + int(q[1])*u
	return byte((top*(256-v) + bottom*v + 1<<15) >> 16)
}

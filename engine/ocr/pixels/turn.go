package pixels

import (
	"image"
	"math"
)

// Turn is one of the eight orientations of an image: transposed first, then mirrored. The zero value
// changes nothing.
type Turn struct {
	Transpose    bool // exchanges rows and columns
	FlipX, FlipY bool // mirrors left and right, top and bottom
}

// QuarterTurns turns clockwise by quarters of a full turn, 0 to 3.
func QuarterTurns(quarters int) Turn {
	switch quarters {
	case 1:
		return Turn{Transpose: true, FlipX: true}
	case 2:
		return Turn{FlipX: true, FlipY: true}
	case 3:
		return Turn{Transpose: true, FlipY: true}
	}
	return Turn{}
}

// Gray turns an image; the identity returns the image itself.
func (t Turn) Gray(src *image.Gray) *image.Gray {
	if t == (Turn{}) {
		return src
	}
	out := image.NewGray(t.bounds(src.Rect))
	p := t.path(src.Rect, src.Stride, 1)
	for y := range out.Rect.Dy() {
		at := p.start + y*p.down
		row := out.Pix[y*out.Stride : y*out.Stride+out.Rect.Dx()]
		for x := range row {
			row[x] = src.Pix[at]
			at += p.right
		}
	}
	return out
}

// RGBA turns an image; the identity returns the image itself.
func (t Turn) RGBA(src *image.RGBA) *image.RGBA {
	if t == (Turn{}) {
		return src
	}
	const size = 4 // bytes of a pixel
	out := image.NewRGBA(t.bounds(src.Rect))
	p := t.path(src.Rect, src.Stride, size)
	for y := range out.Rect.Dy() {
		at := p.start + y*p.down
		row := out.Pix[y*out.Stride : y*out.Stride+size*out.Rect.Dx()]
		for x := 0; x < len(row); x += size {
			copy(row[x:x+size], src.Pix[at:at+size])
			at += p.right
		}
	}
	return out
}

func (t Turn) bounds(r image.Rectangle) image.Rectangle {
	if t.Transpose {
		return image.Rect(0, 0, r.Dy(), r.Dx())
	}
	return image.Rect(0, 0, r.Dx(), r.Dy())
}

// path is the order of the turned image's pixels in the source, in bytes: the first, and the steps to the
// right and down.
type path struct{ start, right, down int }

func (t Turn) path(r image.Rectangle, stride, size int) path {
	p := path{right: size, down: stride}
	if t.Transpose {
		p.right, p.down = p.down, p.right
	}
	turned := t.bounds(r)
	if t.FlipX {
		p.start, p.right = p.start+(turned.Dx()-1)*p.right, -p.right
	}
	if t.FlipY {
		p.start, p.down = p.start+(turned.Dy()-1)*p.down, -p.down
	}
	return p
}

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

package pixels

import "image"

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

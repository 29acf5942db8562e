package page

import (
	"image"
	"math"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// source is the picture that lines are cut out of. It is the original one if the lines were found in a straightened
// picture, because straightening blurs small print.
type source struct {
	img   *image.Gray
	sheet *mesh.Mesh // maps the straightened picture to img; nil if they are the same
	flat  image.Point
}

// sourceOf returns the source of a view of a picture. A view whose rules were removed, so that it is not flat any
// more, is a source itself.
func sourceOf(v *view, img, flat *image.Gray) source {
	if v.sheet == nil || v.img != flat {
		return source{img: v.img}
	}
	return source{pixels.QuarterTurns(v.quarters).Gray(img), v.sheet, flat.Rect.Size()}
}

// line moves a line of the straightened picture to the source.
func (s source) line(l crop.Line) crop.Line {
	const piece = 3 // heights, within which a line is straight
	if s.sheet == nil {
		return l
	}
	out := crop.Line{Middle: []crop.Point{s.point(l.Middle[0])}}
	for i, b := range l.Middle[1:] {
		a := l.Middle[i]
		n := max(int(math.Hypot(b.X-a.X, b.Y-a.Y)/(piece*l.Height)), 1)
		for k := range n {
			share := float64(k+1) / float64(n)
			out.Middle = append(out.Middle, s.point(crop.Point{
				X: a.X + float64((b.X-a.X)*share), Y: a.Y + float64((b.Y-a.Y)*share),
			}))
		}
	}
	at := l.Middle[len(l.Middle)/2]
	upper, lower := s.point(crop.Point{X: at.X, Y: at.Y - l.Height/2}), s.point(crop.Point{X: at.X, Y: at.Y + l.Height/2})
	out.Height = math.Hypot(lower.X-upper.X, lower.Y-upper.Y)
	return out
}

// point moves a point of the straightened picture to the source.
func (s source) point(p crop.Point) crop.Point {
	at := s.sheet.At(p.X/float64(s.flat.X), p.Y/float64(s.flat.Y))
	return crop.Point{X: at.X * float64(s.img.Rect.Dx()), Y: at.Y * float64(s.img.Rect.Dy())}
}

// flattened moves a point of the source to the straightened picture.
func (s source) flattened(p crop.Point) crop.Point {
	if s.sheet == nil {
		return p
	}
	at := s.sheet.Of(mesh.Point{X: p.X / float64(s.img.Rect.Dx()), Y: p.Y / float64(s.img.Rect.Dy())})
	return crop.Point{X: at.X * float64(s.flat.X), Y: at.Y * float64(s.flat.Y)}
}

package raster

import (
	"image"
	"image/draw"

	scaling "golang.org/x/image/draw"
)

// resize gives the image at another size, over white. It averages the pixels
// that fall together, which keeps small print legible, and interpolates where
// there are too few.
func resize(src image.Image, w, h int) *image.RGBA {
	b := src.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if w > b.Dx() && h > b.Dy() {
		draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
		scaling.ApproxBiLinear.Scale(dst, dst.Rect, src, b, scaling.Over, nil)
		return dst
	}
	a := averager{src: src, row: image.NewRGBA(image.Rect(0, 0, b.Dx(), 1)), line: make([]float32, 3*w), at: -1}
	a.spans = spansOf(b.Dx(), w)
	sum := make([]float32, 3*w)
	for y, s := range spansOf(b.Dy(), h) {
		clear(sum)
		for sy := s.first; sy <= s.last; sy++ {
			a.load(sy)
			weight := s.weight(sy)
			for i, v := range a.line {
				sum[i] += weight * v
			}
		}
		out := dst.Pix[y*dst.Stride:]
		for x := range w {
			for c := range 3 {
				out[4*x+c] = byte(min(sum[3*x+c]+0.5, 255))
			}
			out[4*x+3] = 0xff
		}
	}
	return dst
}

// span is what of a line's n pixels falls into one of m: the pixels first to
// last, the outer ones in part. The weights of all add up to 1.
type span struct {
	first, last       int
	head, inner, tail float32
}

func (s span) weight(i int) float32 {
	switch i {
	case s.first:
		return s.head
	case s.last:
		return s.tail
	}
	return s.inner
}

func spansOf(n, m int) []span {
	spans := make([]span, m)
	scale := float64(n) / float64(m)
	for i := range spans {
		from, to := float64(i)*scale, min(float64(i+1)*scale, float64(n))
		s := span{first: int(from), last: min(int(to), n-1), inner: float32(1 / scale)}
		s.head = float32((min(to, float64(s.first+1)) - from) / scale)
		if s.last > s.first {
			s.tail = float32((to - float64(s.last)) / scale)
		}
		spans[i] = s
	}
	return spans
}

// averager makes the rows of an image narrower, one at a time.
type averager struct {
	src   image.Image
	row   *image.RGBA // of src, over white
	spans []span
	line  []float32 // of row at; red, green, blue
	at    int
}

func (a *averager) load(y int) {
	if a.at == y {
		return
	}
	a.at = y
	corner := a.src.Bounds().Min.Add(image.Pt(0, y))
	draw.Draw(a.row, a.row.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(a.row, a.row.Rect, a.src, corner, draw.Over)
	for x, s := range a.spans {
		p := a.row.Pix[4*s.first : 4*s.last+4]
		red, green, blue := s.head*float32(p[0]), s.head*float32(p[1]), s.head*float32(p[2])
		if s.last > s.first {
			var r, g, b uint32
			for i := 4; i < len(p)-4; i += 4 {
				r, g, b = r+uint32(p[i]), g+uint32(p[i+1]), b+uint32(p[i+2])
			}
			q := p[len(p)-4:]
			red += s.inner*float32(r) + s.tail*float32(q[0])
			green += s.inner*float32(g) + s.tail*float32(q[1])
			blue += s.inner*float32(b) + s.tail*float32(q[2])
		}
		a.line[3*x], a.line[3*x+1], a.line[3*x+2] = red, green, blue
	}
}

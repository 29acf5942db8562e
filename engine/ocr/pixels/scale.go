package pixels

import (
	"image"
	"image/draw"

	scaling "golang.org/x/image/draw"
)

// Shrink scales an image down to w × h pixels, at least one each. It averages source pixels by their share,
// which keeps small print legible; if a side grows slightly, it repeats some. It returns an image of that
// size unchanged.
func Shrink(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if sw == w && sh == h {
		return src
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	columns, sum := sharesOf(sw, w), make([]float32, sw)
	for y, s := range sharesOf(sh, h) {
		s.addRows(sum, func(sy int) []byte { return src.Pix[sy*src.Stride : sy*src.Stride+sw] })
		narrow(dst.Pix[y*dst.Stride:y*dst.Stride+w], sum, columns)
	}
	return dst
}

// Resize scales an image of any type and bounds to w × h pixels, at least one each, in color over white:
// like Shrink, or by interpolation if both sides grow.
func Resize(src image.Image, w, h int) *image.RGBA {
	b := src.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if w > b.Dx() && h > b.Dy() {
		draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
		scaling.ApproxBiLinear.Scale(dst, dst.Rect, src, b, scaling.Over, nil)
		return dst
	}
	from := rowReader{src: src, row: image.NewRGBA(image.Rect(0, 0, b.Dx(), 1)), at: -1}
	columns, sum := sharesOf(b.Dx(), w), make([]float32, 4*b.Dx())
	for y, s := range sharesOf(b.Dy(), h) {
		s.addRows(sum, from.read)
		narrowRGBA(dst.Pix[y*dst.Stride:y*dst.Stride+4*w], sum, columns)
	}
	return dst
}

// rowReader reads rows of an image of any type, one at a time.
type rowReader struct {
	src image.Image
	row *image.RGBA // over white
	at  int         // the row's number
}

func (r *rowReader) read(y int) []byte {
	if r.at != y {
		r.at = y
		corner := r.src.Bounds().Min.Add(image.Pt(0, y))
		draw.Draw(r.row, r.row.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(r.row, r.row.Rect, r.src, corner, draw.Over)
	}
	return r.row.Pix
}

// share is the range of source pixels for one target pixel, the outer ones in part. The weights add up to
// 1.
type share struct {
	first, last       int
	head, inner, tail float32
}

func (s *share) weight(i int) float32 {
	switch i {
	case s.first:
		return s.head
	case s.last:
		return s.tail
	}
	return s.inner
}

// sharesOf returns the shares of m pixels that n are scaled to.
func sharesOf(n, m int) []share {
	out := make([]share, m)
	wide := float64(n) / float64(m)
	for i := range out {
		from, to := float64(i)*wide, min(float64(i+1)*wide, float64(n))
		s := share{first: min(int(from), n-1), inner: float32(1 / wide)}
		s.last = max(min(int(to), n-1), s.first)
		s.head = float32((min(to, float64(s.first+1)) - from) / wide)
		if s.last > s.first {
			s.tail = float32((to - float64(s.last)) / wide)
		}
		out[i] = s
	}
	return out
}

// addRows sets sum to the weighted sum of the share's rows.
func (s *share) addRows(sum []float32, row func(y int) []byte) {
	clear(sum)
	for y := s.first; y <= s.last; y++ {
		weight := s.weight(y)
		for x, v := range row(y)[:len(sum)] {
			sum[x] += weight * float32(v)
		}
	}
}

// narrow averages a row of sums to one pixel per share.
func narrow(to []byte, sum []float32, shares []share) {
	for x := range to {
		s := &shares[x]
		v := s.head * sum[s.first]
		if s.last > s.first {
			inner := float32(0)
			for _, w := range sum[s.first+1 : s.last] {
				inner += w
			}
			v += s.inner*inner + s.tail*sum[s.last]
		}
		to[x] = byte(v + 0.5)
	}
}

// narrowRGBA is narrow for opaque pixels of four bytes.
func narrowRGBA(to []byte, sum []float32, shares []share) {
	for x := range shares {
		s := &shares[x]
		p := sum[4*s.first : 4*s.last+4]
		red, green, blue := s.head*p[0], s.head*p[1], s.head*p[2]
		if s.last > s.first {
			var r, g, b float32
			for i := 4; i < len(p)-4; i += 4 {
				r, g, b = r+p[i], g+p[i+1], b+p[i+2]
			}
			q := p[len(p)-4:]
			red += s.inner*r + s.tail*q[0]
			green += s.inner*g + s.tail*q[1]
			blue += s.inner*b + s.tail*q[2]
		}
		o := to[4*x : 4*x+4]
		o[0], o[1], o[2], o[3] = byte(red+0.5), byte(green+0.5), byte(blue+0.5), 0xff
	}
}

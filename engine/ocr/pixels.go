package ocr

import (
	"image"
	"math"
)

// copyOf gives a part of an image as one of its own.
func copyOf(img *image.Gray, part image.Rectangle) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: part.Size()})
	for y := range part.Dy() {
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride], img.Pix[(part.Min.Y+y)*img.Stride+part.Min.X:])
	}
	return out
}

// shrink scales an image down by averaging the pixels that fall together, those
// at the edges in part.
func shrink(src *image.Gray, scale float64) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	w, h := max(int(float64(sw)*scale), 1), max(int(float64(sh)*scale), 1)
	columns := shares(sw, w)
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sum := make([]float32, sw)
	for y, row := range shares(sh, h) {
		clear(sum)
		for sy := row.first; sy <= row.last; sy++ {
			weight := row.weight(sy)
			for x, v := range src.Pix[sy*src.Stride : sy*src.Stride+sw] {
				sum[x] += weight * float32(v)
			}
		}
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x := range to {
			c := &columns[x]
			v := c.head * sum[c.first]
			if c.last > c.first {
				inner := float32(0)
				for _, s := range sum[c.first+1 : c.last] {
					inner += s
				}
				v += c.inner*inner + c.tail*sum[c.last]
			}
			to[x] = byte(v + 0.5)
		}
	}
	return dst
}

// share is what of a line's pixels falls into one of a shorter line: the pixels
// first to last, the outer ones in part. The weights of all add up to 1.
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

// shares gives those of each of m pixels that n are pushed together to.
func shares(n, m int) []share {
	out := make([]share, m)
	wide := float64(n) / float64(m)
	for i := range out {
		from, to := float64(i)*wide, min(float64(i+1)*wide, float64(n))
		s := share{first: int(from), last: min(int(to), n-1), inner: float32(1 / wide)}
		s.head = float32((min(to, float64(s.first+1)) - from) / wide)
		if s.last > s.first {
			s.tail = float32((to - float64(s.last)) / wide)
		}
		out[i] = s
	}
	return out
}

// turn rotates an image clockwise about its middle, keeping its size; what
// comes in from outside is white.
func turn(src *image.Gray, degrees float64) *image.Gray {
	const one = 1 << 16 // places are in 65536ths of a pixel
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(w)/2, float64(h)/2
	stepX, stepY := int(math.Round(cos*one)), int(math.Round(-sin*one))
	for y := range h {
		dx, dy := 0.5-cx, float64(y)+0.5-cy
		sx, sy := int((cos*dx+sin*dy+cx-0.5)*one), int((-sin*dx+cos*dy+cy-0.5)*one)
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x := range to {
			to[x] = sample(src, sx, sy)
			sx, sy = sx+stepX, sy+stepY
		}
	}
	return dst
}

// sample interpolates between the four pixels around (x, y), in 65536ths of a
// pixel.
func sample(img *image.Gray, x, y int) byte {
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

// quarterTurns turns an image clockwise by quarters of a full turn, 0 to 3.
func quarterTurns(src *image.Gray, quarters int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := src
	switch quarters {
	case 1, 3:
		dst = image.NewGray(image.Rect(0, 0, h, w))
	case 2:
		dst = image.NewGray(image.Rect(0, 0, w, h))
	}
	if quarters == 0 {
		return dst
	}
	for y := range h {
		row := src.Pix[y*src.Stride : y*src.Stride+w]
		for x, v := range row {
			switch quarters {
			case 1:
				dst.Pix[x*dst.Stride+h-1-y] = v
			case 2:
				dst.Pix[(h-1-y)*dst.Stride+w-1-x] = v
			default:
				dst.Pix[(w-1-x)*dst.Stride+y] = v
			}
		}
	}
	return dst
}

// enlarge scales an image up with Catmull-Rom splines, first along rows, then
// along columns. The softer edges of linear interpolation cost words.
func enlarge(src *image.Gray, scale float64) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	w, h := max(int(float64(sw)*scale), 1), max(int(float64(sh)*scale), 1)
	columns, lines := taps(sw, w), taps(sh, h)
	wide := make([]float32, w*sh)
	for y := range sh {
		from, to := src.Pix[y*src.Stride:y*src.Stride+sw], wide[y*w:(y+1)*w]
		for x := range to {
			t := &columns[x]
			to[x] = t.weight[0]*float32(from[t.at[0]]) + t.weight[1]*float32(from[t.at[1]]) +
				t.weight[2]*float32(from[t.at[2]]) + t.weight[3]*float32(from[t.at[3]])
		}
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		t := &lines[y]
		a, b := wide[t.at[0]*w:(t.at[0]+1)*w], wide[t.at[1]*w:(t.at[1]+1)*w]
		c, d := wide[t.at[2]*w:(t.at[2]+1)*w], wide[t.at[3]*w:(t.at[3]+1)*w]
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x := range to {
			v := t.weight[0]*a[x] + t.weight[1]*b[x] + t.weight[2]*c[x] + t.weight[3]*d[x]
			to[x] = byte(min(max(v+0.5, 0), 255))
		}
	}
	return dst
}

// tap is the four pixels that one is interpolated from.
type tap struct {
	at     [4]int
	weight [4]float32
}

// taps gives those of each of m pixels that n are stretched to.
func taps(n, m int) []tap {
	out := make([]tap, m)
	for i := range out {
		x := (float64(i)+0.5)*float64(n)/float64(m) - 0.5
		first := math.Floor(x)
		t := x - first
		out[i].weight = [4]float32{
			float32(((2-t)*t - 1) * t / 2), float32(((3*t-5)*t*t + 2) / 2),
			float32(((4-3*t)*t + 1) * t / 2), float32((t - 1) * t * t / 2),
		}
		for k := range out[i].at {
			out[i].at[k] = min(max(int(first)-1+k, 0), n-1)
		}
	}
	return out
}

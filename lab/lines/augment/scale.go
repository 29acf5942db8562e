package augment

import (
	"image"
	"math"
)

// Scale scales a picture to w × h pixels, at least one each. Every pixel is the mean of the area that it covers, so
// enlarged pictures keep their corners.
func Scale(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if sw == w && sh == h {
		return src
	}
	narrow := make([]float32, w*sh)
	columns := areas(sw, w)
	for y := range sh {
		row := src.Pix[y*src.Stride:][:sw]
		for x, a := range columns {
			narrow[y*w+x] = a.mean(func(i int) float32 { return float32(row[i]) })
		}
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sum := make([]float32, w)
	for y, a := range areas(sh, h) {
		clear(sum)
		for i := a.from; i < a.to; i++ {
			weight := a.weight(i) / a.size
			for x, v := range narrow[i*w:][:w] {
				sum[x] += v * weight
			}
		}
		for x, v := range sum {
			dst.Pix[y*dst.Stride+x] = byteOf(v)
		}
	}
	return dst
}

// area is the range of old pixels that a new pixel covers.
type area struct {
	from, to    int
	first, last float32 // fractions of the first and the last pixel
	size        float32
}

func areas(old, size int) []area {
	out := make([]area, size)
	step := float64(old) / float64(size)
	for i := range out {
		a, b := float64(i)*step, float64(i+1)*step
		from := min(int(a), old-1)
		to := min(max(int(math.Ceil(b-1e-9)), from+1), old)
		first, last := float32(float64(from+1)-a), float32(b-float64(to-1))
		if to == from+1 {
			first, last = float32(b-a), float32(b-a)
		}
		out[i] = area{from, to, first, last, float32(b - a)}
	}
	return out
}

func (a area) weight(i int) float32 {
	switch i {
	case a.from:
		return a.first
	case a.to - 1:
		return a.last
	}
	return 1
}

func (a area) mean(at func(int) float32) float32 {
	var sum float32
	for i := a.from; i < a.to; i++ {
		sum += at(i) * a.weight(i)
	}
	return sum / a.size
}

// Smooth scales a picture to w × h pixels by interpolation, as viewers do.
func Smooth(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		y0, fy := center(y, h, sh)
		upper, lower := src.Pix[y0*src.Stride:], src.Pix[min(y0+1, sh-1)*src.Stride:]
		for x := range w {
			x0, fx := center(x, w, sw)
			x1 := min(x0+1, sw-1)
			a := float32(upper[x0])*(1-fx) + float32(upper[x1])*fx
			b := float32(lower[x0])*(1-fx) + float32(lower[x1])*fx
			dst.Pix[y*dst.Stride+x] = byteOf(a*(1-fy) + b*fy)
		}
	}
	return dst
}

// center returns the position of a new pixel's center between old ones.
func center(i, size, old int) (int, float32) {
	at := min(max((float64(i)+0.5)*float64(old)/float64(size)-0.5, 0), float64(old-1))
	return split(at)
}

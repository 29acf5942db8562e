package pixels

import (
	"image"
	"math"
)

// Enlarge scales an image up to w × h pixels with Catmull-Rom splines, first along rows, then along
// columns. Linear interpolation blurs edges, which costs recognized words.
func Enlarge(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	columns, lines := tapsOf(sw, w), tapsOf(sh, h)
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

// tap is the four source pixels of an interpolated one.
type tap struct {
	at     [4]int
	weight [4]float32
}

// tapsOf returns the taps of m pixels that n are stretched to.
func tapsOf(n, m int) []tap {
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

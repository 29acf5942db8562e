package ocr

import (
	"image"
	"math"
)

// shrink scales an image down by averaging the pixels that fall together.
func shrink(src *image.Gray, scale float64) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	w, h := max(int(float64(sw)*scale), 1), max(int(float64(sh)*scale), 1)
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		y0, y1 := y*sh/h, max((y+1)*sh/h, y*sh/h+1)
		for x := range w {
			x0, x1 := x*sw/w, max((x+1)*sw/w, x*sw/w+1)
			sum := 0
			for sy := y0; sy < y1; sy++ {
				for _, v := range src.Pix[sy*src.Stride+x0 : sy*src.Stride+x1] {
					sum += int(v)
				}
			}
			dst.Pix[y*dst.Stride+x] = byte(sum / ((x1 - x0) * (y1 - y0)))
		}
	}
	return dst
}

// turn rotates an image clockwise about its middle, keeping its size; what
// comes in from outside is white.
func turn(src *image.Gray, degrees float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(w)/2, float64(h)/2
	for y := range h {
		for x := range w {
			dx, dy := float64(x)+0.5-cx, float64(y)+0.5-cy
			dst.Pix[y*dst.Stride+x] = sample(src, cos*dx+sin*dy+cx-0.5, -sin*dx+cos*dy+cy-0.5)
		}
	}
	return dst
}

// sample interpolates between the four pixels around (x, y).
func sample(img *image.Gray, x, y float64) byte {
	fx, fy := math.Floor(x), math.Floor(y)
	x0, y0 := int(fx), int(fy)
	if x0 < 0 || y0 < 0 || x0 >= img.Rect.Dx()-1 || y0 >= img.Rect.Dy()-1 {
		return 255
	}
	p := img.Pix[y0*img.Stride+x0:]
	q := p[img.Stride:]
	u, v := x-fx, y-fy
	top := float64(p[0])*(1-u) + float64(p[1])*u
	bottom := float64(q[0])*(1-u) + float64(q[1])*u
	return byte(top*(1-v) + bottom*v + 0.5)
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

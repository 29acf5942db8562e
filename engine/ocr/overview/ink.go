package overview

import (
	"image"
	"slices"
)

// Ink marks the dark pixels of an image.
type Ink struct {
	Width, Height int
	Dark          []bool
}

// InkOf marks the pixels clearly darker than their surroundings, a window of 25 pixels. The threshold
// is between the contrast of faint print and the unevenness of paper.
func InkOf(img *image.Gray) *Ink {
	const reach, faint, grains = 12, 20, 3
	margin := uint32(max(faint, grains*grain(img)))
	w, h := img.Rect.Dx(), img.Rect.Dy()
	m := &Ink{Width: w, Height: h, Dark: make([]bool, w*h)}
	sums := sumsAbove(img)
	for y := range h {
		y0, y1 := max(y-reach, 0), min(y+reach+1, h)
		top, bottom := sums[y0*(w+1):(y0+1)*(w+1)], sums[y1*(w+1):(y1+1)*(w+1)]
		row, dark := img.Pix[y*img.Stride:y*img.Stride+w], m.Dark[y*w:(y+1)*w]
		for x, v := range row {
			x0, x1 := max(x-reach, 0), min(x+reach+1, w)
			sum := bottom[x1] - top[x1] - bottom[x0] + top[x0]
			dark[x] = (uint32(v)+margin)*uint32((x1-x0)*(y1-y0)) < sum
		}
	}
	return m
}

// sumsAbove returns for each corner between pixels the sum of all above and to the left of it. Differences
// are right even after overflow.
func sumsAbove(img *image.Gray) []uint32 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := make([]uint32, (w+1)*(h+1))
	for y := range h {
		row := uint32(0)
		above, to := sums[y*(w+1)+1:(y+1)*(w+1)], sums[(y+1)*(w+1)+1:(y+2)*(w+1)]
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			row += uint32(v)
			to[x] = above[x] + row
		}
	}
	return sums
}

// Pixels returns the dark pixels.
func (m *Ink) Pixels() []image.Point {
	n := 0
	for _, dark := range m.Dark {
		if dark {
			n++
		}
	}
	out := make([]image.Point, 0, n)
	for i, dark := range m.Dark {
		if dark {
			out = append(out, image.Point{X: i % m.Width, Y: i / m.Width})
		}
	}
	return out
}

// grain measures the unevenness of the paper: the standard deviation of its pixels, estimated from the
// median step between neighbors, which print hardly changes.
func grain(img *image.Gray) int {
	const rows = 64
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var steps []byte
	for y := 0; y < h; y += max(h/rows, 1) {
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		for x := 1; x < w; x += 4 {
			steps = append(steps, max(row[x], row[x-1])-min(row[x], row[x-1]))
		}
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return int(steps[len(steps)/2]) // 0.95 standard deviations of normal noise
}

package ocr

import (
	"image"
	"slices"
)

// darkPixels lists the pixels that are clearly darker than their surroundings,
// a window of 25 pixels: by more than faint print is paler than paper is uneven.
func darkPixels(img *image.Gray) []image.Point {
	const reach, faint, grains = 12, 20, 3
	margin := max(faint, grains*grain(img))
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := make([]uint32, (w+1)*(h+1)) // of all pixels above and to the left; differences are right even when it overflows
	for y := range h {
		row := uint32(0)
		above, to := sums[y*(w+1)+1:(y+1)*(w+1)], sums[(y+1)*(w+1)+1:(y+2)*(w+1)]
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			row += uint32(v)
			to[x] = above[x] + row
		}
	}
	var dark []image.Point
	for y := range h {
		y0, y1 := max(y-reach, 0), min(y+reach+1, h)
		top, bottom := sums[y0*(w+1):(y0+1)*(w+1)], sums[y1*(w+1):(y1+1)*(w+1)]
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			x0, x1 := max(x-reach, 0), min(x+reach+1, w)
			sum := int(bottom[x1] - top[x1] - bottom[x0] + top[x0])
			if (int(v)+margin)*(x1-x0)*(y1-y0) < sum {
				dark = append(dark, image.Point{X: x, Y: y})
			}
		}
	}
	return dark
}

// grain measures how uneven the paper is: the standard deviation of its pixels,
// estimated from the median step between neighbours, which print hardly moves.
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

package ocr

import (
	"image"
	"math"
)

// Search of skewOf, in degrees.
const (
	skewReach  = 8.0
	skewCoarse = 0.5
	skewFine   = 0.1
)

// skewOf measures by how many degrees the text of an image leans clockwise:
// the angle along which the dark pixels fall into the sharpest rows (projection
// profile). 0 where no angle stands out.
func skewOf(img *image.Gray) float64 {
	const side = 700 // enough to measure a tenth of a degree
	small := img
	if longest := max(img.Rect.Dx(), img.Rect.Dy()); longest > side {
		small = shrink(img, side/float64(longest))
	}
	dark := darkPixels(small)
	if len(dark) == 0 {
		return 0
	}
	profile := make([]float64, 3*small.Rect.Dy())
	sharpness := func(degrees float64) float64 { return profileSharpness(dark, degrees, profile, small.Rect.Dy()) }
	upright := sharpness(0)
	best, angle := upright, 0.0
	search := func(from, to, step float64) {
		for a := from; a <= to+step/2; a += step {
			if s := sharpness(a); s > best {
				best, angle = s, a
			}
		}
	}
	search(-skewReach, skewReach, skewCoarse)
	search(angle-skewCoarse+skewFine, angle+skewCoarse-skewFine, skewFine)
	const clearly = 1.1 // times as sharp as upright
	if best < clearly*upright {
		return 0
	}
	return angle
}

// darkPixels lists the pixels that are clearly darker than their surroundings,
// a window of 25 pixels.
func darkPixels(img *image.Gray) []image.Point {
	const reach, margin = 12, 20
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := make([]int, (w+1)*(h+1)) // of all pixels above and to the left
	for y := range h {
		row := 0
		for x := range w {
			row += int(img.Pix[y*img.Stride+x])
			sums[(y+1)*(w+1)+x+1] = sums[y*(w+1)+x+1] + row
		}
	}
	var dark []image.Point
	for y := range h {
		y0, y1 := max(y-reach, 0), min(y+reach+1, h)
		for x := range w {
			x0, x1 := max(x-reach, 0), min(x+reach+1, w)
			sum := sums[y1*(w+1)+x1] - sums[y0*(w+1)+x1] - sums[y1*(w+1)+x0] + sums[y0*(w+1)+x0]
			if mean := sum / ((x1 - x0) * (y1 - y0)); int(img.Pix[y*img.Stride+x]) < mean-margin {
				dark = append(dark, image.Point{X: x, Y: y})
			}
		}
	}
	return dark
}

// profileSharpness sums the squared steps of the profile of dark pixels seen
// along an angle; profile has room for three heights.
func profileSharpness(dark []image.Point, degrees float64, profile []float64, height int) float64 {
	clear(profile)
	slope := math.Tan(degrees * math.Pi / 180)
	for _, p := range dark {
		if k := p.Y + height - int(math.Round(float64(p.X)*slope)); k >= 0 && k < len(profile) {
			profile[k]++
		}
	}
	sum := 0.0
	for i := 1; i < len(profile); i++ {
		step := profile[i] - profile[i-1]
		sum += step * step
	}
	return sum
}

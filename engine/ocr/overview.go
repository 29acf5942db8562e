package ocr

import (
	"image"
	"math"
	"slices"
)

// overview is a reduced image, sufficient to find the print and its skew.
type overview struct {
	size  image.Point
	scale float64 // pixels of it per pixel of the image
	dark  []image.Point
}

const (
	sideForAngles  = 700 // enough to measure a tenth of a degree
	sideForMargins = 400
)

func overviewOf(img *image.Gray, side float64) *overview {
	o := &overview{scale: 1}
	small := img
	if longest := float64(max(img.Rect.Dx(), img.Rect.Dy())); longest > side {
		o.scale = side / longest
		small = shrink(img, o.scale)
	}
	o.size = small.Rect.Size()
	o.dark = inkMaskOf(small).pixels()
	return o
}

func (o *overview) ink() image.Rectangle {
	var box image.Rectangle
	for _, p := range o.dark {
		box = box.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	}
	return o.full(box)
}

// print returns the part of the image that contains its print, without distant dark pixels such as dust and
// punch holes.
func (o *overview) print() image.Rectangle {
	const outside = 50 // one dark pixel in so many
	if len(o.dark) == 0 {
		return image.Rectangle{}
	}
	xs, ys := make([]int, len(o.dark)), make([]int, len(o.dark))
	for i, p := range o.dark {
		xs[i], ys[i] = p.X, p.Y
	}
	slices.Sort(xs)
	slices.Sort(ys)
	first := len(o.dark) / outside
	last := len(o.dark) - 1 - first
	return o.full(image.Rect(xs[first], ys[first], xs[last]+1, ys[last]+1))
}

func (o *overview) full(r image.Rectangle) image.Rectangle {
	down := func(v int) int { return int(math.Floor(float64(v) / o.scale)) }
	up := func(v int) int { return int(math.Ceil(float64(v) / o.scale)) }
	return image.Rect(down(r.Min.X), down(r.Min.Y), up(r.Max.X), up(r.Max.Y))
}

// Search of skew, in degrees.
const (
	skewReach  = 8.0
	skewCoarse = 0.5
	skewFine   = 0.1
)

// skew returns the clockwise skew of the text in degrees: the angle along which the dark pixels form the
// sharpest rows (projection profile). It returns 0 without a clear maximum.
func (o *overview) skew() float64 {
	if len(o.dark) == 0 {
		return 0
	}
	profile := make([]float64, 3*o.size.Y)
	sharpness := func(degrees float64) float64 { return profileSharpness(o.dark, degrees, profile, o.size.Y) }
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

// sharpness measures how clearly the dark pixels form rows and columns.
func (o *overview) sharpness() (rows, columns float64) {
	turned := make([]image.Point, len(o.dark))
	for i, p := range o.dark {
		turned[i] = image.Pt(p.Y, p.X)
	}
	profile := make([]float64, 3*max(o.size.X, o.size.Y))
	return profileSharpness(o.dark, 0, profile[:3*o.size.Y], o.size.Y),
		profileSharpness(turned, 0, profile[:3*o.size.X], o.size.X)
}

// profileSharpness sums the squared differences of the projection profile along an angle; profile has room
// for three heights.
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

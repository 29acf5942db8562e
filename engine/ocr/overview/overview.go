// Package overview finds the print of an image and its skew in a reduced image.
package overview

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// Overview is a reduced image, sufficient to find the print and its skew.
type Overview struct {
	size  image.Point
	scale float64 // pixels of it per pixel of the image
	dark  []image.Point
}

// Sizes of overviews: pixels of the longest side.
const (
	ForAngles  = 700 // enough to measure a tenth of a degree
	ForMargins = 400
)

// Of reduces an image to a length of its longest side in pixels.
func Of(img *image.Gray, side float64) *Overview {
	o := &Overview{scale: 1}
	small := img
	if longest := float64(max(img.Rect.Dx(), img.Rect.Dy())); longest > side {
		o.scale = side / longest
		w, h := int(float64(img.Rect.Dx())*o.scale), int(float64(img.Rect.Dy())*o.scale)
		small = pixels.Shrink(img, max(w, 1), max(h, 1))
	}
	o.size = small.Rect.Size()
	o.dark = InkOf(small).Pixels()
	return o
}

// Ink returns the part of the image that contains its dark pixels.
func (o *Overview) Ink() image.Rectangle {
	var box image.Rectangle
	for _, p := range o.dark {
		box = box.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	}
	return o.full(box)
}

// Print returns the part of the image that contains its print, without distant dark pixels such as dust and
// punch holes.
func (o *Overview) Print() image.Rectangle {
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

func (o *Overview) full(r image.Rectangle) image.Rectangle {
	down := func(v int) int { return int(math.Floor(float64(v) / o.scale)) }
	up := func(v int) int { return int(math.Ceil(float64(v) / o.scale)) }
	return image.Rect(down(r.Min.X), down(r.Min.Y), up(r.Max.X), up(r.Max.Y))
}

// Bounds returns the sides of the part with ink, and some margin, of the image turned against a skew in degrees
// about its upper left corner, in pixels.
func (o *Overview) Bounds(degrees float64) (left, top, right, bottom float64) {
	const margin = 0.03 // of the longest side
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	left, top, right, bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range o.dark {
		x, y := float64(p.X)+0.5, float64(p.Y)+0.5
		x, y = float64(x*cos)+float64(y*sin), float64(y*cos)-float64(x*sin)
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	if len(o.dark) == 0 {
		return 0, 0, float64(o.size.X) / o.scale, float64(o.size.Y) / o.scale
	}
	around := margin * float64(max(o.size.X, o.size.Y))
	return (left - around) / o.scale, (top - around) / o.scale, (right + around) / o.scale, (bottom + around) / o.scale
}

// Search of skew, in degrees.
const (
	coarse = 0.5
	fine   = 0.1
)

// Skew returns the clockwise skew of the text in degrees, up to a maximum: the angle along which the dark
// pixels form the sharpest rows (projection profile). It returns 0 without a clear maximum.
func (o *Overview) Skew(reach float64) float64 {
	p := o.profile()
	upright := p.sharpness(0)
	angle, best := search(reach, p.sharpness)
	const clearly = 1.1 // times as sharp as upright
	if best < clearly*upright {
		return 0
	}
	return angle
}

// SkewOfSides returns the clockwise skew of text in any of the four orientations, in degrees between -45
// and 45.
func (o *Overview) SkewOfSides() float64 {
	p := o.profile()
	angle, _ := search(quarter/2, func(degrees float64) float64 {
		return max(p.sharpness(degrees), p.sharpness(degrees+quarter))
	})
	return angle
}

const quarter = 90 // degrees

// search returns the angle with the greatest value, and that value.
func search(reach float64, value func(degrees float64) float64) (angle, best float64) {
	best = value(0)
	try := func(from, to, step float64) {
		for a := from; a <= to+step/2; a += step {
			if v := value(a); v > best {
				best, angle = v, a
			}
		}
	}
	try(-reach, reach, coarse)
	try(angle-coarse+fine, angle+coarse-fine, fine)
	return angle, best
}

// Sharpness measures how clearly the dark pixels form rows and columns.
func (o *Overview) Sharpness() (rows, columns float64) {
	p := o.profile()
	return p.sharpness(0), p.sharpness(quarter)
}

// profile counts dark pixels by their distance from a line through the origin. It has room for all angles.
type profile struct {
	xs, ys, counts []float32
	middle         float32
}

// profile takes some of the dark pixels. Each is a random place within its square, because whole numbers
// would favor the angles of the raster.
func (o *Overview) profile() *profile {
	const most = 20_000
	reach := o.size.X + o.size.Y
	p := &profile{counts: make([]float32, 2*reach+1), middle: float32(reach)}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // nothing secret
	for i := 0; i < len(o.dark); i += 1 + len(o.dark)/most {
		p.xs = append(p.xs, float32(o.dark[i].X)+random.Float32())
		p.ys = append(p.ys, float32(o.dark[i].Y)+random.Float32())
	}
	return p
}

// sharpness sums the squared differences of the projection profile along an angle.
func (p *profile) sharpness(degrees float64) float64 {
	clear(p.counts)
	s, c := math.Sincos(degrees * math.Pi / 180)
	sin, cos := float32(s), float32(c)
	for i, x := range p.xs {
		p.counts[int(p.middle+float32(p.ys[i]*cos)-float32(x*sin))]++
	}
	sum := 0.0
	for i := 1; i < len(p.counts); i++ {
		step := float64(p.counts[i] - p.counts[i-1])
		sum += float64(step * step)
	}
	return sum
}

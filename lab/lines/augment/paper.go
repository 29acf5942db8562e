package augment

import (
	"image"
	"math"
	"math/rand/v2"
)

// Paper is the brightness of a sheet per pixel.
type Paper struct {
	W, H  int
	light []float32
}

// NewPaper makes even paper.
func NewPaper(w, h int, light float64) *Paper {
	p := &Paper{W: w, H: h, light: make([]float32, w*h)}
	for i := range p.light {
		p.light[i] = float32(light)
	}
	return p
}

// Slope changes the brightness linearly by levels from side to side and from top to bottom.
func (p *Paper) Slope(across, down float64) {
	for y := range p.H {
		row := float32(down * (float64(y)/float64(p.H) - 0.5))
		step := float32(across / float64(p.W))
		for x := range p.W {
			p.light[y*p.W+x] += row + step*float32(x-p.W/2)
		}
	}
}

// Clouds varies the brightness by levels within cells of this many pixels.
func (p *Paper) Clouds(r *rand.Rand, levels, cell float64) {
	for i, c := range clouds(r, p.W, p.H, cell) {
		p.light[i] += c * float32(levels)
	}
}

// Fold draws a band across the sheet at an angle in radians from the horizontal, darker on one side and lighter on the
// other.
func (p *Paper) Fold(x, y, angle, width, levels float64) {
	nx, ny := -math.Sin(angle), math.Cos(angle)
	p.along(x, y, nx, ny, func(d float64) float64 {
		return levels * d / width * math.Exp(-d*d/(2*width*width))
	})
}

// Shadow darkens one side of a line through a point, with an edge of some width.
func (p *Paper) Shadow(x, y, angle, width, levels float64) {
	p.along(x, y, -math.Sin(angle), math.Cos(angle), func(d float64) float64 {
		return -levels / (1 + math.Exp(-d/width))
	})
}

// along adds a function of the distance from a line, tabulated in 2,048 steps.
func (p *Paper) along(x, y, nx, ny float64, value func(d float64) float64) {
	reach := math.Hypot(float64(p.W), float64(p.H)) + math.Hypot(x, y)
	const steps = 2048
	table := make([]float32, steps+1)
	for i := range table {
		table[i] = float32(value((float64(i)/steps*2 - 1) * reach))
	}
	for py := range p.H {
		at := ((float64(py)-y)*ny-x*nx)/reach*steps/2 + steps/2
		step := nx / reach * steps / 2
		for px := range p.W {
			p.light[py*p.W+px] += table[min(max(int(at+float64(px)*step), 0), steps)]
		}
	}
}

// Block lightens or darkens a rectangle by some levels, such as the background of a table's head.
func (p *Paper) Block(part image.Rectangle, levels float64) {
	part = part.Intersect(image.Rect(0, 0, p.W, p.H))
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			p.light[y*p.W+x] += float32(levels)
		}
	}
}

// Print returns the sheet with ink of a tone from 0 (black) to 255 (white). Ink scales the brightness relative to even
// paper, so shadows also fall on ink.
func (p *Paper) Print(ink *image.Gray, paper, tone float64) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, p.W, p.H))
	ratio := float32(tone / max(paper, 1))
	for i, light := range p.light {
		c := float32(ink.Pix[i]) / 255
		out.Pix[i] = byteOf(light * (1 - c*(1-ratio)))
	}
	return out
}

// Grain varies the brightness by levels as wood does, along fibers with a width and a length in pixels.
func (p *Paper) Grain(r *rand.Rand, levels, width, length float64) {
	stretch := max(length/width, 1)
	narrow := int(float64(p.W)/stretch) + 2
	c := clouds(r, narrow, p.H, width)
	for y := range p.H {
		for x := range p.W {
			at, f := split(float64(x) / stretch)
			i := y*narrow + at
			p.light[y*p.W+x] += (c[i]*(1-f) + c[i+1]*f) * float32(levels)
		}
	}
}

// Levels returns the brightness per pixel, times a factor, at least zero.
func (p *Paper) Levels(factor float64) []float32 {
	out := make([]float32, len(p.light))
	for i, v := range p.light {
		out[i] = max(v*float32(factor), 0)
	}
	return out
}

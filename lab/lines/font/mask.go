package font

import (
	"image"
	"math"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// Style is the typesetting of a line.
type Style struct {
	Size    float64 // of the em, in pixels
	Stretch float64 // horizontal factor of the letters, 1 for unchanged
	Slant   float64 // pixels to the right per pixel upwards
	Spacing float64 // between letters, in fractions of the em
	// Gaps are the widths of the text's spaces in pixels. If it is nil, spaces have the font's width.
	Gaps []float64
	// Cell is the fixed width of all letters in fractions of the em, or 0 for proportional ones.
	Cell float64
	// Rise moves each letter up, in fractions of the em; it repeats. Nil leaves all on the baseline.
	Rise []float64
	// Small is the size of small capitals, 0 for none: of letters that are not the first of their word.
	Small float64
}

// Mask is the ink coverage of a set line per pixel, from 0 to 255.
type Mask struct {
	W, H     int
	Pix      []byte // W × H
	Baseline float64
}

// Set sets a text whose letters the face has. The mask's sides are free of ink.
func (f *Face) Set(text string, st Style) *Mask {
	size, stretch := float32(st.Size), float32(st.Stretch)
	places, width, top, bottom := f.places(text, st)
	left := 2 + max(0, -float32(st.Slant)*size*top) + size/4
	m := &Mask{W: int(width+2*left) + 2, Baseline: math.Ceil(float64(-top*size)) + 2}
	m.H = int(math.Ceil(m.Baseline+float64(bottom*size))) + 2
	rast := vector.NewRasterizer(m.W, m.H)
	for _, p := range places {
		f.glyph(p.c).draw(rast, func(q point) point {
			q.x, q.y = q.x*p.size, q.y*p.size-p.rise
			return point{left + p.x + q.x*size*stretch - q.y*size*float32(st.Slant), float32(m.Baseline) + q.y*size}
		})
	}
	out := image.NewAlpha(image.Rect(0, 0, m.W, m.H))
	rast.Draw(out, out.Rect, image.Opaque, image.Point{})
	m.Pix = out.Pix
	return m
}

type place struct {
	c          rune
	x          float32
	size, rise float32 // fractions of the em
}

// places returns the position of each letter in pixels from the line's beginning, the line's width in pixels, and its
// extent above and below the baseline in ems.
func (f *Face) places(text string, st Style) (places []place, width, top, bottom float32) {
	size, stretch, space, first := float32(st.Size), float32(st.Stretch), 0, true
	for _, c := range text {
		one := place{c: c, size: 1}
		if st.Small > 0 && unicode.IsLetter(c) && !first {
			one.size = float32(st.Small)
		}
		first = !unicode.IsLetter(c)
		if unicode.IsSpace(c) && space < len(st.Gaps) {
			width += float32(st.Gaps[space])
			space++
			continue
		}
		g := f.glyph(c)
		if g == nil {
			continue
		}
		if len(st.Rise) > 0 {
			one.rise = float32(st.Rise[len(places)%len(st.Rise)])
		}
		advance, shift := g.advance*one.size, float32(0)
		if st.Cell > 0 {
			advance, shift = float32(st.Cell), (float32(st.Cell)-g.advance)/2
		}
		one.x = width + shift*size*stretch
		places = append(places, one)
		width += (advance + float32(st.Spacing)) * size * stretch
		top, bottom = min(top, g.top*one.size-one.rise), max(bottom, g.bottom*one.size-one.rise)
	}
	return places, max(width, 1), top, bottom
}

// Space returns the width of the font's space in ems.
func (f *Face) Space() float64 {
	if g := f.glyph(' '); g != nil {
		return float64(g.advance)
	}
	return 0.3
}

func (g *glyph) draw(rast *vector.Rasterizer, to func(point) point) {
	for _, s := range g.segments {
		a := to(s.args[0])
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			rast.ClosePath()
			rast.MoveTo(a.x, a.y)
		case sfnt.SegmentOpLineTo:
			rast.LineTo(a.x, a.y)
		case sfnt.SegmentOpQuadTo:
			b := to(s.args[1])
			rast.QuadTo(a.x, a.y, b.x, b.y)
		case sfnt.SegmentOpCubeTo:
			b, c := to(s.args[1]), to(s.args[2])
			rast.CubeTo(a.x, a.y, b.x, b.y, c.x, c.y)
		}
	}
	rast.ClosePath()
}

// cells draws an outline stretched to a square of 12 × 12 pixels.
func (g *glyph) cells() []byte {
	const n = 12
	least, most := point{math.MaxFloat32, math.MaxFloat32}, point{-math.MaxFloat32, -math.MaxFloat32}
	for _, s := range g.segments {
		for _, p := range s.args[:arguments(s.op)] {
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	out := image.NewAlpha(image.Rect(0, 0, n, n))
	if w, h := most.x-least.x, most.y-least.y; w > 0 && h > 0 {
		rast := vector.NewRasterizer(n, n)
		g.draw(rast, func(p point) point {
			return point{(p.x - least.x) / w * float32(n), (p.y - least.y) / h * float32(n)}
		})
		rast.Draw(out, out.Rect, image.Opaque, image.Point{})
	}
	return out.Pix
}

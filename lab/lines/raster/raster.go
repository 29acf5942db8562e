// Package raster prints lines of text as ink, in several printing techniques: clean outlines, enlarged pixel letters,
// and dot matrix.
package raster

import (
	"image"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/lab/lines/font"
)

type way int

const (
	wayPlain way = iota
	wayPixels
	wayDots
)

// Printer prints lines in one style.
type Printer struct {
	face *font.Face
	way  way
	// Height is that of capital letters in pixels.
	Height float64
	Style  font.Style // without gaps
	// MaxGap is the maximum width of spaces, in heights of capital letters.
	MaxGap float64
	cells  int     // height of capital letters in pixels or needles, unless plain
	wide   float64 // aspect ratio of pixels, unless plain
	dot    float64 // radius as a fraction of the pitch
	twice  bool    // each dot is printed twice, side by side
	gap    int     // the missing needle, or -1
	swell  float64 // thickening of strokes, negative for thinning
	loose  float64 // factor of the spaces
	level  byte    // ink threshold, unless plain
}

// New draws a technique; height is that of capital letters in pixels.
func New(r *rand.Rand, face *font.Face, height float64) *Printer {
	p := &Printer{face: face, Height: height, gap: -1, wide: 1, MaxGap: 2.3, loose: augment.Between(r, 0.8, 1.4)}
	p.Style = font.Style{Size: height / face.CapHeight, Stretch: 1}
	if augment.Chance(r, 0.5) {
		p.Style.Stretch = math.Exp(augment.Between(r, math.Log(0.6), math.Log(1.6)))
	} else if augment.Chance(r, 0.5) {
		p.Style.Stretch = augment.Between(r, 0.88, 1.12)
	}
	if augment.Chance(r, 0.15) {
		p.Style.Slant = augment.Between(r, -0.1, 0.3)
	}
	if augment.Chance(r, 0.3) {
		p.Style.Spacing = augment.Between(r, -0.03, 0.14)
	}
	if augment.Chance(r, 0.4) {
		p.swell = augment.Between(r, -0.6, 1)
	}
	switch n := r.IntN(100); {
	case n < 14:
		p.pixels(r)
	case n < 25:
		p.dots(r)
	}
	return p
}

// NewPlain draws an office style: clean outlines with approximately the face's proportions.
func NewPlain(r *rand.Rand, face *font.Face, height float64) *Printer {
	p := &Printer{face: face, Height: height, gap: -1, wide: 1, MaxGap: 2.3, loose: 1}
	p.Style = font.Style{Size: height / face.CapHeight, Stretch: 1}
	if augment.Chance(r, 0.3) {
		p.Style.Stretch = augment.Between(r, 0.85, 1.1)
	}
	if augment.Chance(r, 0.2) {
		p.Style.Spacing = augment.Between(r, -0.02, 0.06)
	}
	if augment.Chance(r, 0.25) { // justified
		p.loose = augment.Between(r, 0.85, 1.5)
	} else if augment.Chance(r, 0.15) { // between figures and units, mostly
		p.loose = augment.Between(r, 0.55, 0.85)
	}
	return p
}

// NewTyped draws a typewriter's style: letters that the machine strikes slightly too high or too low, with much or
// little ink.
func NewTyped(r *rand.Rand, face *font.Face, height float64) *Printer {
	p := NewPlain(r, face, height)
	p.Style.Stretch, p.swell = augment.Between(r, 0.85, 1.15), augment.Between(r, -0.5, 1)
	uneven := augment.Between(r, 0, 0.05)
	for range 23 {
		p.Style.Rise = append(p.Style.Rise, augment.Between(r, -uneven, uneven))
	}
	return p
}

func (p *Printer) pixels(r *rand.Rand) {
	p.way, p.cells, p.level = wayPixels, 7+r.IntN(9), byte(85+r.IntN(60)) //nolint:gosec // below 256
	p.wide = augment.Between(r, 0.75, 1.2)
}

func (p *Printer) dots(r *rand.Rand) {
	p.way, p.cells, p.level = wayDots, 7+r.IntN(3), byte(80+r.IntN(50)) //nolint:gosec // below 256
	if augment.Chance(r, 0.4) {
		p.cells = 12 + r.IntN(7)
	}
	p.wide, p.dot, p.twice = augment.Between(r, 0.7, 1.3), augment.Between(r, 0.45, 0.8), augment.Chance(r, 0.2)
	if augment.Chance(r, 0.1) {
		p.gap = r.IntN(24)
	}
}

// Piece is a printed line.
type Piece struct {
	Text     string
	Ink      *image.Gray
	Baseline float64         // y in pixels
	Box      image.Rectangle // the smallest with all visible ink
}

// Line prints a text whose letters the face has. It returns false if nothing is visible.
func (p *Printer) Line(r *rand.Rand, text string) (Piece, bool) {
	ink, baseline := p.print(r, text)
	box, ok := augment.Extent(ink)
	return Piece{Text: text, Ink: ink, Baseline: baseline, Box: box}, ok
}

// print sets a text and returns its ink and the position of its baseline.
func (p *Printer) print(r *rand.Rand, text string) (ink *image.Gray, baseline float64) {
	style := p.Style
	if p.way != wayPlain {
		style.Size, style.Slant = float64(p.cells)/p.face.CapHeight, 0
		style.Stretch = min(max(style.Stretch, 0.8), 1.3)
		if p.cells < 9 {
			style.Spacing = max(style.Spacing, 0) // pixel letters merge easily
		}
	}
	style.Gaps = p.gaps(r, text, style)
	m := p.face.Set(text, style)
	ink, baseline = &image.Gray{Pix: m.Pix, Stride: m.W, Rect: image.Rect(0, 0, m.W, m.H)}, m.Baseline
	scale := p.Height / float64(p.cells)
	switch p.way {
	case wayPixels:
		augment.Threshold(ink, p.level)
		ink = augment.Scale(ink, max(int(float64(m.W)*scale*p.wide), 1), max(int(float64(m.H)*scale), 1))
	case wayDots:
		augment.Threshold(ink, p.level)
		if p.twice {
			augment.Thicken(ink, 1, true)
		}
		missing := func(row int) bool { return row == p.gap }
		ink = augment.Dots(r, ink, scale*p.wide, scale, p.dot, missing)
	}
	if p.way != wayPlain {
		baseline *= scale
	}
	p.weigh(ink)
	return ink, baseline
}

// weigh makes strokes thicker or thinner; it changes thin ones less.
func (p *Printer) weigh(ink *image.Gray) {
	switch {
	case p.swell > 0:
		augment.Thicken(ink, p.swell*min(p.Height/14, 1), p.way == wayPlain && p.swell > 0.5)
	case p.swell < 0 && p.Height > 13:
		augment.Thin(ink, -p.swell, false)
	}
}

// gaps returns the widths of a text's spaces; some lines have wide ones.
func (p *Printer) gaps(r *rand.Rand, text string, style font.Style) []float64 {
	wide := augment.Chance(r, 0.3)
	unit := style.Size * style.Stretch
	height := style.Size * p.face.CapHeight / max(p.wide, 0.1)
	var gaps []float64
	for _, c := range text {
		if c != ' ' {
			continue
		}
		gap := unit * (p.face.Space()*p.loose + 2*style.Spacing)
		gap = max(gap, 0.2*height)
		if wide && augment.Chance(r, 0.4) {
			gap = augment.Between(r, 0.3, max(p.MaxGap, 0.3)) * height
		}
		gaps = append(gaps, min(gap, p.MaxGap*height))
	}
	return gaps
}

// HasDots reports whether the letters are made of dots.
func (p *Printer) HasDots() bool { return p.way == wayDots }

// Grow enlarges the letters by a factor.
func (p *Printer) Grow(by float64) { p.Height, p.Style.Size = p.Height*by, p.Style.Size*by }

// Covers reports whether the printer's face has all letters of a text.
func (p *Printer) Covers(text string) bool { return p.face.Covers(text) }

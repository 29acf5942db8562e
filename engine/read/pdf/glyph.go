package pdf

import "math"

// Text render modes (ISO 32000-1, 9.3.6) that paint nothing or only outlines.
const (
	modeStroke     = 1
	modeInvisible  = 3
	modeStrokeClip = 5
	modeClipOnly   = 7
)

// Limits for painted but invisible text.
const (
	smallestSize = 1.0   // point, on pages of the usual size
	usualSide    = 842.0 // points: the longer side of A4
	faintest     = 8     // of 255 of opacity
)

// style is shared by neighboring characters.
type style struct {
	size     float64 // of the font on the displayed page, in points
	bold     bool
	hidden   bool  // painted nowhere, without opacity, or too small to see
	color    color // of what is painted of the letters
	dir      direction
	upX, upY float64 // unit vector of page space towards the letters' tops
	font     font
}

// glyph is one character of a page in display space.
type glyph struct {
	r     rune
	box   rect
	made  bool // a space or line end that PDFium inferred from the layout
	style *style
}

// ink is how letters are painted.
type ink struct {
	mode         uint32 // text render mode
	fill, stroke color
}

// styleOf returns the style of text with a font, size and matrix to page space.
func styleOf(fnt font, size float64, m matrix, at placement, with ink) *style {
	scale := math.Hypot(m.c, m.d)
	s := &style{size: math.Abs(size) * scale, bold: fnt.bold, color: with.fill, dir: at.direction(m.a, m.b), font: fnt}
	if scale > 0 {
		s.upX, s.upY = m.c/scale, m.d/scale
	}
	if with.mode == modeStroke || with.mode == modeStrokeClip {
		s.color = with.stroke
	}
	w, h := at.size() // a page that is drawn small is displayed larger
	s.hidden = with.mode == modeInvisible || with.mode == modeClipOnly ||
		s.size < smallestSize*min(max(w, h)/usualSide, 1) || s.color.alpha() < faintest
	return s
}

// color is red, green, blue and opacity from the lowest byte up, converted by PDFium from any color space.
type color uint32

const white color = 0xffffffff

func (c color) alpha() uint8 { return uint8(c >> 24) }

// isNear reports whether the eye can hardly distinguish the colors.
func (c color) isNear(o color) bool {
	const tolerance = 20
	for shift := 0; shift < 24; shift += 8 {
		d := int(uint8(c>>shift)) - int(uint8(o>>shift))
		if d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

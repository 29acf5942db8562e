package pdf

// font holds the properties of a font that words need.
type font struct {
	bold            bool
	ascent, descent float64 // of size 1; descent is negative
}

// minHeight is the minimum height of letters of size 1, from the lowest to the highest point.
const minHeight = 0.5

// usualFont is the default for fonts without a height.
func usualFont() font { return font{ascent: 0.8, descent: -0.2} }

// face is a font with the letters read so far.
type face struct {
	font
	unfit bool    // its lines run downwards, or its letters have no known height
	space float64 // width of its space in thousandths of the size, 0 for none
	low   [256]letter
	high  map[uint32]letter
}

// letter is the text of a character code.
type letter struct {
	text  string
	width float64 // in thousandths of the font size
	fit   bool    // for text that is read without PDFium's own
}

// letter returns the letter of a code that was looked up.
func (fc *face) letter(code uint32) letter {
	if code < uint32(len(fc.low)) {
		return fc.low[code]
	}
	return fc.high[code]
}

package pdf

import (
	"context"
	"math"
	"slices"
	"unicode/utf8"
)

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

// face looks a font up once per page: PDFium drops a font with the last page that uses it, and may reuse
// its address.
func (f *File) face(ctx context.Context, handle uint32) (*face, error) {
	if fc, ok := f.faces[handle]; ok {
		return fc, nil
	}
	fc, err := f.newFace(ctx, handle)
	if err != nil {
		return nil, err
	}
	f.faces[handle] = fc
	return fc, nil
}

func (f *File) newFace(ctx context.Context, handle uint32) (*face, error) {
	fc := &face{font: usualFont(), high: make(map[uint32]letter)}
	if handle == 0 {
		fc.unfit = true
		return fc, nil
	}
	measured, err := f.describe(ctx, handle, &fc.font)
	if err != nil {
		return nil, err
	}
	in := f.in
	fc.unfit = !measured || fc.ascent <= fc.descent
	if in.HasMembers() && !fc.unfit {
		if fc.unfit, err = in.RunsVertically(ctx, handle); err != nil {
			return nil, err
		}
	}
	size := uint64(math.Float32bits(1000))
	ok, err := in.Call32(ctx, "FPDFFont_GetGlyphWidth", uint64(handle), ' ', size, uint64(in.Scratch))
	if err != nil {
		return nil, err
	}
	width, err := in.Floats(1)
	if err != nil {
		return nil, err
	}
	if ok != 0 {
		fc.space = width[0]
	}
	return fc, nil
}

// lookUp looks up each character code once. It returns false if one is unfit.
func (f *File) lookUp(ctx context.Context, fc *face, handle uint32, codes []uint32) (bool, error) {
	for _, code := range codes {
		if fc.letter(code).fit {
			continue
		}
		l, err := f.newLetter(ctx, handle, code)
		if err != nil || !l.fit {
			return false, err
		}
		if code < uint32(len(fc.low)) {
			fc.low[code] = l
		} else {
			fc.high[code] = l
		}
	}
	return true, nil
}

func (f *File) newLetter(ctx context.Context, handle, code uint32) (letter, error) {
	width, err := f.in.WidthOf(ctx, handle, code)
	if err != nil {
		return letter{}, err
	}
	runes, err := f.in.UnicodeOf(ctx, handle, code)
	if err != nil {
		return letter{}, err
	}
	return letter{
		text:  string(runes),
		width: width,
		fit:   len(runes) > 0 && !slices.ContainsFunc(runes, isOdd),
	}, nil
}

// isOdd reports characters that PDFium's text treats specially: right-to-left, control and invalid ones.
func isOdd(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || !utf8.ValidRune(r) || r == 0xfffe || r == 0xffff || runsLeft(r)
}

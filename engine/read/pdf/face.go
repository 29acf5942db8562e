package pdf

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"
)

// face is a font with the letters of it that were met.
type face struct {
	font
	unfit bool    // its lines run downwards, or its letters have no known height
	space float64 // width of its space in thousandths of the size, 0 for none
	low   [256]letter
	high  map[uint32]letter
}

// letter is what a character code shows.
type letter struct {
	text  string
	width float64 // in thousandths of the font size
	fit   bool    // for text that is read without PDFium's own
}

// letter of a code that was looked up.
func (fc *face) letter(code uint32) letter {
	if code < uint32(len(fc.low)) {
		return fc.low[code]
	}
	return fc.high[code]
}

// face looks a font up once per page: PDFium drops a font with the last page
// that uses it, and another one may take its address.
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
	fc := &face{font: font{ascent: 0.8, descent: -0.2}, high: make(map[uint32]letter)}
	if handle == 0 {
		fc.unfit = true
		return fc, nil
	}
	measured, err := f.describe(ctx, handle, &fc.font)
	if err != nil {
		return nil, err
	}
	in := f.in
	in.stack[0] = uint64(handle)
	if err := in.vertical.CallWithStack(ctx, in.stack[:1]); err != nil {
		return nil, err
	}
	fc.unfit = !measured || fc.ascent <= fc.descent || in.stack[0] != 0
	ok, err := in.call32(ctx, "FPDFFont_GetGlyphWidth", uint64(handle), ' ', uint64(math.Float32bits(1000)), uint64(in.scratch))
	if err != nil {
		return nil, err
	}
	width, err := in.floats(1)
	if err != nil {
		return nil, err
	}
	if ok != 0 {
		fc.space = width[0]
	}
	return fc, nil
}

// lookUp looks character codes up, each once; false where one is not fit.
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

// Layout of what glyphs.wasm writes for a letter; see glyphs.wat.
const (
	letterSize  = 40
	longestText = 8 // code points
)

func (f *File) newLetter(ctx context.Context, handle, code uint32) (letter, error) {
	in := f.in
	in.stack[0], in.stack[1], in.stack[2] = uint64(handle), uint64(code), uint64(in.scratch)
	if err := in.letter.CallWithStack(ctx, in.stack[:3]); err != nil {
		return letter{}, err
	}
	b, err := in.view(in.scratch, letterSize)
	if err != nil {
		return letter{}, err
	}
	runes := make([]rune, min(binary.LittleEndian.Uint32(b[4:]), longestText))
	for i := range runes {
		runes[i] = rune(binary.LittleEndian.Uint32(b[8+4*i:]))
	}
	return letter{
		text:  string(runes),
		width: float64(f32(b)),
		fit:   len(runes) > 0 && !slices.ContainsFunc(runes, isOdd),
	}, nil
}

// isOdd tells characters that PDFium's text treats in a way of its own: those
// that run from right to left, control characters and what is none at all.
func isOdd(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || !utf8.ValidRune(r) || r == 0xfffe || r == 0xffff || runsLeft(r)
}

package pdf

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// boldWeight is the weight from which a font counts as bold; PDFium derives it from the stem width if the
// descriptor lacks it.
const (
	boldWeight    = 650
	flagForceBold = 1 << 18 // ISO 32000-1, table 123
)

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

// describe fills a font in; measured is false if the file lacks the height of its letters.
func (f *File) describe(ctx context.Context, handle uint32, fnt *font) (measured bool, err error) {
	size := uint64(math.Float32bits(1))
	measured = true
	for _, m := range []struct {
		name string
		to   *float64
	}{{"FPDFFont_GetAscent", &fnt.ascent}, {"FPDFFont_GetDescent", &fnt.descent}} {
		ok, err := f.in.Call32(ctx, m.name, uint64(handle), size, uint64(f.in.Scratch))
		if err != nil {
			return false, err
		}
		v, err := f.in.Floats(1)
		if err != nil {
			return false, err
		}
		if ok != 0 && v[0] != 0 {
			*m.to = v[0]
		} else {
			measured = false
		}
	}
	if measured && (fnt.descent > 0 || fnt.ascent-fnt.descent < minHeight) {
		*fnt = usualFont() // Type 3: what PDFium adds up of a few low glyphs
	}
	weight, err := f.in.Count(ctx, "FPDFFont_GetWeight", uint64(handle))
	if err != nil {
		return false, err
	}
	flags, err := f.in.Count(ctx, "FPDFFont_GetFlags", uint64(handle))
	if err != nil {
		return false, err
	}
	name, err := f.fontName(ctx, handle)
	if err != nil {
		return false, err
	}
	fnt.bold = weight >= boldWeight || flags&flagForceBold != 0 || namesBold(name)
	fnt.name = name[strings.IndexByte(name, '+')+1:] // without the prefix of a subset
	return measured, nil
}

func (f *File) fontName(ctx context.Context, handle uint32) (string, error) {
	n, err := f.in.Call32(ctx, "FPDFFont_GetBaseFontName", uint64(handle), uint64(f.in.Scratch), pdfium.ScratchSize)
	if err != nil || n == 0 || n > pdfium.ScratchSize {
		return "", err
	}
	b, err := f.in.View(f.in.Scratch, int(n-1)) // without the closing zero
	return string(b), err
}

func namesBold(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"bold", "black", "heavy"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// font holds the properties of a font that words need.
type font struct {
	name            string
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

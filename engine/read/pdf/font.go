package pdf

import (
	"context"
	"math"
	"strings"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// font holds the properties of a font that words need.
type font struct {
	bold            bool
	ascent, descent float64 // of size 1; descent is negative
}

// minHeight is the minimum height of letters of size 1, from the lowest to the highest point.
const minHeight = 0.5

// usualFont is the default for fonts without a height.
func usualFont() font { return font{ascent: 0.8, descent: -0.2} }

// boldWeight is the weight from which a font counts as bold; PDFium derives it from the stem width if the
// descriptor lacks it.
const (
	boldWeight    = 650
	flagForceBold = 1 << 18 // ISO 32000-1, table 123
)

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

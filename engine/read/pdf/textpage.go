package pdf

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// Layout of the records of glyphs.wasm; see glyphs.wat.
const (
	glyphSize   = 24
	originSize  = 8
	styleSize   = 44
	largestSize = glyphSize + originSize + styleSize
	slackSize   = 16 // which the writer touches behind the last record
	flagMade    = 1
	flagStyle   = 2
	flagTilted  = 4
	batchGlyphs = 4096
)

// readTextPage reads the text as PDFium composes it.
func (f *File) readTextPage(ctx context.Context, handle uint32, at placement, s *splitter) error {
	textPage, err := f.in.Call32(ctx, "FPDFText_LoadPage", uint64(handle))
	if err != nil || textPage == 0 {
		return err
	}
	total, err := f.in.Count(ctx, "FPDFText_CountChars", uint64(textPage))
	if err != nil {
		return err
	}
	if total > maxPageChars {
		return extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d characters on one page", total),
			"A page of the PDF holds more text than can be read.")
	}
	if err := f.glyphs(ctx, textPage, total, at, s.add); err != nil {
		return err
	}
	_, err = f.in.Call(ctx, "FPDFText_ClosePage", uint64(textPage))
	return err
}

// glyphs passes all characters of a loaded text page to take, in the order of the content.
func (f *File) glyphs(ctx context.Context, textPage uint32, total int, at placement, take func(*glyph)) error {
	if total == 0 {
		return nil
	}
	records, err := f.in.Malloc(ctx, min(total, batchGlyphs)*largestSize+slackSize)
	if err != nil {
		return err
	}
	dec := decoder{file: f, at: at, style: &style{}, take: take}
	for first := 0; first < total; first += batchGlyphs {
		end := min(first+batchGlyphs, total)
		batch, err := f.in.Records(ctx, f.in.Characters, records,
			uint64(textPage), uint64(first), uint64(end), uint64(records), uint64(f.in.Scratch))
		if err != nil {
			return err
		}
		for len(batch) >= glyphSize {
			if batch, err = dec.glyph(ctx, batch); err != nil {
				return err
			}
		}
	}
	return f.in.Free(ctx, records)
}

// decoder converts records to glyphs and keeps the style from one to the next.
type decoder struct {
	file  *File
	at    placement
	style *style
	take  func(*glyph)
	next  glyph
}

// glyph decodes the first record and returns the rest.
func (d *decoder) glyph(ctx context.Context, batch []byte) ([]byte, error) {
	rec, rest := batch[:glyphSize], batch[glyphSize:]
	flags := binary.LittleEndian.Uint32(rec[20:])
	var origin []byte
	if flags&flagTilted != 0 {
		origin, rest = rest[:originSize], rest[originSize:]
	}
	if flags&flagStyle != 0 {
		if err := d.newStyle(ctx, rest[:styleSize]); err != nil {
			return nil, err
		}
		rest = rest[styleSize:]
	}
	field := func(offset int) float64 { return float64(pdfium.Float32(rec[offset:])) }
	box := hull(field(4), field(16), field(12), field(8))
	if origin != nil && d.style.dir != oblique {
		box = d.lineBox(box, float64(pdfium.Float32(origin)), float64(pdfium.Float32(origin[4:])))
	}
	d.next = glyph{
		r:     rune(binary.LittleEndian.Uint32(rec)),
		box:   d.at.rect(box),
		made:  flags&flagMade != 0,
		style: d.style,
	}
	d.take(&d.next)
	return rest, nil
}

func (d *decoder) newStyle(ctx context.Context, rec []byte) error {
	fc, err := d.file.face(ctx, binary.LittleEndian.Uint32(rec[32:]))
	if err != nil {
		return err
	}
	field := func(offset int) float64 { return float64(pdfium.Float32(rec[offset:])) }
	number := func(offset int) uint32 { return binary.LittleEndian.Uint32(rec[offset:]) }
	m := matrix{field(4), field(8), field(12), field(16), field(20), field(24)}
	d.style = styleOf(fc.font, field(0), m, d.at, ink{
		mode: number(28), fill: color(number(36)), stroke: color(number(40)),
	})
	return nil
}

// lineBox extends the tight box of a character of rotated text to the height of its line, to match the
// boxes of text along the x axis.
func (d *decoder) lineBox(tight rect, originX, originY float64) rect {
	s := d.style
	top := hull(originX, originY, originX+s.upX*s.size*s.font.ascent, originY+s.upY*s.size*s.font.ascent)
	bottom := hull(originX, originY, originX+s.upX*s.size*s.font.descent, originY+s.upY*s.size*s.font.descent)
	if math.Abs(s.upX) > math.Abs(s.upY) {
		tight.x0, tight.x1 = min(top.x0, bottom.x0), max(top.x1, bottom.x1)
	} else {
		tight.y0, tight.y1 = min(top.y0, bottom.y0), max(top.y1, bottom.y1)
	}
	return tight
}

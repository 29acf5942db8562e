package pdf

import (
	"context"
	"encoding/binary"
	"math"

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

// Text render modes (ISO 32000-1, 9.3.6) that paint nothing or only outlines.
const (
	modeStroke     = 1
	modeInvisible  = 3
	modeStrokeClip = 5
	modeClipOnly   = 7
)

// Limits for painted but invisible text.
const (
	smallestSize = 1.0 // point
	faintest     = 8   // of 255 of opacity
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
	s.hidden = with.mode == modeInvisible || with.mode == modeClipOnly ||
		s.size < smallestSize || s.color.alpha() < faintest
	return s
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

package pdf

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
)

// Layout of a record of glyphs.wasm; see glyphs.wat.
const (
	recordSize  = 68
	flagMade    = 1
	flagStyle   = 2
	flagTilted  = 4
	batchGlyphs = 16384
)

// Text render modes that paint nothing (ISO 32000-1, 9.3.6).
const (
	modeInvisible = 3
	modeClipOnly  = 7
)

// style is what neighbouring characters share.
type style struct {
	size      float64 // of the font on the displayed page, in points
	bold      bool
	invisible bool
	dir       direction
	upX, upY  float64 // unit vector of page space towards the letters' tops
	font      font
}

// glyph is one character of a page in display space.
type glyph struct {
	r     rune
	box   rect
	made  bool // a space or line end that PDFium inferred from the layout
	style *style
}

// font holds what words need to know of a font.
type font struct {
	bold            bool
	ascent, descent float64 // of size 1; descent is negative
}

// glyphs reads all characters of a loaded text page.
func (f *File) glyphs(ctx context.Context, textPage uint32, at placement) ([]glyph, error) {
	total, err := f.in.count(ctx, "FPDFText_CountChars", uint64(textPage))
	if err != nil || total == 0 {
		return nil, err
	}
	records, err := f.in.malloc(ctx, min(total, batchGlyphs)*recordSize)
	if err != nil {
		return nil, err
	}
	out := make([]glyph, 0, total)
	dec := decoder{file: f, at: at, style: &style{}}
	for first := 0; first < total; first += batchGlyphs {
		end := min(first+batchGlyphs, total)
		_, err := f.in.collect.Call(ctx, uint64(textPage), uint64(first), uint64(end), uint64(records), uint64(f.in.scratch))
		if err != nil {
			return nil, err
		}
		view, err := f.in.view(records, (end-first)*recordSize)
		if err != nil {
			return nil, err
		}
		// Fonts are looked up on the way, which may move the memory.
		batch := append([]byte(nil), view...)
		for ; len(batch) > 0; batch = batch[recordSize:] {
			g, err := dec.glyph(ctx, batch[:recordSize])
			if err != nil {
				return nil, err
			}
			out = append(out, g)
		}
	}
	return out, f.in.free(ctx, records)
}

// decoder turns records into glyphs, carrying the style from one to the next.
type decoder struct {
	file  *File
	at    placement
	style *style
}

func (d *decoder) glyph(ctx context.Context, rec []byte) (glyph, error) {
	flags := binary.LittleEndian.Uint32(rec[20:])
	if flags&flagStyle != 0 {
		if err := d.newStyle(ctx, rec); err != nil {
			return glyph{}, err
		}
	}
	field := func(offset int) float64 { return float64(f32(rec[offset:])) }
	box := hull(field(4), field(16), field(12), field(8))
	if flags&flagTilted != 0 && d.style.dir != oblique {
		box = d.lineBox(box, field(24), field(28))
	}
	return glyph{
		r:     rune(binary.LittleEndian.Uint32(rec)),
		box:   d.at.rect(box),
		made:  flags&flagMade != 0,
		style: d.style,
	}, nil
}

func (d *decoder) newStyle(ctx context.Context, rec []byte) error {
	fnt, err := d.file.font(ctx, binary.LittleEndian.Uint32(rec[64:]))
	if err != nil {
		return err
	}
	field := func(offset int) float64 { return float64(f32(rec[offset:])) }
	a, b, c, e := field(36), field(40), field(44), field(48)
	scale := math.Hypot(c, e)
	mode := binary.LittleEndian.Uint32(rec[60:])
	s := &style{
		size:      math.Abs(field(32)) * scale,
		bold:      fnt.bold,
		invisible: mode == modeInvisible || mode == modeClipOnly,
		dir:       d.at.direction(a, b),
		font:      fnt,
	}
	if scale > 0 {
		s.upX, s.upY = c/scale, e/scale
	}
	d.style = s
	return nil
}

// lineBox widens the tight box of a character of turned text to the height of
// its line, so that it matches the boxes of text along the x axis.
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

// font looks a font up once per file.
func (f *File) font(ctx context.Context, handle uint32) (font, error) {
	if fnt, ok := f.fonts[handle]; ok {
		return fnt, nil
	}
	fnt := font{ascent: 0.8, descent: -0.2}
	if handle != 0 {
		if err := f.describe(ctx, handle, &fnt); err != nil {
			return font{}, err
		}
	}
	f.fonts[handle] = fnt
	return fnt, nil
}

// boldWeight is the weight from which a font counts as bold; PDFium derives it
// from the stem width where the descriptor does not name it.
const (
	boldWeight    = 650
	flagForceBold = 1 << 18 // ISO 32000-1, table 123
)

func (f *File) describe(ctx context.Context, handle uint32, fnt *font) error {
	size := uint64(math.Float32bits(1))
	for _, m := range []struct {
		name string
		to   *float64
	}{{"FPDFFont_GetAscent", &fnt.ascent}, {"FPDFFont_GetDescent", &fnt.descent}} {
		ok, err := f.in.call32(ctx, m.name, uint64(handle), size, uint64(f.in.scratch))
		if err != nil {
			return err
		}
		v, err := f.in.floats(1)
		if err != nil {
			return err
		}
		if ok != 0 && v[0] != 0 {
			*m.to = v[0]
		}
	}
	weight, err := f.in.count(ctx, "FPDFFont_GetWeight", uint64(handle))
	if err != nil {
		return err
	}
	flags, err := f.in.count(ctx, "FPDFFont_GetFlags", uint64(handle))
	if err != nil {
		return err
	}
	name, err := f.fontName(ctx, handle)
	if err != nil {
		return err
	}
	fnt.bold = weight >= boldWeight || flags&flagForceBold != 0 || namesBold(name)
	return nil
}

func (f *File) fontName(ctx context.Context, handle uint32) (string, error) {
	n, err := f.in.call32(ctx, "FPDFFont_GetBaseFontName", uint64(handle), uint64(f.in.scratch), scratchSize)
	if err != nil || n == 0 || n > scratchSize {
		return "", err
	}
	b, err := f.in.view(f.in.scratch, int(n-1)) // without the closing zero
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

package pagerender

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"github.com/docmill/docmill/engine/document"
)

// How words fill their boxes, in shares of the type's size. Boxes are those of
// characters of one width, which the Go Mono typefaces have: Latin, Greek and
// Cyrillic letters, embedded in the program, so that a page looks the same wherever
// it is drawn.
const (
	advance  = 0.6  // width of a character
	tall     = 1.14 // height of a box
	baseline = 0.25 // from the bottom of a box
)

const (
	// legible is the least size, in pixels, in which letters are drawn; smaller words
	// are grey bars, of which a wide table may have very many.
	legible = 3.5
	// steps is to how many positions within a pixel letters are drawn, and sizes of
	// type are rounded.
	steps = 4
	bar   = 0xb0 // grey
	ink   = 0x11 // grey
)

// Draw draws the words of a sheet on white. The only error is that of ctx.
func Draw(ctx context.Context, page *document.Page, width, height int) (*image.RGBA, error) {
	p := &press{
		img: image.NewRGBA(image.Rect(0, 0, width, height)), glyphs: map[key]*image.Alpha{}, faces: map[style]font.Face{},
	}
	draw.Draw(p.img, p.img.Rect, image.White, image.Point{}, draw.Src)
	for _, l := range page.Lines {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range l.Words {
			if err := p.word(&l.Words[i], float64(width), float64(height)); err != nil {
				return nil, err
			}
		}
	}
	return p.img, nil
}

// press draws words of one sheet.
type press struct {
	img    *image.RGBA
	faces  map[style]font.Face
	glyphs map[key]*image.Alpha // nil for a character that the typeface has not
	fonts  [2]*opentype.Font    // regular and bold
}

// style is a typeface in a size.
type style struct {
	size int // in pixels, times steps
	bold bool
}

// key is a letter as it is drawn.
type key struct {
	style
	char rune
	step int // position within a pixel
}

func (p *press) word(w *document.Word, width, height float64) error {
	text := []rune(norm.NFC.String(w.Text))
	columns := 0
	for _, c := range text {
		columns += columnsOf(c)
	}
	if w.Box.Empty() || columns == 0 {
		return nil
	}
	x, right, bottom := w.Box.X0*width, w.Box.X1*width, w.Box.Y1*height
	size := min((right-x)/(advance*float64(columns)), w.Box.Height()*height/tall)
	if size < legible {
		p.bar(x, right, bottom-tall*size*0.8, bottom-tall*size*0.2)
		return nil
	}
	s := style{size: int(size * steps), bold: w.Bold}
	y := int(bottom - baseline*size + 0.5)
	pitch := (right - x) / float64(columns)
	for _, c := range text {
		if err := p.char(c, s, x, y); err != nil {
			return err
		}
		x += pitch * float64(columnsOf(c))
	}
	return nil
}

// columnsOf is how many characters' width a character takes.
func columnsOf(c rune) int {
	switch {
	case unicode.Is(unicode.Mn, c):
		return 0
	case wide(c):
		return 2
	}
	return 1
}

func (p *press) char(c rune, s style, x float64, y int) error {
	left := int(x)
	k := key{style: s, char: c, step: int((x - float64(left)) * steps)}
	mask, ok := p.glyphs[k]
	if !ok {
		var err error
		if mask, err = p.rasterize(k); err != nil {
			return err
		}
		p.glyphs[k] = mask
	}
	if mask == nil {
		if n := columnsOf(c); n > 0 {
			p.missing(left, y, float64(n)*advance*float64(s.size)/steps, float64(s.size)/steps)
		}
		return nil
	}
	draw.DrawMask(p.img, mask.Rect.Add(image.Pt(left, y)), image.NewUniform(grey(ink)), image.Point{}, mask, mask.Rect.Min,
		draw.Over)
	return nil
}

// rasterize draws a letter at the origin; nil for one that the typeface has not.
func (p *press) rasterize(k key) (*image.Alpha, error) {
	face, err := p.face(k.style)
	if err != nil {
		return nil, err
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(k.step * 64 / steps)}
	at, mask, from, _, ok := face.Glyph(dot, k.char)
	if index, err := p.fonts[boldness(k.bold)].GlyphIndex(nil, k.char); !ok || err != nil || index == 0 {
		return nil, nil
	}
	glyph := image.NewAlpha(at)
	draw.Draw(glyph, at, mask, from, draw.Src)
	return glyph, nil
}

func (p *press) face(s style) (font.Face, error) {
	if face := p.faces[s]; face != nil {
		return face, nil
	}
	b := boldness(s.bold)
	if p.fonts[b] == nil {
		var err error
		if p.fonts[b], err = opentype.Parse([][]byte{gomono.TTF, gomonobold.TTF}[b]); err != nil {
			return nil, fmt.Errorf("typeface: %w", err)
		}
	}
	face, err := opentype.NewFace(p.fonts[b], &opentype.FaceOptions{Size: float64(s.size) / steps, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("typeface: %w", err)
	}
	p.faces[s] = face
	return face, nil
}

func boldness(bold bool) int {
	if bold {
		return 1
	}
	return 0
}

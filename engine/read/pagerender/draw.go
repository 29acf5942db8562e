package pagerender

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Glyph metrics relative to the type size. Boxes assume characters of one width, as in the embedded Go Mono
// typefaces: Latin, Greek and Cyrillic. So a page looks the same on every machine.
const (
	widthShare    = 0.6  // width of a character
	heightShare   = 1.14 // height of a box
	baselineShare = 0.25 // from the bottom of a box
)

const (
	// minLegiblePixels is the smallest size in which letters are drawn. Smaller words become gray bars; a
	// wide table may have very many.
	minLegiblePixels = 3.5
	// positionSteps is the number of glyph positions within a pixel, and the rounding of type sizes.
	positionSteps = 4
	barLevel      = 0xb0 // gray
	inkLevel      = 0x11 // gray
)

// Draw draws the words of a sheet on white. The only error is that of ctx.
func Draw(ctx context.Context, page *document.Page, width, height int) (*image.RGBA, error) {
	p := &canvas{
		img: image.NewRGBA(image.Rect(0, 0, width, height)), glyphs: map[glyphKey]*image.Alpha{},
		faces: map[typeStyle]font.Face{},
	}
	draw.Draw(p.img, p.img.Rect, image.White, image.Point{}, draw.Src)
	for _, l := range page.Lines {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range l.Words {
			if err := p.drawWord(&l.Words[i], float64(width), float64(height)); err != nil {
				return nil, err
			}
		}
	}
	return p.img, nil
}

type canvas struct {
	img    *image.RGBA
	faces  map[typeStyle]font.Face
	glyphs map[glyphKey]*image.Alpha // nil for a character that the typeface has not
	fonts  [2]*opentype.Font         // regular and bold
}

type typeStyle struct {
	size int // in pixels, times steps
	bold bool
}

type glyphKey struct {
	typeStyle
	char rune
	step int // position within a pixel
}

func (p *canvas) drawWord(w *document.Word, width, height float64) error {
	text := []rune(norm.NFC.String(w.Text))
	columns := 0
	for _, c := range text {
		columns += columnsOf(c)
	}
	if w.Box.Empty() || columns == 0 {
		return nil
	}
	x, right, bottom := w.Box.X0*width, w.Box.X1*width, w.Box.Y1*height
	size := min((right-x)/(widthShare*float64(columns)), w.Box.Height()*height/heightShare)
	if size < minLegiblePixels {
		p.drawBar(x, right, bottom-heightShare*size*0.8, bottom-heightShare*size*0.2)
		return nil
	}
	s := typeStyle{size: int(size * positionSteps), bold: w.Bold}
	y := int(bottom - baselineShare*size + 0.5)
	pitch := (right - x) / float64(columns)
	for _, c := range text {
		if err := p.drawChar(c, s, x, y); err != nil {
			return err
		}
		x += pitch * float64(columnsOf(c))
	}
	return nil
}

// columnsOf returns how many columns a character takes.
func columnsOf(c rune) int {
	switch {
	case unicode.Is(unicode.Mn, c):
		return 0
	case isWide(c):
		return 2
	}
	return 1
}

func (p *canvas) drawChar(c rune, s typeStyle, x float64, y int) error {
	left := int(x)
	k := glyphKey{typeStyle: s, char: c, step: int((x - float64(left)) * positionSteps)}
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
			p.drawMissing(left, y, float64(n)*widthShare*float64(s.size)/positionSteps, float64(s.size)/positionSteps)
		}
		return nil
	}
	draw.DrawMask(p.img, mask.Rect.Add(image.Pt(left, y)), image.NewUniform(gray(inkLevel)), image.Point{}, mask,
		mask.Rect.Min,
		draw.Over)
	return nil
}

// rasterize draws a letter at the origin. It returns nil if the typeface lacks it.
func (p *canvas) rasterize(k glyphKey) (*image.Alpha, error) {
	face, err := p.face(k.typeStyle)
	if err != nil {
		return nil, err
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(k.step * 64 / positionSteps)}
	at, mask, from, _, ok := face.Glyph(dot, k.char)
	if index, err := p.fonts[fontIndex(k.bold)].GlyphIndex(nil, k.char); !ok || err != nil || index == 0 {
		return nil, nil
	}
	glyph := image.NewAlpha(at)
	draw.Draw(glyph, at, mask, from, draw.Src)
	return glyph, nil
}

func (p *canvas) face(s typeStyle) (font.Face, error) {
	if face := p.faces[s]; face != nil {
		return face, nil
	}
	b := fontIndex(s.bold)
	if p.fonts[b] == nil {
		var err error
		if p.fonts[b], err = opentype.Parse([][]byte{gomono.TTF, gomonobold.TTF}[b]); err != nil {
			return nil, fmt.Errorf("typeface: %w", err)
		}
	}
	face, err := opentype.NewFace(p.fonts[b], &opentype.FaceOptions{Size: float64(s.size) / positionSteps, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("typeface: %w", err)
	}
	p.faces[s] = face
	return face, nil
}

func fontIndex(bold bool) int {
	if bold {
		return 1
	}
	return 0
}

// isWide reports whether a character takes two columns, as East Asian ones do.
func isWide(c rune) bool {
	if c < 0x300 {
		return false
	}
	kind := width.LookupRune(c).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

func gray(level uint8) color.RGBA { return color.RGBA{level, level, level, 255} }

// drawBar draws a bar instead of a word too small for letters.
func (p *canvas) drawBar(x0, x1, y0, y1 float64) {
	r := image.Rect(int(x0), int(y0), max(int(x1), int(x0)+1), max(int(y1), int(y0)+1))
	draw.Draw(p.img, r.Intersect(p.img.Rect), image.NewUniform(gray(barLevel)), image.Point{}, draw.Src)
}

// drawMissing draws a frame for a character that the typeface lacks.
func (p *canvas) drawMissing(left, y int, w, size float64) {
	r := image.Rect(left+1, y-int(0.7*size), left+max(int(w)-1, 2), y)
	outer := r.Intersect(p.img.Rect)
	draw.Draw(p.img, outer, image.NewUniform(gray(barLevel)), image.Point{}, draw.Src)
	draw.Draw(p.img, r.Inset(1).Intersect(outer), image.White, image.Point{}, draw.Src)
}

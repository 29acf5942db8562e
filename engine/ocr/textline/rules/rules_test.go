package rules_test

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/rules"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// sheet is a page with text twenty pixels high.
type sheet struct {
	*image.Gray
	ink   byte
	lines []crop.Line
}

func newSheet(ink byte) *sheet { return &sheet{Gray: pixels.White(900, 600), ink: ink} }

func (s *sheet) fill(x0, y0, x1, y1 int) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			s.SetGray(x, y, color.Gray{Y: s.ink})
		}
	}
}

// box draws the rules of a cell.
func (s *sheet) box(x0, y0, x1, y1 int) {
	s.fill(x0, y0, x1, y0+2)
	s.fill(x0, y1-2, x1, y1)
	s.fill(x0, y0, x0+2, y1)
	s.fill(x1-2, y0, x1, y1)
}

// rising draws a rule that rises by some pixels over its length.
func (s *sheet) rising(x0, y, x1, rise int) {
	for x := x0; x < x1; x++ {
		top := y - rise*(x-x0)/(x1-x0)
		s.fill(x, top, x+1, top+2)
	}
}

// write writes black text on a baseline, in letters of some pixels.
func (s *sheet) write(tb testing.TB, text string, x, y int, size float64) {
	tb.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	require.NoError(tb, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	require.NoError(tb, err)
	d := font.Drawer{Dst: s.Gray, Src: image.Black, Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
	middle := float64(y) - 0.3*size
	s.lines = append(s.lines, crop.Line{
		Height: size, Middle: []crop.Point{{X: float64(x), Y: middle}, {X: float64(d.Dot.X.Round()), Y: middle}},
	})
}

func (s *sheet) copied() *sheet {
	out := *s
	out.Gray = pixels.Clone(s.Gray, s.Rect)
	return &out
}

// darker counts the pixels that are at least as dark as the ink, nearly.
func (s *sheet) darker(img *image.Gray) (n int) {
	for _, v := range img.Pix {
		if int(v) <= int(s.ink)+20 {
			n++
		}
	}
	return n
}

func drawings() map[string]func(*sheet) {
	return map[string]func(*sheet){
		"a table": func(s *sheet) {
			for i := range 48 {
				s.box(50+130*(i%6), 150+52*(i/6), 176+130*(i%6), 198+52*(i/6))
			}
		},
		"an underline":  func(s *sheet) { s.fill(60, 200, 300, 202) },
		"a skewed rule": func(s *sheet) { s.rising(60, 300, 800, 12) },
		"a comb": func(s *sheet) {
			s.fill(60, 300, 420, 302)
			for x := 60; x <= 420; x += 30 {
				s.fill(x, 290, x+2, 302)
			}
		},
		"boxes for letters": func(s *sheet) {
			for x := 60; x < 360; x += 24 {
				s.box(x, 270, x+26, 302)
			}
		},
		"a check box":   func(s *sheet) { s.box(60, 280, 84, 304) },
		"an open field": func(s *sheet) { s.fill(60, 300, 420, 302); s.fill(60, 274, 62, 302); s.fill(418, 274, 420, 302) },
		"dots": func(s *sheet) {
			for x := 60; x < 420; x += 6 {
				s.fill(x, 300, x+2, 302)
			}
		},
		"leader dots": func(s *sheet) {
			for x := 60; x < 420; x += 30 {
				s.fill(x, 300, x+3, 303)
			}
		},
		"dashes": func(s *sheet) {
			for x := 60; x < 420; x += 14 {
				s.fill(x, 300, x+9, 302)
			}
		},
	}
}

// Drawn lines vanish, black and gray, and the text around them stays.
func TestRemove(t *testing.T) {
	t.Parallel()
	for name, draw := range drawings() {
		for _, ink := range []byte{0, 150, 215} {
			empty := newSheet(ink)
			empty.write(t, "Lily Hill 1411", 60, 100, 20)
			drawn := empty.copied()
			draw(drawn)
			clean, _ := rules.Remove(drawn.Gray, drawn.lines)
			left := drawn.darker(clean) - drawn.darker(empty.Gray)
			assert.True(t, left <= drawn.darker(drawn.Gray)/100, name, "of brightness", ink, "left", left, "pixels")
			for i, v := range empty.Pix {
				if v < 128 && clean.Pix[i] > v {
					t.Errorf("%s: a pixel of the text was removed at %d, %d", name, i%900, i/900)
					break
				}
			}
		}
	}
}

// A barcode that begins two pixels after a line is removed, and the line's last letters stay.
func TestBarcode(t *testing.T) {
	t.Parallel()
	empty := newSheet(0)
	empty.write(t, "Shipment 88120", 60, 100, 20)
	drawn := empty.copied()
	x := int(empty.lines[0].Middle[1].X) + 2
	for i := range 20 {
		drawn.fill(x, 70, x+2+i*7%5, 130)
		x += 5 + i*7%5 + i*3%4
	}
	clean, _ := rules.Remove(drawn.Gray, drawn.lines)
	assert.Equal(t, empty.darker(empty.Gray), drawn.darker(clean))
}

// A black bar with white letters is not a barcode.
func TestNegativeHeading(t *testing.T) {
	t.Parallel()
	s := newSheet(0)
	s.write(t, "Lily Hill 1411", 60, 100, 20)
	s.write(t, "Item Number Description Quantity Price Amount", 60, 200, 20)
	for y := 175; y < 210; y++ {
		for x := 40; x < 800; x++ {
			s.SetGray(x, y, color.Gray{Y: 255 - s.GrayAt(x, y).Y})
		}
	}
	clean, _ := rules.Remove(s.Gray, s.lines)
	assert.True(t, bytes.Equal(clean.Pix, s.Pix))
}

// Letters on an underline keep their descenders and feet.
func TestLettersOnRules(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"jumpy gypsy", "LEZ E 1l1 -- 2=2", "B8D0 OQ IlIlI"} {
		for _, at := range []int{99, 100, 101, 103} {
			empty := newSheet(0)
			empty.write(t, text, 60, 100, 20)
			drawn := empty.copied()
			drawn.fill(50, at, 420, at+2)
			clean, _ := rules.Remove(drawn.Gray, drawn.lines)
			for i, v := range empty.Pix {
				if v < 100 && clean.Pix[i] > 150 && (i/900 < at || i/900 >= at+2) {
					t.Errorf("%q on a rule at %d: a pixel was removed at %d, %d", text, at, i%900, i/900)
					break
				}
			}
			assert.True(t, drawn.darker(clean) < drawn.darker(empty.Gray)+300, text, at, "the rule is left")
		}
	}
}

// Nothing is removed that is not drawn.
func TestNoRules(t *testing.T) {
	t.Parallel()
	text, large := newSheet(0), newSheet(0)
	for i, line := range []string{
		"EFTZ BEER 5.55 - 77 = TTTT", "minimum illumination |||| 1111", "A ... B 1.1.1.1.1.1 -- x", "OO DD 00 88 BB QQ [] ()", "mmmmnnnn",
	} {
		text.write(t, line, 60, 60+60*i, 20)
	}
	large.write(t, "some text to measure", 60, 30, 20)
	large.write(t, "TOTAL", 60, 300, 190)
	large.write(t, "0D8EO", 60, 500, 45)
	for name, s := range map[string]*sheet{"text": text, "large letters": large, "nothing": newSheet(0)} {
		clean, isCrossed := rules.Remove(s.Gray, s.lines)
		assert.True(t, bytes.Equal(clean.Pix, s.Pix) && !isCrossed, name, "was changed")
	}
	hatched := newSheet(0)
	hatched.write(t, "some text", 60, 30, 20)
	hatched.Gray = pixels.White(4000, 4000)
	for i := range hatched.Pix {
		if x, y := i%4000, i/4000; y%6 == 0 && x%52 < 46 || x%52 == 0 {
			hatched.Pix[i] = 0
		}
	}
	clean, _ := rules.Remove(hatched.Gray, hatched.lines)
	assert.True(t, bytes.Equal(clean.Pix, hatched.Pix), "a hatching was changed")
	ruled := newSheet(0)
	ruled.box(100, 100, 500, 300)
	clean, _ = rules.Remove(ruled.Gray, nil)
	assert.Equal(t, clean, ruled.Gray, "a page without text was changed")
}

// A line of text through a rule between cells was connected by it.
func TestCrossed(t *testing.T) {
	t.Parallel()
	s := newSheet(0)
	for i := range 24 {
		s.box(50+130*(i%6), 150+52*(i/6), 176+130*(i%6), 198+52*(i/6))
	}
	s.write(t, "cell", 60, 190, 20)
	_, isCrossed := rules.Remove(s.Gray, s.lines)
	assert.False(t, isCrossed, "a line within a cell")
	s.lines[0].Middle[1].X = 300
	_, isCrossed = rules.Remove(s.Gray, s.lines)
	assert.True(t, isCrossed, "a line over two cells")
}

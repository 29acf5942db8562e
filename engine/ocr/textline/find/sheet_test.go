package find_test

import (
	"image"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/libs/require"
)

// sheet is a page with its lines.
type sheet struct {
	page  *image.Gray
	lines []crop.Line
}

func blank(w, h float64) *sheet { return &sheet{page: pixels.White(int(w), int(h))} }

// write draws a line of text whose baseline begins at a place.
func (s *sheet) write(tb testing.TB, x, y, size float64, text string) {
	tb.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	require.NoError(tb, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	require.NoError(tb, err)
	d := font.Drawer{Dst: s.page, Src: image.Black, Face: face, Dot: fixed.P(int(x), int(y))}
	box, _ := d.BoundString(text)
	d.DrawString(text)
	left, right := float64(box.Min.X)/64, float64(box.Max.X)/64
	middle := float64(box.Min.Y+box.Max.Y) / 128
	s.lines = append(s.lines, crop.Line{
		Middle: []crop.Point{{X: left, Y: middle}, {X: right, Y: middle}}, Height: float64(box.Max.Y-box.Min.Y) / 64,
	})
}

// letter is a page with a column of text of a size in pixels.
func letter(tb testing.TB, size float64) *sheet {
	tb.Helper()
	s := blank(24*size, 19*size)
	for i, text := range []string{
		"Alder Printing Ltd, Norwich", "Invoice No. 2026-0417 of 17 April", "Business cards, 250 pieces, glossy",
		"Posters, of size A3, twelve", "Envelopes for letters, white", "Delivered by messenger, April 14",
		"Payable within thirty days, please", "Many thanks for your order",
	} {
		s.write(tb, 2*size, size*(3+1.8*float64(i)), size, text)
	}
	return s
}

// columns is a page with two close columns.
func columns(tb testing.TB) *sheet {
	tb.Helper()
	const size = 18
	s := blank(36*size, 16*size)
	for i, text := range []string{"Terms of delivery,", "of payment and of", "liability apply as", "laid down by law", "in every country."} {
		y := size * (3 + 1.7*float64(i))
		s.write(tb, 2*size, y, size, text)
		s.write(tb, 14*size, y, size, text)
		s.write(tb, 26*size, y+size*0.8, size, text)
	}
	return s
}

// receipt has a sum several times as high as the rest.
func receipt(tb testing.TB) *sheet {
	tb.Helper()
	const size = 20
	s := blank(24*size, 26*size)
	for i, text := range []string{"Apples, two kilograms", "Bread of rye and wheat", "Butter, salted", "Oranges from Spain", "Carrier bag"} {
		s.write(tb, 2*size, size*(3+1.7*float64(i)), size, text)
		s.write(tb, 19*size, size*(3+1.7*float64(i)), size, "12.95")
	}
	s.write(tb, 3*size, 18*size, 5*size, "SUM 64")
	s.write(tb, 2*size, 23*size, size, "Thank you for your visit")
	return s
}

// fewWords has little text in much paper.
func fewWords(tb testing.TB) *sheet {
	tb.Helper()
	s := blank(700, 500)
	s.write(tb, 90, 120, 22, "Paid")
	s.write(tb, 480, 410, 22, "17 April 2026")
	return s
}

// turned leans the sheet by some degrees clockwise.
func (s *sheet) turned(degrees float64) *sheet {
	out := &sheet{page: pixels.Rotate(s.page, degrees)}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for _, l := range s.lines {
		turned := crop.Line{Height: l.Height}
		for _, p := range l.Middle {
			x, y := p.X-float64(s.page.Rect.Dx())/2, p.Y-float64(s.page.Rect.Dy())/2
			turned.Middle = append(turned.Middle, crop.Point{
				X: x*cos - y*sin + float64(out.page.Rect.Dx())/2, Y: x*sin + y*cos + float64(out.page.Rect.Dy())/2,
			})
		}
		out.lines = append(out.lines, turned)
	}
	return out
}

// waved moves columns up and down by up to some pixels.
func (s *sheet) waved(by, length float64) *sheet {
	w, h := s.page.Rect.Dx(), s.page.Rect.Dy()
	out := blank(float64(w), float64(h))
	wave := func(x float64) float64 { return by * math.Sin(x/length) }
	for x := range w {
		down := int(math.Round(wave(float64(x))))
		for y := max(down, 0); y < min(h, h+down); y++ {
			out.page.Pix[y*out.page.Stride+x] = s.page.Pix[(y-down)*s.page.Stride+x]
		}
	}
	for _, l := range s.lines {
		bent := crop.Line{Height: l.Height}
		for x := l.Middle[0].X; x < l.Middle[1].X+5; x += 5 {
			x := min(x, l.Middle[1].X)
			bent.Middle = append(bent.Middle, crop.Point{X: x, Y: l.Middle[0].Y + wave(x)})
		}
		out.lines = append(out.lines, bent)
	}
	return out
}

// reversed prints the sheet light on dark.
func (s *sheet) reversed() *sheet {
	for i, v := range s.page.Pix {
		s.page.Pix[i] = 230 - byte(int(v)*190/255)
	}
	return s
}

// dimmed lights the sheet from the left alone.
func (s *sheet) dimmed() *sheet {
	for i, v := range s.page.Pix {
		x := i % s.page.Stride
		s.page.Pix[i] = byte((80 + int(v)*120/255) * (1200 - x) / 1200)
	}
	return s
}

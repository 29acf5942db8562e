package pages

import (
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/raster"
	"github.com/docmill/docmill/lab/lines/textsample"
)

type sheet struct {
	r       *rand.Rand
	m       *Maker
	ink     *image.Gray
	dark    []image.Rectangle // grounds with light print on dark
	shades  []shade
	rules   []image.Rectangle // vertical ones
	prints  []mark
	point   float64 // pixels
	faces   []*font.Face
	printer map[int]*raster.Printer // by size in tenths of a point
}

// shade is a ground that is darker than paper by some levels.
type shade struct {
	part   image.Rectangle
	levels float64
}

// mark is a printed text before lines are joined.
type mark struct {
	text string
	box  image.Rectangle // of the ink
	top  float64         // of the line; at least as high as most letters
	end  float64         // bottom of the line
}

func (m mark) height() float64 { return m.end - m.top }

func newSheet(m *Maker, r *rand.Rand, w, h int, point float64) *sheet {
	return &sheet{r: r, m: m, ink: image.NewGray(image.Rect(0, 0, w, h)), point: point, printer: map[int]*raster.Printer{}}
}

func (s *sheet) width() float64  { return float64(s.ink.Rect.Dx()) }
func (s *sheet) height() float64 { return float64(s.ink.Rect.Dy()) }

func (s *sheet) randomBetween(a, b float64) float64 { return augment.Between(s.r, a, b) }
func (s *sheet) chance(p float64) bool              { return augment.Chance(s.r, p) }

type style struct {
	face int
	size float64 // in points
}

// pitch returns the usual line distance in a style, in pixels.
func (s *sheet) pitch(st style) float64 { return st.size * s.point * 1.22 }

// text prints a text from x on with its baseline at y. It omits words that exceed room.
func (s *sheet) text(st style, text string, x, y, room float64) {
	if piece, ok := s.piece(st, text, room); ok {
		s.put(piece, st, x, y)
	}
}

// ending prints a text that ends at x; see text.
func (s *sheet) ending(st style, text string, x, y, room float64) {
	if piece, ok := s.piece(st, text, room); ok {
		s.put(piece, st, x-float64(piece.Box.Dx()), y)
	}
}

// centered prints a text centered at x; see text.
func (s *sheet) centered(st style, text string, x, y, room float64) {
	if piece, ok := s.piece(st, text, room); ok {
		s.put(piece, st, x-float64(piece.Box.Dx())/2, y)
	}
}

// piece prints a text separately, in another face if the style's lacks letters of it.
func (s *sheet) piece(st style, text string, room float64) (raster.Piece, bool) {
	p := s.printerOf(st)
	if !p.Covers(text) {
		text = textsample.Upper(text)
		if !p.Covers(text) {
			text = textsample.Plain(s.r)
		}
		if !p.Covers(text) {
			return raster.Piece{}, false
		}
	}
	for {
		piece, ok := p.Line(s.r, text)
		if !ok || float64(piece.Box.Dx()) <= room {
			return piece, ok
		}
		cut := strings.LastIndexByte(text, ' ')
		if cut < 0 {
			return raster.Piece{}, false
		}
		text = text[:cut]
	}
}

func (s *sheet) printerOf(st style) *raster.Printer {
	key := st.face*10_000 + int(st.size*10)
	if p := s.printer[key]; p != nil {
		return p
	}
	face := s.faces[st.face%len(s.faces)]
	// Capital letters are about 0.7 of a size.
	p := raster.New(s.r, face, max(st.size*s.point*0.7, 4.5))
	p.MaxGap = 0.8 * farthest
	p.Style.Stretch = min(max(p.Style.Stretch, 0.75), 1.25)
	s.printer[key] = p
	return p
}

func (s *sheet) put(piece raster.Piece, st style, x, y float64) {
	at := image.Pt(int(x)-piece.Box.Min.X, int(y-piece.Baseline+0.5))
	box := piece.Box.Add(at)
	if !box.In(s.ink.Rect.Inset(2)) {
		return
	}
	augment.Paste(s.ink, piece.Ink, at.X, at.Y)
	top, end, capital := float64(box.Min.Y), float64(box.Max.Y), s.printerOf(st).Height
	if end-top < 0.6*capital {
		top, end = min(top, y-capital), max(end, y)
	}
	s.prints = append(s.prints, mark{piece.Text, box, top, end})
}

func (s *sheet) horizontal(x0, x1, y, thick float64) {
	augment.Fill(s.ink, image.Rect(int(x0), int(y), int(x1), int(y+max(thick, 1))), 255)
}

func (s *sheet) vertical(x, y0, y1, thick float64) {
	rule := image.Rect(int(x), int(y0), int(x+max(thick, 1)), int(y1))
	augment.Fill(s.ink, rule, 255)
	s.rules = append(s.rules, rule)
}

// marks returns the printed lines. Marks of a row that are close to each other are joined.
func (s *sheet) marks() []mark {
	all := slices.Clone(s.prints)
	slices.SortStableFunc(all, func(a, b mark) int { return a.box.Min.X - b.box.Min.X })
	var out []mark
	for _, m := range all {
		if !strings.ContainsFunc(m.text, isWordy) {
			continue // signs that separate sections are not lines of text
		}
		if k := s.before(out, m); k >= 0 {
			out[k].text += " " + m.text
			out[k].box = out[k].box.Union(m.box)
			out[k].top, out[k].end = min(out[k].top, m.top), max(out[k].end, m.end)
			continue
		}
		out = append(out, m)
	}
	return out
}

// farthest is the maximum gap between words of a line, in heights of the line. Nearly all lines of the annotated
// receipts agree with it.
const farthest = 1.3

// before returns the index of the line that a mark continues, or -1.
func (s *sheet) before(done []mark, m mark) int {
	for k := len(done) - 1; k >= 0; k-- {
		d := done[k]
		gap, tall := float64(m.box.Min.X-d.box.Max.X), min(d.height(), m.height())
		overlap := min(d.end, m.end) - max(d.top, m.top)
		if gap > -0.5*tall && gap <= farthest*tall && overlap > 0.6*max(d.height(), m.height()) && !s.parted(d, m) {
			return k
		}
	}
	return -1
}

func (s *sheet) parted(a, b mark) bool {
	between := image.Rect(a.box.Max.X-1, int(max(a.top, b.top)), b.box.Min.X+1, int(min(a.end, b.end)))
	return slices.ContainsFunc(s.rules, func(rule image.Rectangle) bool { return rule.Overlaps(between) })
}

func isWordy(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

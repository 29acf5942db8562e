package synth

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/lab/pdfgen"
)

// Sheet is a page: texts and rules at places in points, origin at the top left.
type Sheet struct {
	Width, Height float64
	Marks         []Mark
	Rules         []Rule
}

// Mark is a text set in Helvetica.
type Mark struct {
	X, Y float64 // left end of the baseline
	Size float64 // of the font, points
	Bold bool
	Text string
}

// Rule is a straight line.
type Rule struct{ X0, Y0, X1, Y1 float64 }

// A4 and Letter pages.
func a4() *Sheet     { return &Sheet{Width: 595, Height: 842} }
func letter() *Sheet { return &Sheet{Width: 612, Height: 792} }

// put sets a text from x on and gives the x at which it ends.
func (s *Sheet) put(x, y, size float64, text string) float64 { return s.set(x, y, size, false, text) }

func (s *Sheet) set(x, y, size float64, bold bool, text string) float64 {
	if strings.TrimSpace(text) != "" {
		s.Marks = append(s.Marks, Mark{x, y, size, bold, text})
	}
	return x + width(text, size, bold)
}

// end sets a text so that it ends at x; middle so that it is centred there.
func (s *Sheet) end(x, y, size float64, bold bool, text string) {
	s.set(x-width(text, size, bold), y, size, bold, text)
}

func (s *Sheet) middle(x, y, size float64, bold bool, text string) {
	s.set(x-width(text, size, bold)/2, y, size, bold, text)
}

func (s *Sheet) rule(x0, y0, x1, y1 float64) { s.Rules = append(s.Rules, Rule{x0, y0, x1, y1}) }

func width(text string, size float64, bold bool) float64 {
	if bold {
		return pdfgen.BoldWidth(text, size)
	}
	return pdfgen.TextWidth(text, size)
}

// Document gives the sheets as a reader of their PDF would: words with boxes,
// grouped to lines that run as far as no wide gap comes.
func (s *Specimen) Document() *document.Document {
	doc := &document.Document{MIMEType: "application/pdf"}
	for i, sheet := range s.Sheets {
		doc.Pages = append(doc.Pages, sheet.page(i+1))
	}
	return doc
}

// letters reach so far above and below the baseline, in sizes.
const (
	ascent  = 0.72
	descent = 0.21
)

func (s *Sheet) page(number int) document.Page {
	p := document.Page{Number: number, Width: s.Width, Height: s.Height}
	marks := slices.Clone(s.Marks)
	slices.SortStableFunc(marks, func(a, b Mark) int {
		if d := a.Y - b.Y; d < -1 || d > 1 {
			return cmp.Compare(a.Y, b.Y)
		}
		return cmp.Compare(a.X, b.X)
	})
	lastY, lastEnd := -100.0, 0.0
	for _, m := range marks {
		words := m.words(s)
		if len(words) == 0 {
			continue
		}
		n := len(p.Lines)
		if n > 0 && m.Y-lastY < 1 && m.Y-lastY > -1 && m.X-lastEnd < 1.2*m.Size {
			p.Lines[n-1].Words = append(p.Lines[n-1].Words, words...)
		} else {
			p.Lines = append(p.Lines, document.Line{Words: words})
			n++
		}
		for _, w := range words {
			p.Lines[n-1].Box = p.Lines[n-1].Box.Union(w.Box)
		}
		lastY, lastEnd = m.Y, m.X+width(m.Text, m.Size, m.Bold)
	}
	return p
}

// words cuts a mark at its spaces.
func (m Mark) words(s *Sheet) []document.Word {
	var out []document.Word
	x := m.X
	space := width(" ", m.Size, m.Bold)
	for w := range strings.SplitSeq(m.Text, " ") {
		if w != "" {
			end := x + width(w, m.Size, m.Bold)
			out = append(out, document.Word{
				Text: w, Confidence: 1, Size: m.Size, Bold: m.Bold, Source: document.SourceText,
				Box: document.Box{
					X0: x / s.Width, Y0: (m.Y - ascent*m.Size) / s.Height, X1: end / s.Width, Y1: (m.Y + descent*m.Size) / s.Height,
				},
			})
			x = end
		}
		x += space
	}
	return out
}

// PDF writes the sheets as a file, for a look with one's own eyes. Letters that
// Helvetica's own encoding lacks are shown as others; see pdfgen.Page.Text.
func (s *Specimen) PDF() []byte {
	doc := pdfgen.New()
	for _, sheet := range s.Sheets {
		p := doc.AddPage(sheet.Width, sheet.Height)
		for _, m := range sheet.Marks {
			if m.Bold {
				p.Bold(m.X, m.Y, m.Size, m.Text)
			} else {
				p.Text(m.X, m.Y, m.Size, m.Text)
			}
		}
		for _, r := range sheet.Rules {
			p.Rule(r.X0, r.Y0, r.X1, r.Y1)
		}
	}
	return doc.Bytes()
}

package synth

import (
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
)

// Sheet is a page of texts and rules, positioned in points from the top left.
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
	// Wide is the letter width as a factor of Helvetica's, or 0 for 1.
	Wide float64
	// Field is the field that the text shows; see Fields.
	Field string
}

func (m Mark) width() float64 { return m.wide(width(m.Text, m.Size, m.Bold)) }

func (m Mark) wide(w float64) float64 {
	if m.Wide > 0 {
		return w * m.Wide
	}
	return w
}

// Rule is a straight line.
type Rule struct{ X0, Y0, X1, Y1 float64 }

func a4() *Sheet     { return &Sheet{Width: 595, Height: 842} }
func letter() *Sheet { return &Sheet{Width: 612, Height: 792} }

// put sets a text from x on and returns its right end.
func (s *Sheet) put(x, y, size float64, text string) float64 { return s.set(x, y, size, false, text) }

func (s *Sheet) set(x, y, size float64, bold bool, text string) float64 {
	if strings.TrimSpace(text) != "" {
		s.Marks = append(s.Marks, Mark{X: x, Y: y, Size: size, Bold: bold, Text: text})
	}
	return x + width(text, size, bold)
}

// end sets a text that ends at x; middle centers it there.
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

// PDF writes the sheets as a PDF for inspection. It replaces letters that Helvetica's encoding lacks; see
// pdfgen.Page.Text.
func (s *Sample) PDF() []byte {
	doc := pdfgen.New()
	for _, sheet := range s.Sheets {
		p := doc.AddPage(sheet.Width, sheet.Height)
		for _, m := range sheet.Marks {
			for _, part := range m.printed() {
				if m.Bold {
					p.Bold(part.X, m.Y, m.Size, part.Text)
				} else {
					p.Text(part.X, m.Y, m.Size, part.Text)
				}
			}
		}
		for _, r := range sheet.Rules {
			p.Rule(r.X0, r.Y0, r.X1, r.Y1)
		}
	}
	return doc.Bytes()
}

// printed splits a mark with a letter width other than Helvetica's into words, so that each word is in the right
// position.
func (m Mark) printed() []Mark {
	if m.Wide == 0 {
		return []Mark{m}
	}
	var out []Mark
	x, space := m.X, m.wide(width(" ", m.Size, m.Bold))
	for w := range strings.SplitSeq(m.Text, " ") {
		part := Mark{X: x, Y: m.Y, Size: m.Size, Bold: m.Bold, Text: w, Wide: m.Wide}
		x += part.width() + space
		out = append(out, part)
	}
	return out
}

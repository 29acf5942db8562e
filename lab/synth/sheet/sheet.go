// Package sheet places texts and rules on pages, and returns the pages as a PDF reader or text recognition would: as
// words with boxes and the field that each word shows.
package sheet

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

// Width returns the width of the text in points.
func (m Mark) Width() float64 { return m.scaledWidth(TextWidth(m.Text, m.Size, m.Bold)) }

func (m Mark) scaledWidth(w float64) float64 {
	if m.Wide > 0 {
		return w * m.Wide
	}
	return w
}

// Rule is a straight line.
type Rule struct{ X0, Y0, X1, Y1 float64 }

// A4 returns an empty page of this format.
func A4() *Sheet { return &Sheet{Width: 595, Height: 842} }

// Letter returns an empty page of this format.
func Letter() *Sheet { return &Sheet{Width: 612, Height: 792} }

// Put sets a text from x on and returns its right end.
func (s *Sheet) Put(x, y, size float64, text string) float64 { return s.Set(x, y, size, false, text) }

// Set sets a text from x on and returns its right end.
func (s *Sheet) Set(x, y, size float64, bold bool, text string) float64 {
	if strings.TrimSpace(text) != "" {
		s.Marks = append(s.Marks, Mark{X: x, Y: y, Size: size, Bold: bold, Text: text})
	}
	return x + TextWidth(text, size, bold)
}

// SetRight sets a text that ends at x; middle centers it there.
func (s *Sheet) SetRight(x, y, size float64, bold bool, text string) {
	s.Set(x-TextWidth(text, size, bold), y, size, bold, text)
}

// SetCentered sets a text with its center at x.
func (s *Sheet) SetCentered(x, y, size float64, bold bool, text string) {
	s.Set(x-TextWidth(text, size, bold)/2, y, size, bold, text)
}

// AddRule draws a line.
func (s *Sheet) AddRule(x0, y0, x1, y1 float64) { s.Rules = append(s.Rules, Rule{x0, y0, x1, y1}) }

// Sheets is the pages of a document.
type Sheets []*Sheet

// IsFree reports whether a mark overlaps no other.
func (s *Sheet) IsFree(m Mark) bool {
	for _, o := range s.Marks {
		if o.X < m.X+m.Width()+4 && m.X < o.X+o.Width()+4 && o.Y-o.Size < m.Y+0.3*m.Size && m.Y-m.Size < o.Y+0.3*o.Size {
			return false
		}
	}
	return true
}

// AddBox draws a rectangle.
func (s *Sheet) AddBox(x0, y0, x1, y1 float64) {
	s.AddRule(x0, y0, x1, y0)
	s.AddRule(x0, y1, x1, y1)
	s.AddRule(x0, y0, x0, y1)
	s.AddRule(x1, y0, x1, y1)
}

// PDF writes the sheets as a PDF for inspection. It replaces letters that Helvetica's encoding lacks; see
// pdfgen.Page.Text.
func (s Sheets) PDF() []byte {
	doc := pdfgen.New()
	for _, sheet := range s {
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
	x, space := m.X, m.scaledWidth(TextWidth(" ", m.Size, m.Bold))
	for w := range strings.SplitSeq(m.Text, " ") {
		part := Mark{X: x, Y: m.Y, Size: m.Size, Bold: m.Bold, Text: w, Wide: m.Wide}
		x += part.Width() + space
		out = append(out, part)
	}
	return out
}

// TextWidth returns the width of a text in points.
func TextWidth(text string, size float64, bold bool) float64 {
	if bold {
		return pdfgen.BoldWidth(text, size)
	}
	return pdfgen.TextWidth(text, size)
}

// Wrap splits a text at spaces into parts that fit into the width. It cuts a single word that is too wide.
func Wrap(text string, size float64, bold bool, room float64) []string {
	var out []string
	line := ""
	for w := range strings.FieldsSeq(text) {
		for TextWidth(w, size, bold) > room {
			k := len([]rune(w)) - 1
			for k > 1 && TextWidth(string([]rune(w)[:k]), size, bold) > room {
				k--
			}
			if line != "" {
				out = append(out, line)
				line = ""
			}
			out = append(out, string([]rune(w)[:k]))
			w = string([]rune(w)[k:])
		}
		switch {
		case line == "":
			line = w
		case TextWidth(line+" "+w, size, bold) <= room:
			line += " " + w
		default:
			out = append(out, line)
			line = w
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// Truncate removes letters from the end of a text until it fits into room.
func Truncate(text string, size float64, room float64) string {
	letters := []rune(text)
	for len(letters) > 1 && TextWidth(string(letters), size, false) > room {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters))
}

// FitSize returns the size at which a text fits into room.
func FitSize(text string, size float64, bold bool, room float64) float64 {
	if w := TextWidth(text, size, bold); w > room && w > 0 {
		return size * room / w
	}
	return size
}

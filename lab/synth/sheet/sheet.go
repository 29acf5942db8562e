// Package sheet places texts and rules on pages, and returns the pages as a PDF reader or text recognition would: as
// words with boxes and the field that each word shows.
package sheet

import (
	"strings"
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

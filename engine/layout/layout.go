// Package layout turns the words of a document into rows that run across the page, segments of adjacent words in a
// row, blocks of lines, tables, and the neighbors of a label.
//
// Geometry is in points with the origin at the top left. Pages without boxes get nominal ones with a fixed pitch
// per character and line, so that one set of rules serves both; see Page.Nominal.
package layout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Box is a rectangle in points of its page.
type Box struct {
	X0, Y0, X1, Y1 float64
}

// Width returns the width of the box.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height returns the height of the box.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// CenterX returns the horizontal middle.
func (b Box) CenterX() float64 { return (b.X0 + b.X1) / 2 }

// CenterY returns the vertical middle.
func (b Box) CenterY() float64 { return (b.Y0 + b.Y1) / 2 }

// Union returns the smallest box that holds both.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// OverlapX returns the length that both boxes share horizontally, negative for a gap.
func (b Box) OverlapX(o Box) float64 { return min(b.X1, o.X1) - max(b.X0, o.X0) }

// Token is a word, or the part of a word before or after a colon: "Date:3/4/24" makes two.
type Token struct {
	Text       string
	Box        Box
	Place      document.Box // from the reader; may be empty
	Confidence float64
	Size       float64
	Bold       bool
	Font       string // name, or "" if unknown
	Source     document.Source
	// Space is the maximum width of one space next to the word in monospaced print, or 0 in other print.
	Space float64
}

// Space returns the maximum width of one space between two words in monospaced print, or 0 in other print.
func Space(a, b *Token) float64 { return min(a.Space, b.Space) }

// Segment is a run of tokens of one row without a wide gap.
type Segment struct {
	Page   *Page
	Row    int // index in Page.Rows
	Column int // index in Row.Segments
	Tokens []Token
	Words  []string // texts of the tokens
	Box    Box

	folded     []string
	origin     []int // token of each folded word
	recognized recognized
}

// Text joins the words with single spaces.
func (s *Segment) Text() string { return strings.Join(s.Words, " ") }

// Folded returns the folded words (see recognize.Fold) and the index of the token of each.
func (s *Segment) Folded() (words []string, token []int) {
	if s.folded == nil {
		s.folded = []string{}
		for i, w := range s.Words {
			for _, f := range recognize.FoldWords(w) {
				s.folded = append(s.folded, f)
				s.origin = append(s.origin, i)
			}
		}
	}
	return s.folded, s.origin
}

// Height returns the mean height of the segment's tokens.
func (s *Segment) Height() float64 {
	h := 0.0
	for i := range s.Tokens {
		h += s.Tokens[i].Box.Height()
	}
	return h / float64(len(s.Tokens))
}

// SpanBox returns the box around the tokens first to last.
func (s *Segment) SpanBox(first, last int) Box {
	b := s.Tokens[first].Box
	for i := first + 1; i <= last; i++ {
		b = b.Union(s.Tokens[i].Box)
	}
	return b
}

// MedianSpace returns the median gap between words, or 0.
func (s *Segment) MedianSpace() float64 {
	var gaps []float64
	for i := range s.Tokens[1:] {
		gaps = append(gaps, s.Tokens[i+1].Box.X0-s.Tokens[i].Box.X1)
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// Bold reports whether every token is bold.
func (s *Segment) Bold() bool {
	for i := range s.Tokens {
		if !s.Tokens[i].Bold {
			return false
		}
	}
	return true
}

// Row is a line across the page, left to right.
type Row struct {
	Segments []*Segment
	Box      Box
}

// Page is one page in rows, top to bottom.
type Page struct {
	Number        int
	Width, Height float64
	Rows          []*Row
	// Nominal marks a page without real geometry: a grid of characters or cells, or one made up from the text.
	Nominal bool
	// Partial marks a page with missing rows, because all rows would exceed the work budget.
	Partial bool
	// Fields are the form fields.
	Fields []FormField
	// Marks are the small squares and circles drawn on the page.
	Marks []Mark
	// Rules are the straight lines drawn on the page, level with the words.
	Rules []Box
	// Hidden are the lines of text that the page does not show.
	Hidden []*document.Line

	tables      []*Table
	tablesFound bool
}

// FormField is a form field with its place in points.
type FormField struct {
	document.FormField
	Place Box
}

// Mark is a drawn square or circle with its place in points, level with the words.
type Mark struct {
	document.Mark
	Place Box
}

// Layout is a document in rows and segments.
type Layout struct {
	Pages    []*Page
	Segments []*Segment // of all pages, in reading order of rows
}

// RelativeY returns the segment's vertical position, 0 at the top, 1 at the bottom.
func (s *Segment) RelativeY() float64 { return s.Box.CenterY() / s.Page.Height }

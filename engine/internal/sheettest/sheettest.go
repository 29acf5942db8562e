// Package sheettest creates documents for tests: words on pages, as readers report them.
package sheettest

import (
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Sheet lays words out on a page, the way a reader would report them.
type Sheet struct {
	width, height float64 // points
	Lines         []document.Line
}

// A4 is an empty sheet of that size.
func A4() *Sheet { return &Sheet{width: 595, height: 842} }

// Till is a strip of receipt paper.
func Till(height float64) *Sheet { return &Sheet{width: 226, height: height} }

// Put writes a text with its left edge at x and its top at y, in points.
func (s *Sheet) Put(x, y, size float64, text string) {
	line := document.Line{}
	for word := range strings.FieldsSeq(text) {
		w := widthOf(word, size)
		box := document.Box{X0: x / s.width, Y0: y / s.height, X1: (x + w) / s.width, Y1: (y + 1.15*size) / s.height}
		line.Words = append(line.Words, document.Word{Text: word, Box: box, Confidence: 1, Size: size,
			Source: document.SourceText})
		line.Box = line.Box.Union(box)
		x += w + 0.28*size
	}
	s.Lines = append(s.Lines, line)
}

// End writes a text with its right edge at x.
func (s *Sheet) End(x, y, size float64, text string) { s.Put(x-LengthOf(text, size), y, size, text) }

// Middle writes a text around x.
func (s *Sheet) Middle(x, y, size float64, text string) {
	s.Put(x-LengthOf(text, size)/2, y, size, text)
}

// Column writes lines under each other and returns the y below them.
func (s *Sheet) Column(x, y, size float64, lines ...string) float64 {
	for _, l := range lines {
		s.Put(x, y, size, l)
		y += 1.35 * size
	}
	return y
}

// Bind makes a document of one page per sheet.
func Bind(sheets ...*Sheet) *document.Document {
	doc := &document.Document{MIMEType: "application/pdf"}
	for i, s := range sheets {
		doc.Pages = append(doc.Pages, document.Page{Number: i + 1, Width: s.width, Height: s.height, Lines: s.Lines})
	}
	return doc
}

func widthOf(word string, size float64) float64 {
	return 0.5 * size * float64(utf8.RuneCountInString(word))
}

// LengthOf is how wide a text is, in points.
func LengthOf(text string, size float64) float64 {
	total := 0.0
	for i, word := range strings.Fields(text) {
		if i > 0 {
			total += 0.28 * size
		}
		total += widthOf(word, size)
	}
	return total
}

// Rows returns the layout of a page with a row per text; parts after a '|' are in a column on the right.
func Rows(rows ...string) *layout.Layout {
	return layout.Analyze(&document.Document{Pages: []document.Page{RowsPage(rows...)}})
}

// RowsPage is the page of Rows as a reader reports it.
func RowsPage(rows ...string) document.Page {
	p := document.Page{Number: 1, Width: 600, Height: 840}
	for i, row := range rows {
		for k, part := range strings.Split(row, "|") {
			x := 40 + 300*float64(k)
			line := document.Line{}
			for word := range strings.FieldsSeq(part) {
				w := 5 * float64(len(word))
				y := 40 + 14*float64(i)
				line.Words = append(line.Words, document.Word{
					Text: word, Confidence: 1, Source: document.SourceText,
					Box: document.Box{X0: x / 600, Y0: y / 840, X1: (x + w) / 600, Y1: (y + 10) / 840},
				})
				x += w + 3
			}
			p.Lines = append(p.Lines, line)
		}
	}
	return p
}

// Labeled is a page that holds one label and its value.
func Labeled(label, value string, gap float64) *document.Document {
	s := A4()
	s.Put(50, 300, 10, label)
	if gap < 100 {
		s.Put(50+LengthOf(label, 10)+3, 300, 10, value)
	} else {
		s.Put(50+gap, 300, 10, value)
	}
	return Bind(s)
}

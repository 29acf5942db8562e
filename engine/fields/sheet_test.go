package fields_test

import (
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// sheet lays words out on a page, the way a reader would report them.
type sheet struct {
	width, height float64 // points
	lines         []document.Line
}

func a4() *sheet { return &sheet{width: 595, height: 842} }

// till is a strip of receipt paper.
func till(height float64) *sheet { return &sheet{width: 226, height: height} }

// put writes a text with its left edge at x and its top at y, in points.
func (s *sheet) put(x, y, size float64, text string) {
	line := document.Line{}
	for word := range strings.FieldsSeq(text) {
		w := widthOf(word, size)
		box := document.Box{X0: x / s.width, Y0: y / s.height, X1: (x + w) / s.width, Y1: (y + 1.15*size) / s.height}
		line.Words = append(line.Words, document.Word{Text: word, Box: box, Confidence: 1, Size: size, Source: document.SourceText})
		line.Box = line.Box.Union(box)
		x += w + 0.28*size
	}
	s.lines = append(s.lines, line)
}

// end writes a text with its right edge at x.
func (s *sheet) end(x, y, size float64, text string) { s.put(x-lengthOf(text, size), y, size, text) }

// middle writes a text around x.
func (s *sheet) middle(x, y, size float64, text string) {
	s.put(x-lengthOf(text, size)/2, y, size, text)
}

// column writes lines under each other and gives the height below them.
func (s *sheet) column(x, y, size float64, lines ...string) float64 {
	for _, l := range lines {
		s.put(x, y, size, l)
		y += 1.35 * size
	}
	return y
}

// document makes a document of one page per sheet.
func bind(sheets ...*sheet) *document.Document {
	doc := &document.Document{MIMEType: "application/pdf"}
	for i, s := range sheets {
		doc.Pages = append(doc.Pages, document.Page{Number: i + 1, Width: s.width, Height: s.height, Lines: s.lines})
	}
	return doc
}

func widthOf(word string, size float64) float64 {
	return 0.5 * size * float64(utf8.RuneCountInString(word))
}

func lengthOf(text string, size float64) float64 {
	total := 0.0
	for i, word := range strings.Fields(text) {
		if i > 0 {
			total += 0.28 * size
		}
		total += widthOf(word, size)
	}
	return total
}

package sheet

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

// Fields holds the field of each word, by page, line and word of its document: a field of the record ("vendorName",
// "total", "lineItems.amount"), a line of a party that is no field ("vendorPerson", "vendorCountry"), the heading of a
// party ("vendorLabel"), another label ("label"), or "" for everything else. Parties are vendor, customer, shipping
// and other.
type Fields [][][]string

type sheetWord struct {
	document.Word
	field string
}

type sheetLine struct {
	words []sheetWord
	box   document.Box
}

func lineOf(words []sheetWord) sheetLine {
	l := sheetLine{words: words}
	for _, w := range words {
		l.box = l.box.Union(w.Box)
	}
	return l
}

// Document returns the sheets as a PDF reader would: words with boxes, grouped into lines that end at wide gaps.
func (s Sheets) Document() *document.Document {
	doc, _ := s.DocumentFields()
	return doc
}

// DocumentFields is Document with the field of each word.
func (s Sheets) DocumentFields() (*document.Document, Fields) {
	doc := &document.Document{MIMEType: "application/pdf"}
	var fields Fields
	for i, sheet := range s {
		page, names := pageOf(i+1, sheet, sheet.lines())
		for _, r := range sheet.Rules {
			page.Rules = append(page.Rules, document.Box{X0: r.X0 / sheet.Width, Y0: r.Y0 / sheet.Height,
				X1: r.X1 / sheet.Width, Y1: r.Y1 / sheet.Height})
		}
		doc.Pages, fields = append(doc.Pages, page), append(fields, names)
	}
	return doc, fields
}

func pageOf(number int, s *Sheet, lines []sheetLine) (document.Page, [][]string) {
	p := document.Page{Number: number, Width: s.Width, Height: s.Height}
	names := make([][]string, len(lines))
	for i, l := range lines {
		line := document.Line{Box: l.box, Words: make([]document.Word, len(l.words))}
		names[i] = make([]string, len(l.words))
		for k, w := range l.words {
			line.Words[k], names[i][k] = w.Word, w.field
		}
		p.Lines = append(p.Lines, line)
	}
	return p, names
}

// Letters extend this far above and below the baseline, in font sizes.
const (
	ascent  = 0.72
	descent = 0.21
)

func (s *Sheet) lines() []sheetLine {
	marks := slices.Clone(s.Marks)
	slices.SortStableFunc(marks, func(a, b Mark) int {
		if d := a.Y - b.Y; d < -1 || d > 1 {
			return cmp.Compare(a.Y, b.Y)
		}
		return cmp.Compare(a.X, b.X)
	})
	var out []sheetLine
	lastY, lastX, lastEnd := -100.0, 0.0, 0.0
	for _, m := range marks {
		words := m.words(s)
		if len(words) == 0 {
			continue
		}
		n := len(out)
		if n > 0 && m.Y-lastY < 1 && m.Y-lastY > -1 && m.X >= lastX && m.X-lastEnd < 1.2*m.Size {
			out[n-1].words = append(out[n-1].words, words...)
		} else {
			out = append(out, sheetLine{words: words})
			n++
		}
		for _, w := range words {
			out[n-1].box = out[n-1].box.Union(w.Box)
		}
		lastY, lastX, lastEnd = m.Y, m.X, m.X+m.Width()
	}
	return out
}

func (m Mark) words(s *Sheet) []sheetWord {
	var out []sheetWord
	x := m.X
	space := m.scaledWidth(TextWidth(" ", m.Size, m.Bold))
	for w := range strings.SplitSeq(m.Text, " ") {
		if w != "" {
			end := x + m.scaledWidth(TextWidth(w, m.Size, m.Bold))
			out = append(out, sheetWord{field: m.Field, Word: document.Word{
				Text: w, Confidence: 1, Size: m.Size, Bold: m.Bold, Source: document.SourceText,
				Box: document.Box{
					X0: x / s.Width, Y0: (m.Y - ascent*m.Size) / s.Height, X1: end / s.Width, Y1: (m.Y + descent*m.Size) / s.Height,
				},
			}})
			x = end
		}
		x += space
	}
	return out
}

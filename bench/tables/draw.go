package tables

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
)

// Sample is a file with its tables.
type Sample struct {
	PDF    []byte
	Tables [][]Cell
}

const (
	pageWidth, pageHeight = 595, 842
	margin                = 56.0
)

type drawer struct {
	Design

	r      *rand.Rand
	doc    *pdfgen.Document
	page   *pdfgen.Page
	y      float64 // the top of what comes next
	tables [][]Cell
}

// Draw makes the sample of a design with a seed.
func Draw(d Design, seed uint64) Sample {
	w := &drawer{Design: d, r: rand.New(rand.NewPCG(seed, uint64(len(d.Name)))), doc: pdfgen.New()} //nolint:gosec // reproducible
	w.newPage()
	w.text(margin, 15, "Report of the "+w.words(2, 4), true)
	w.y += 12
	full := pageWidth - 2*margin
	const gutter = 24
	half := (full - gutter) / 2
	w.paragraph(margin, full, 3+w.r.IntN(4))
	switch d.Place {
	case Alone, OnPages:
		w.table(margin, full)
		w.notes(margin, full)
	case Stacked:
		w.table(margin, full)
		w.paragraph(margin, full, w.r.IntN(3))
		w.table(margin, full)
		w.notes(margin, full)
	case Beside:
		top := w.y
		w.table(margin, half)
		bottom := w.y
		w.y = top
		w.table(margin+half+gutter, half)
		w.y = max(w.y, bottom)
	case InColumn:
		top := w.y
		w.paragraph(margin, half, 4+w.r.IntN(8))
		w.table(margin, half)
		w.paragraph(margin, half, 8)
		bottom := w.y
		w.y = top
		for w.y < bottom {
			w.paragraph(margin+half+gutter, half, 6+w.r.IntN(6))
		}
	case NoTable:
		for range 3 {
			w.list(margin, full)
			w.paragraph(margin, full, 5)
		}
	}
	if w.y < pageHeight-150 {
		w.paragraph(margin, full, 4)
	}
	return Sample{w.doc.Bytes(), w.tables}
}

func (w *drawer) newPage() {
	w.page, w.y = w.doc.AddPage(pageWidth, pageHeight), margin
}

func (w *drawer) text(x, size float64, text string, bold bool) {
	if w.y += size; bold {
		w.page.Bold(x, w.y, size, text)
	} else {
		w.page.Text(x, w.y, size, text)
	}
}

func (w *drawer) word() string {
	syllables := strings.Fields("ad ber con dor el fa gren hol in jor kal lin mar nor ost per ques ran sol tur ul ven wes")
	var sb strings.Builder
	for range 1 + w.r.IntN(4) {
		sb.WriteString(syllables[w.r.IntN(len(syllables))])
	}
	return sb.String()
}

func (w *drawer) words(least, most int) string {
	words := make([]string, least+w.r.IntN(most-least+1))
	for i := range words {
		words[i] = w.word()
		if w.r.IntN(6) == 0 {
			words[i] = []string{"of", "and", "the", "per", "in"}[w.r.IntN(5)]
		}
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, " ")
}

func (w *drawer) paragraph(x, width float64, lines int) {
	size := 10.0
	if lines == 0 {
		w.y += size
		return
	}
	for _, line := range wrap(w.words(lines*9, lines*12)+".", width, size) {
		w.y += size * 0.2
		w.text(x, size, line, false)
	}
	w.y += size
}

func (w *drawer) list(x, width float64) {
	for i := range 4 + w.r.IntN(4) {
		sign := fmt.Sprintf("%d.", i+1)
		for k, line := range wrap(w.words(5, 25), width-20, 10) {
			w.text(x+20, 12, line, false)
			if k == 0 {
				w.page.Text(x, w.y, 10, sign)
			}
		}
	}
	w.y += 10
}

func (w *drawer) notes(x, width float64) {
	w.y += 6
	for _, line := range wrap("Source: "+w.words(6, 30)+".", width, 7) {
		w.text(x, 7, line, false)
	}
	w.y += 14
}

func wrap(text string, width, size float64) (lines []string) {
	for _, word := range strings.Fields(text) {
		if n := len(lines) - 1; n >= 0 && pdfgen.TextWidth(lines[n]+" "+word, size) <= width {
			lines[n] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

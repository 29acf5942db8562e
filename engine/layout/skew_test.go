package layout_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// slanted is a sloping price list of 20 rows, 14 points apart. Names and prices are separate lines, as in OCR output.
func slanted(slope float64, source document.Source) *document.Document {
	doc := page()
	line := func(words ...document.Word) {
		for i := range words {
			words[i].Source = source
		}
		doc.Pages[0].Lines = append(doc.Pages[0].Lines, document.Line{Words: words})
	}
	for i := range 20 {
		y := 40 + 14*float64(i)
		at := func(x float64, text string) document.Word {
			return word(x, y+slope*(x+3*float64(len(text))), text)
		}
		line(at(40, "oak"), at(100, "plank"), at(180, "planed"))
		line(at(500, "4.00"), at(550, "8.00"))
	}
	return doc
}

// Only scans are leveled; the positions of digital text are unchanged.
func TestSkewedScanRows(t *testing.T) {
	t.Parallel()
	level := strings.TrimSuffix(strings.Repeat("oak | plank | planed | 4.00 | 8.00 / ", 20), " / ")
	for name, c := range map[string]struct {
		doc  *document.Document
		want bool
	}{
		"level":                     {slanted(0, document.SourceOCR), true},
		"falling":                   {slanted(0.02, document.SourceOCR), true},
		"rising steeply":            {slanted(-0.05, document.SourceOCR), true},
		"too steep":                 {slanted(0.2, document.SourceOCR), false},
		"text that is no scan":      {slanted(0.02, document.SourceText), false},
		"a slope that parts no row": {slanted(0.003, document.SourceOCR), true},
	} {
		got := outline(layout.Analyze(c.doc))
		assert.Equal(t, got == level, c.want, name, got)
	}
}

func TestSkewedScanCitations(t *testing.T) {
	t.Parallel()
	doc := slanted(0.02, document.SourceOCR)
	for _, row := range layout.Analyze(doc).Pages[0].Rows {
		for _, s := range row.Segments {
			for _, token := range s.Tokens {
				require.True(t, printedAt(doc, token.Text, token.Place),
					token.Text, "is cited at", token.Place, "where it is not")
			}
		}
	}
}

func printedAt(doc *document.Document, text string, place document.Box) bool {
	for _, l := range doc.Pages[0].Lines {
		for _, w := range l.Words {
			if w.Text == text && w.Box == place {
				return true
			}
		}
	}
	return false
}

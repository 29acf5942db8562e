package layout_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// A note in the margin in any direction is a row below all others in reading order.
func TestMarginNotes(t *testing.T) {
	t.Parallel()
	vertical := func(y0, y1 float64, text string) document.Word {
		return document.Word{Text: text, Confidence: 1, Box: document.Box{X0: 0.02, Y0: y0, X1: 0.04, Y1: y1}}
	}
	for name, note := range map[string][]document.Word{
		"upwards":     {vertical(0.30, 0.34, "VAT"), vertical(0.24, 0.29, "ID"), vertical(0.10, 0.14, "far")},
		"downwards":   {vertical(0.10, 0.14, "VAT"), vertical(0.15, 0.20, "ID"), vertical(0.30, 0.34, "far")},
		"upside down": {word(200, 84, "VAT"), word(180, 84, "ID"), word(20, 84, "far")},
	} {
		of := note[0].Box
		for _, w := range note {
			of = of.Union(w.Box)
		}
		doc := page(word(50, 80, "Body"), word(300, 80, "text"), word(50, 250, "end"))
		doc.Pages[0].Lines = append(doc.Pages[0].Lines, document.Line{Words: note, Box: of, Sideways: true})
		l := layout.Analyze(doc)
		if got, want := outline(l), "Body | text / end / VAT ID | far"; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		last := l.Pages[0].Rows[2].Segments[0].Tokens[0]
		if last.Place != note[0].Box {
			t.Errorf("%s: the word is shown at %v, not at %v", name, last.Place, note[0].Box)
		}
	}
}

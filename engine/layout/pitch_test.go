package layout_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// lines sets lines in print of 6 points a letter, as high as height; a space is as wide as a letter.
func lines(height float64, wider float64, texts ...string) *document.Document {
	var words []document.Word
	for y, text := range texts {
		x := 0.0
		for part := range strings.SplitSeq(text, " ") {
			w := word(x, float64(12*y), part)
			w.Box.Y1 = w.Box.Y0 + height/800
			if len(words)%2 == 0 {
				w.Box.X1 += wider * w.Box.Width()
			}
			if part != "" {
				words = append(words, w)
			}
			x += 6 * float64(len(part)+1)
		}
	}
	return page(words...)
}

// In print of fixed pitch one space parts no words, however low the letters are, and two do.
func TestSpacesOfFixedPitch(t *testing.T) {
	t.Parallel()
	texts := []string{"HARBOUR LUMBER SUPPLY LTD.", "1175 Lakeshore Road  Callow", "SOLD TO:  Quay Dock Works",
		"SHIPPED DESCRIPTION  UNITS PRICE", "CEDAR DECKING CLEAR  1890", "ORDERS ARE FINAL  SEE TERMS BELOW PLEASE"}
	want := strings.NewReplacer("  ", " | ").Replace(strings.Join(texts, " / "))
	for _, height := range []float64{5.5, 8, 10} {
		if got := outline(layout.Analyse(lines(height, 0, texts...))); got != want {
			t.Errorf("%v points high: %s", height, got)
		}
	}
	if got := outline(layout.Analyse(lines(5.5, 0.3, texts...))); strings.Contains(got, "HARBOUR LUMBER SUPPLY") {
		t.Errorf("letters of all widths are of fixed pitch: %s", got)
	}
	if got := outline(layout.Analyse(lines(5.5, 0, texts[:2]...))); strings.Contains(got, "HARBOUR LUMBER") {
		t.Errorf("few words tell a pitch: %s", got)
	}
}

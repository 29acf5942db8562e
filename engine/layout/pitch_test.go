package layout_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
)

// lines sets lines in print of 6 points a letter with the given height; a space is as wide as a letter.
func lines(height float64, wider float64, texts ...string) *document.Document {
	var words []document.Word
	for y, text := range texts {
		x := 0.0
		for part := range strings.SplitSeq(text, " ") {
			w := word(x, float64(12*y), part)
			w.Box.Y1 = w.Box.Y0 + height/800
			w.Box.X1 += wider * float64(len(words)%4) * w.Box.Width()
			if part != "" {
				words = append(words, w)
			}
			x += 6 * float64(len(part)+1)
		}
	}
	return page(words...)
}

// In monospaced print two spaces separate segments, one does not, at any letter height.
func TestMonospacedSpaces(t *testing.T) {
	t.Parallel()
	texts := []string{"HARBOUR LUMBER SUPPLY LTD.", "1175 Lakeshore Road  Callow", "SOLD TO:  Quay Dock Works",
		"SHIPPED DESCRIPTION  UNITS PRICE", "CEDAR DECKING CLEAR  1890", "ORDERS ARE FINAL  SEE TERMS BELOW PLEASE"}
	want := strings.NewReplacer("  ", " | ").Replace(strings.Join(texts, " / "))
	for _, height := range []float64{5.5, 8, 10} {
		assert.Equal(t, outline(layout.Analyze(lines(height, 0, texts...))), want, height, "points high")
	}
	assert.NotContains(t, outline(layout.Analyze(lines(5.5, 0.3, texts...))), "HARBOUR LUMBER SUPPLY",
		"letters of all widths are of fixed pitch")
	assert.NotContains(t, outline(layout.Analyze(lines(5.5, 0, texts[:2]...))), "HARBOUR LUMBER",
		"few words tell a pitch")
}

// The spaces of monospaced entries separate no segments, but equally wide gaps between a form's labels do.
func TestMonospacedSpacesInForm(t *testing.T) {
	t.Parallel()
	texts := []string{"HARBOUR LUMBER SUPPLY LTD.", "Lakeshore Road Callow", "QUAY DOCK WORKS", "CEDAR DECKING CLEAR",
		"ORDERS ARE FINAL ONCE CONFIRMED HERE"}
	doc := lines(5.5, 0, texts...)
	y := float64(12 * len(texts))
	for n, label := range []string{"Sold", "Shipped", "Terms", "Ordered", "Taken", "Units", "Price", "Amount", "Reference",
		"Carrier", "Pieces", "Salesman", "Freight", "Weight"} {
		x := 0.0
		if words := doc.Pages[0].Lines[0].Words; n%2 == 1 {
			x = 600*words[len(words)-1].Box.X1 + 7
		}
		w := word(x, y+float64(12*(n/2)), label)
		w.Box.Y1 = w.Box.Y0 + 5.5/800
		w.Box.X1 = w.Box.X0 + (0.5+0.05*float64(n))*w.Box.Width()
		doc.Pages[0].Lines[0].Words = append(doc.Pages[0].Lines[0].Words, w)
	}
	got := outline(layout.Analyze(doc))
	assert.True(t, strings.HasPrefix(got, strings.Join(texts, " / ")), "outline", got)
	assert.NotContains(t, got, "Sold Shipped", "labels of other print are one")
}

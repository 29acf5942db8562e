package quantity_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// partOf returns a text as one part of a page.
func partOf(t *testing.T, text string) layout.Part {
	t.Helper()
	lay := sheettest.Rows(text)
	require.Equal(t, len(lay.Segments), 1, text, "stands in", "segments")
	return layout.Part{Segment: lay.Segments[0], Last: len(lay.Segments[0].Words) - 1}
}

// runsOf returns the words of all runs of a text in order.
func runsOf(t *testing.T, text string) string {
	t.Helper()
	p := partOf(t, text)
	var out []string
	for _, r := range quantity.All([]layout.Part{p}) {
		out = append(out, strings.Join(p.Segment.Words[r.First:r.Last+1], " "))
	}
	return strings.Join(out, " | ")
}

func TestQuantityRuns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"18,5 x Paint":            "18,5 x",
		"2x Paint":                "2x",
		"4pcs Paint":              "4pcs",
		"3 Stk. Farbe":            "3 Stk.",
		"3 st. × Verf":            "3 st. ×",
		"Paint × 4":               "× 4",
		"Paint x4":                "x4",
		"Paint (4x)":              "(4x)",
		"Paint - 4 pcs":           "- 4 pcs",
		"Paint @ $31.95":          "@ $31.95 | $31.95",
		"Paint, 4 @ 31.95 each":   "4 @ 31.95 each | @ 31.95 each | 31.95 each",
		"Paint, 24 x 36 x 3":      "36 x 3 | x 3",
		"Farbe, 6 Stk. à 4,49 €":  "6 Stk. à 4,49 € | Stk. à 4,49 € | à 4,49 € | 4,49 €",
		"Paint 31.95/ea":          "31.95/ea",
		"Verf € 31,95 p/st":       "€ 31,95 p/st",
		"Paint, qty: 2":           "qty: 2",
		"Unit price 5.00":         "Unit price 5.00",
		"Work, 3 hours × 80.00":   "3 hours × 80.00 | hours × 80.00 | × 80.00",
		"Work $80/hr":             "$80/hr",
		"Cod 0.657 kg x 6.30":     "0.657 kg x 6.30 | kg x 6.30 | x 6.30",
		"Menge: 6 Stk. à 4,49":    "Menge: 6 Stk. à 4,49 | 6 Stk. à 4,49 | Stk. à 4,49 | à 4,49",
		"Paint 4 pieces at 31.95": "4 pieces at 31.95 | pieces at 31.95 | at 31.95",
		"Paint 12":                "",
		"Paint 12 for hours":      "",
		"Paint 20 % each":         "",
		"12 months of paint":      "12",
		"€ 12 each of paint":      "",
		"2x4 timber":              "",
		"Taart 12 personen, room": "",
	} {
		assert.Equal(t, runsOf(t, text), want, text)
	}
}

// "(R) 6" is requested, "(A) 5" agreed; a word in brackets is not a mark.
func TestMarkedQuantities(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"(R) 6": true, "(A) 10.00": true,
		"(R)": false, "(r) 6": false, "(12) 6": false, "(RA) 6": false, "R 6": false, "6 (R)": false,
	} {
		assert.Equal(t, quantity.Marked([]layout.Part{partOf(t, text)}), want, text)
	}
}

package annotate_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
)

// line lays out one line of words.
func line(text string, source document.Source) *layout.Layout {
	const height, letter = 10.0, 5.0
	words := document.Line{}
	x := 50.0
	for word := range strings.FieldsSeq(text) {
		width := letter * float64(len(word))
		words.Words = append(words.Words, document.Word{
			Text: word, Box: document.Box{X0: x, Y0: 100, X1: x + width, Y1: 100 + height}, Confidence: 0.9, Source: source,
		})
		x += width + letter
	}
	doc := &document.Document{Pages: []document.Page{{Number: 1, Width: 595, Height: 842, Lines: []document.Line{words}}}}
	return layout.Analyze(doc)
}

func TestLineLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line  string
		role  lexicon.Role
		start bool
		colon bool
		words int // of the label
	}{
		{"Invoice number: A-1001", lexicon.InvoiceNumber, true, true, 2},
		{"Montant total TTC 119,00", lexicon.Total, true, false, 3},
		{"19% VAT 22.61", lexicon.TaxID, true, false, 1},
		{"see the invoice number A-1001", lexicon.InvoiceNumber, false, false, 2},
		{"Total excl. VAT 100.00", lexicon.Subtotal, true, false, 3},
		{"Total EUR 119.00", lexicon.Total, true, false, 2},
		{"Votre bon de commande 4471", lexicon.OrderNumber, true, false, 4},
		{"Rechnungs-Nr./Datum 4711", lexicon.InvoiceNumber, true, false, 1},
		{"Change (Cash) 5.00", lexicon.Change, true, false, 2},
	} {
		labels := annotate.New(line(c.line, document.SourceText)).Labels
		if len(labels) == 0 {
			t.Errorf("%q has no label", c.line)
			continue
		}
		l := labels[0]
		if l.Terms[0].Role != c.role || l.Opens != c.start || l.Colon != c.colon || l.Last-l.First+1 != c.words {
			t.Errorf("%q: %+v", c.line, l)
		}
	}
}

// A slash in a word separates labels of numbers or dates only.
func TestLabelsAtSlashes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"Belegnr./Datum 4711": 2, "Nr./Datum": 2, "A/INV/4711": 0, "V/Commande 88": 1,
		"price/unit": 0} {
		assert.Equal(t, len(annotate.New(line(text, document.SourceText)).Labels), want, text, "labels")
	}
}

func TestNoLabels(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Marlow Fish Bar Ltd", "A-1001", "12 Quay Street"} {
		for _, l := range annotate.New(line(text, document.SourceText)).Labels {
			assert.False(t, l.Opens, text, "opens with the label", l.Phrase)
		}
	}
}

func TestLabelMisreadings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"lnvoice Nunber: 7": true, "Rechnungsnuummer: 7": true, "Tota) 7.00": true, "Rechnungsxxmmer: 7": false,
		"P.lva 01234567890": true, "Steuemummer: 7": true, "Lva 7": true, "lv 7": false} {
		assert.Equal(t, len(annotate.New(line(text, document.SourceOCR)).Labels) > 0, want, text, "read from pixels: label")
	}
	assert.Empty(t, annotate.New(line("Rechnungsnuummer: 7", document.SourceText)).Labels,
		"a file's own text is corrected")
}

func TestParenthesizedRemarks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Shipping cost (by next Rounding) 7.00": 1, "Change (Cash) 7.00": 1,
		"Shipping cost (in part) Rounding 7.00": 2, "Shipping cost (by Order No. 4711)": 2,
	} {
		assert.Equal(t, len(annotate.New(line(text, document.SourceText)).Labels), want, text, "labels")
	}
}

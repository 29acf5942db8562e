package annotate_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// segment lays out one line of words.
func segment(text string, source document.Source) *layout.Segment {
	const height, letter = 10.0, 5.0
	line := document.Line{}
	x := 50.0
	for word := range strings.FieldsSeq(text) {
		width := letter * float64(len(word))
		line.Words = append(line.Words, document.Word{
			Text: word, Box: document.Box{X0: x, Y0: 100, X1: x + width, Y1: 100 + height}, Confidence: 0.9, Source: source,
		})
		x += width + letter
	}
	doc := &document.Document{Pages: []document.Page{{Number: 1, Width: 595, Height: 842, Lines: []document.Line{line}}}}
	return layout.Analyse(doc).Segments[0]
}

func TestLabels(t *testing.T) {
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
		{"Change (Cash) 5.00", lexicon.Change, true, false, 2},
	} {
		labels := annotate.Labels(segment(c.line, document.SourceText))
		if len(labels) == 0 {
			t.Errorf("%q has no label", c.line)
			continue
		}
		l := labels[0]
		if l.Terms[0].Role != c.role || l.Start != c.start || l.Colon != c.colon || l.Last-l.First+1 != c.words {
			t.Errorf("%q: %+v", c.line, l)
		}
	}
}

func TestNoLabels(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"Marlow Fish Bar Ltd", "A-1001", "12 Quay Street"} {
		for _, l := range annotate.Labels(segment(line, document.SourceText)) {
			if l.Start {
				t.Errorf("%q opens with the label %q", line, l.Phrase)
			}
		}
	}
}

// A wrong letter is forgiven where text recognition may have made it.
func TestMisreadLabels(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{"lnvoice Nunber: 7": true, "Rechnungsnuummer: 7": true, "Tota) 7.00": true, "Rechnungsxxmmer: 7": false} {
		if got := len(annotate.Labels(segment(line, document.SourceOCR))) > 0; got != want {
			t.Errorf("%q read from pixels: label %v", line, got)
		}
	}
	if labels := annotate.Labels(segment("Rechnungsnuummer: 7", document.SourceText)); len(labels) > 0 {
		t.Error("a file's own text is corrected")
	}
}

func TestOneApart(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"total", "total"}: true, {"total", "tota"}: true, {"total", "totel"}: true, {"total", "xotal"}: true, {"total", "toal"}: true,
		{"total", "tolat"}: false, {"total", "to"}: false, {"total", "xotax"}: false,
	} {
		if got := annotate.OneApart(pair[0], pair[1]); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}

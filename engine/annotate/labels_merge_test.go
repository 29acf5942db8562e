package annotate_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
)

func TestTotalQualifiers(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Total (GST incl.)|5.00":       "Total (GST incl.) -> total",
		"Total excl. VAT|5.00":         "Total excl. VAT -> subtotal",
		"Subtotal incl. tax|5.00":      "Subtotal incl. tax -> total",
		"Total (incl. 19% VAT)|5.00":   "Total (incl. 19% VAT) -> total",
		"Total incl. 7,7% VAT|5.00":    "Total incl. 7,7% VAT -> total",
		"Total excl. 6% GST|5.00":      "Total excl. 6% GST -> subtotal",
		"Total 19% VAT|5.00":           "Total -> total",
		"Summe inkl. 19% MwSt.|5,00":   "Summe inkl. 19% MwSt. -> total",
		"Total EUR|5.00":               "Total EUR -> total",
		"Totaal inclusief B.T.W.|5,00": "Totaal inclusief B.T.W. -> total",
		"Total excl. V. A. T.|5.00":    "Total excl. V. A. T. -> subtotal",
		"Total payable|5.00":           "Total payable -> total",
		"Total of chairs|5.00":         "Total -> total",
		"Total garden chairs|5.00":     "Total -> total",
		"Invoice No. incl. VAT|A-17":   "Invoice No. -> invoiceNumber",
		"Total incl. excl. VAT|5.00":   "Total -> total",
		"Amount due including tax|50":  "Amount due including tax -> total",
	} {
		got := strings.Join(labels(of(row)), "; ")
		got, _, _ = strings.Cut(got, ";")
		assert.Equal(t, got, want, row)
	}
}

func TestLabelPhrases(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]lexicon.Role{
		"total incl vat": lexicon.Total, "vat amount": lexicon.TaxTotal, "total excl vat": lexicon.Subtotal,
		"total garden chairs": "", "chairs": "", "": "",
	} {
		got := lexicon.Role("")
		if terms, _ := annotate.Phrase(strings.Fields(words)); terms != nil {
			got = terms[0].Role
		}
		assert.Equal(t, got, want, words)
	}
}

func TestParenthesizedLabels(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]int{"Change (Cash) 5.00": 1, "Change Cash 5.00": 2, "Total (Subtotal) 5.00": 1} {
		got := labels(of(row))
		assert.Equal(t, len(got), want, row, got)
	}
}

// Bullets, numbers, rates and misread edges may precede a label that opens its line.
func TestTokensBeforeLabels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"- *": true, "19%": true, "1. 2.": true, "1 2 3": false, "a": false, "": true,
		"19% b": false} {
		assert.Equal(t, annotate.OnlyMarks(strings.Fields(text)), want, text)
	}
	token := func(text string, certainty float64, source document.Source) layout.Token {
		return layout.Token{Text: text, Confidence: certainty, Source: source}
	}
	for name, c := range map[string]struct {
		tokens []layout.Token
		want   bool
	}{
		"dirt":              {[]layout.Token{token("jl", 0.3, document.SourceOCR)}, true},
		"a sign":            {[]layout.Token{token("|", 0.9, document.SourceOCR)}, true},
		"a clear word":      {[]layout.Token{token("of", 0.9, document.SourceOCR)}, false},
		"a long word":       {[]layout.Token{token("jlij", 0.3, document.SourceOCR)}, false},
		"a file's own text": {[]layout.Token{token("jl", 0.3, document.SourceText)}, false},
		"three": {
			[]layout.Token{token("j", 0.3, document.SourceOCR), token("l", 0.3, document.SourceOCR), token("i", 0.3,
				document.SourceOCR)}, false,
		},
		"nothing": {nil, true},
	} {
		assert.Equal(t, annotate.OnlyDirt(c.tokens), c.want, name)
	}
}

func TestLabelUnits(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]struct {
		words string
		colon bool
	}{
		"Total (in EUR): 5.00":          {"Total (in EUR):", true},
		"Total (kg) 5.00":               {"Total (kg)", false},
		"Total : 5.00":                  {"Total", true},
		"Total 5.00":                    {"Total", false},
		"Total (as of the very end) 50": {"Total", false},
		"Total (open":                   {"Total", false},
	} {
		s := of(row).Layout.Segments[0]
		h := &annotate.Label{Segment: s}
		h.TakeUnit()
		got := strings.Join(s.Words[:h.Last+1], " ")
		assert.True(t, got == want.words && h.Colon == want.colon, row, got, "colon", h.Colon)
	}
}

func TestLabelTerms(t *testing.T) {
	t.Parallel()
	h := annotate.Label{Terms: []lexicon.Term{{Role: lexicon.Opening, Weight: 0.9}, {Role: lexicon.Total, Weight: 0.4}}}
	w, ok := h.As(lexicon.Total)
	assert.True(t, ok && w == 0.4, w, ok)
	_, ok = h.As(lexicon.Tax)
	assert.False(t, ok, "a role that it does not announce")
	total := (annotate.Label{Terms: h.Terms[1:]})
	assert.True(t, h.Sums() && !total.Sums(), "labels of balances are not told from those of totals")
}

// An ordinary word after a label makes it the beginning of a name.
func TestLabelContinuation(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"Base station 5.00": true, "Total: chairs 5.00": false, "Total 5.00": false, "Total EUR": false,
		"Total Subtotal": false, "Total": false,
		"Total x 5.00": false,
	} {
		d := of(row)
		if len(d.Labels) == 0 {
			t.Errorf("%q has no label", row)
			continue
		}
		assert.Equal(t, d.GoesOn(d.Labels[0]), want, row)
	}
}

func TestSumRowRoles(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"MwSt. 19%|19,00": true, "Gesamtbetrag|119,00": true, "Amount due|5.00": true, "Total": false,
		"Total of all the goods sold|5.00":             false,
		"Each reminder costs 12.00 EUR more|Net|Total": true, "Oak 12.00|Net|Total": false,
		"5.00|Total": false, "Net|Chair|Desk": false, "Discount|5.00": false, "Net|VAT 19%|Total": true,
	} {
		d := of(row)
		assert.Equal(t, d.SumRow(d.Layout.Pages[0].Rows[0]), want, row)
	}
	for role, want := range map[lexicon.Role]bool{lexicon.Total: true, lexicon.AmountPaid: true, lexicon.Discount: false,
		lexicon.IssueDate: false} {
		assert.Equal(t, annotate.SumLike(role), want, role, !want)
	}
}

func TestTypicalHeight(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 40, 24, "Marlow")
	s.Column(50, 100, 10, "one", "two", "three")
	d := annotate.New(layout.Analyze(sheettest.Bind(s, sheettest.A4())))
	page := d.Layout.Pages[0]
	want := page.Rows[1].Segments[0].Height()
	if got := d.TypicalHeight(page); got != want || annotate.TypicalHeight(page) != want || d.TypicalHeight(page) != want {
		t.Errorf("%v, want %v", got, want)
	}
	assert.Equal(t, d.TypicalHeight(d.Layout.Pages[1]), 0, "an empty page")
}

// The numbers must be recognized text, close together, with two digits after at most four.
func TestNoLostDecimalPoint(t *testing.T) {
	t.Parallel()
	cents := []string{"Soup 4.50", "Bread 2.10", "Tea 3.20"}
	for name, c := range map[string]struct {
		d    *annotate.Document
		want int // amounts of the last line
	}{
		"lost":                 {scanned(0.9, append(cents, "Rice 10 94")...), 1},
		"a file's own text":    {of(append(cents, "Rice 10 94")...), 2},
		"without cents":        {scanned(0.9, "Soup 4", "Bread 2", "Rice 10 94"), 2},
		"one digit behind":     {scanned(0.9, append(cents, "Rice 10 9")...), 2},
		"five digits in front": {scanned(0.9, append(cents, "Rice 12345 94")...), 2},
		"cents in front":       {scanned(0.9, append(cents, "Rice 1.50 94")...), 2},
		"a word between":       {scanned(0.9, append(cents, "Rice 10 x 94")...), 2},
		"one number":           {scanned(0.9, append(cents, "Rice 94")...), 1},
		"the last two of four": {scanned(0.9, append(cents, "2 x 5 Rice 10 94")...), 3},
	} {
		last := c.d.Layout.Segments[len(c.d.Layout.Segments)-1]
		assert.Equal(t, len(c.d.Spans[last].Amounts), c.want, name, "amounts")
	}
}

package annotate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/assert"
)

func of(rows ...string) *annotate.Document { return annotate.New(sheettest.Rows(rows...)) }

// scanned is of for recognized words with a certainty.
func scanned(certainty float64, rows ...string) *annotate.Document {
	page := sheettest.RowsPage(rows...)
	for i := range page.Lines {
		for k := range page.Lines[i].Words {
			page.Lines[i].Words[k].Source, page.Lines[i].Words[k].Confidence = document.SourceOCR, certainty
		}
	}
	return annotate.New(layout.Analyze(&document.Document{Pages: []document.Page{page}}))
}

// labels lists the labels of a document as "words: first role".
func labels(d *annotate.Document) []string {
	var out []string
	for _, l := range d.Labels {
		words := strings.Join(l.Segment.Words[l.First:l.Last+1], " ")
		out = append(out, words+" -> "+string(l.Terms[0].Role))
	}
	return out
}

func TestLabels(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Invoice No.: A-17":            "Invoice No.: -> invoiceNumber",
		"Rechnungsnummer|4711":         "Rechnungsnummer -> invoiceNumber",
		"Date of invoice 3 May 2031":   "Date of invoice -> issueDate",
		"Change (Cash)|5.00":           "Change (Cash) -> -change",
		"Amount due|119.00":            "Amount due -> amountDue",
		"Kind regards from all of us":  "",
		"19% MwSt.|19,00":              "MwSt. -> tax",
		"Numéro de facture : F-2031-9": "Numéro de facture -> invoiceNumber",
	} {
		assert.Equal(t, strings.Join(labels(of(row)), "; "), want, row)
	}
}

func TestLabelPosition(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]struct{ opens, colon bool }{
		"Total: 5.00":        {true, true},
		"Total 5.00":         {true, false},
		"- Total: 5.00":      {true, true},
		"19% VAT 5.00":       {true, false},
		"The sum of Total 5": {false, false},
	} {
		d := of(row)
		i := slices.IndexFunc(d.Labels, func(l *annotate.Label) bool { return l.Terms[0].Role != "" })
		if i < 0 {
			t.Errorf("%q has no label", row)
			continue
		}
		l := d.Labels[i]
		assert.True(t, l.Opens == want.opens && l.Colon == want.colon, row, "opens", l.Opens, "colon", l.Colon)
		assert.Equal(t, d.Labeled(d.Labels[i].Segment), want.opens, row, "labelled")
	}
}

// Only text recognition has misread labels.
func TestMisreadLabels(t *testing.T) {
	t.Parallel()
	for _, row := range []string{"lnvoice Number: A-17", "Invoice Numbcr: A-17", "Invoicc Number: A-17"} {
		got := labels(scanned(0.9, row))
		assert.True(t, len(got) == 1 && strings.HasSuffix(got[0], "invoiceNumber"), row, got)
	}
	assert.Empty(t, labels(of("Invoicc Numbcr: A-17")), "in a file's own text")
}

func TestSpans(t *testing.T) {
	t.Parallel()
	d := of("3 May 2031|DE89 3704 0044 0532 0130 00|1,234.50 EUR|DE136695976")
	spans := make([]*annotate.Spans, 0, 4)
	for _, s := range d.Layout.Segments {
		spans = append(spans, d.Spans[s])
	}
	dates, ibans, amounts, vats := 0, 0, 0, 0
	for _, s := range spans {
		dates, ibans, amounts, vats = dates+len(s.Dates), ibans+len(s.IBANs), amounts+len(s.Amounts), vats+len(s.VATIDs)
	}
	if dates != 1 || ibans != 1 || amounts != 1 || vats != 1 {
		t.Errorf("%d dates, %d IBANs, %d amounts, %d VAT ids: a date's and a code's digits are no amounts", dates, ibans,
			amounts, vats)
	}
}

func TestDigitized(t *testing.T) {
	t.Parallel()
	d := scanned(0.7, "O1/12/2O18 Total l2.5O")
	s := d.Layout.Segments[0]
	assert.Equal(t, strings.Join(annotate.Digitized(s), " "), "01/12/2018 Total 12.50")
	assert.True(t, len(d.Spans[s].Dates) == 1 && len(d.Spans[s].Amounts) == 1, d.Spans[s])
	own := of("O1/12/2O18").Layout.Segments[0]
	got := annotate.Digitized(own)
	assert.Equal(t, got[0], "O1/12/2O18", "a file's own text became", got)
}

// Two numbers are one amount with a lost decimal point if the document prints cents elsewhere.
func TestLostDecimalPoint(t *testing.T) {
	t.Parallel()
	d := scanned(0.9, "Soup 4.50", "Bread 2.10", "Tea 3.20", "Rice 10 94")
	s := d.Layout.Segments[len(d.Layout.Segments)-1]
	a := d.Spans[s].Amounts
	assert.True(t, len(a) == 1 && a[0].Value(d.Style).String() == "10.94", d.Spans[s].Amounts)
}

func TestNumberAndDateStyle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows     []string
		style    recognize.Style
		order    recognize.Order
		currency string
	}{
		"Germany": {[]string{"31/05/2031", "Summe 1.234,50 €", "Rabatt 2,00 €"}, recognize.StyleComma,
			recognize.OrderDMY, "EUR"},
		"America": {[]string{"Date 05/31/2031", "Total $1,234.50", "Tax $2.00"}, recognize.StylePoint,
			recognize.OrderMDY, "USD"},
		"America by its prices": {
			[]string{"Date 05/06/2031", "Total $1,234.50", "Tax $2.00", "Net $1,232.50"}, recognize.StylePoint,
			recognize.OrderMDY, "USD",
		},
		"America by its places": {[]string{"Seattle, WA 98109", "Date 05/06/2031"}, recognize.StyleUnknown,
			recognize.OrderMDY, ""},
	} {
		d := of(c.rows...)
		if d.Style != c.style || d.Order != c.order || d.Currency != c.currency {
			t.Errorf("%s: style %v, order %v, currency %q", name, d.Style, d.Order, d.Currency)
		}
	}
}

func TestCountLabels(t *testing.T) {
	t.Parallel()
	counts := of("Total|5.00", "Total: 6.00", "in total the Total", "Invoice No.|A-1").CountLabels()
	assert.True(t, counts["total"] == 2 && counts["invoiceNumber"] == 1, counts)
}

func TestSumRow(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"Subtotal|100.00": true, "Total:|": true, "Base station|100.00": false, "Garden chair|100.00": false,
		"Net|VAT|Total": true,
	} {
		d := of(row)
		assert.Equal(t, d.SumRow(d.Layout.Pages[0].Rows[0]), want, row)
	}
}

func TestClone(t *testing.T) {
	t.Parallel()
	d := of("Total|5.00")
	c := d.Clone()
	s := d.Layout.Segments[1]
	c.Labels = append(c.Labels, &annotate.Label{Segment: s})
	c.LabelsIn[s] = append(c.LabelsIn[s], c.Labels[len(c.Labels)-1])
	c.Currency = "EUR"
	if len(d.Labels) != 1 || len(d.LabelsIn[s]) != 0 || d.Currency != "" {
		t.Errorf("%d labels, %d in the segment, currency %q", len(d.Labels), len(d.LabelsIn[s]), d.Currency)
	}
}

func TestEmpty(t *testing.T) {
	t.Parallel()
	d := annotate.New(layout.Analyze(&document.Document{}))
	assert.True(t, len(d.Labels)+len(d.Tables)+len(d.Spans) == 0 && d.Currency == "", d)
}

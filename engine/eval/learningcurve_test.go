package eval_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Copies of one invoice do not teach each other. Each document is measured once for each number of corrected
// documents.
func TestLearnDuplicates(t *testing.T) {
	t.Parallel()
	files, lines := map[string][]byte{}, []object{}
	for i, number := range []string{"HT-1188", "HT-1188", "HT-1", "HT-2"} {
		name := fmt.Sprintf("%d.pdf", i)
		files[name] = invoicePDF()
		lines = append(lines, object{"file": name, "collection": "made", "template": "harrow", "documentType": "invoice",
			"truth": object{"invoiceNumber": number, "vendorName": "Harrow Tools Ltd", "total": "144.00"}})
	}
	folder := collection(t, files, lines...)
	l, err := eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{}, 2, 0)
	require.NoError(t, err)
	if len(l.Rows) != 2 || l.Unknown != 4 || l.Changed != 0 || l.ExampleBytes <= 0 {
		t.Fatalf("%+v", l)
	}
	for i, r := range l.Rows {
		if r.Taught != i+1 || r.Documents != 4 || !r.SameVendor || r.Recognized != 4 || r.With < r.Without {
			t.Errorf("%+v", r)
		}
	}
	_, err = eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{Collections: []string{"none"}},
		1,
		0)
	assert.ErrorIs(t, err, eval.ErrNothing, "error")
}

// Receipts have a separate number field.
func TestReceiptNumbers(t *testing.T) {
	t.Parallel()
	folder := collection(t, map[string][]byte{"a.pdf": invoicePDF()}, object{"file": "a.pdf", "collection": "made",
		"documentType": "receipt", "truth": object{"invoiceNumber": "HT-1188"}})
	report, err := eval.Run(t.Context(), sharedReader(t), []string{folder}, eval.Selection{})
	require.NoError(t, err)
	assert.Equal(t, report.Documents[0].Scores[0].Field, "receiptNumber", "field")
}

// discountedPDF is an invoice with a meaningless heading over its prices.
func discountedPDF(number string, rows ...[5]string) []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Tools Ltd")
	p.Text(60, 78, 9, "14 Mill Lane, Leeds LS1 4AP")
	p.Text(60, 92, 9, "VAT no. GB980780684")
	p.BoldRight(540, 60, 18, "INVOICE")
	p.Text(340, 130, 9, "Invoice No:")
	p.Text(460, 130, 9, number)
	for i, row := range append([][5]string{{"Description", "Krem", "Rabo", "Disc. %", "Amount"}}, rows...) {
		y := 250 + 18*float64(i)
		p.Text(60, y, 9, row[0])
		for k, x := range []float64{300, 370, 440, 540} {
			p.TextRight(x, y, 9, row[k+1])
		}
	}
	return doc.Bytes()
}

// Learn measures single values, amounts and whole lines of line items.
func TestLearnLineItems(t *testing.T) {
	t.Parallel()
	files, lines := map[string][]byte{}, []object{}
	for i, rows := range [][][5]string{
		{{"Steel bracket", "4", "12.50", "10 %", "45.00"}, {"Garden hose", "2", "40.00", "5 %", "76.00"}},
		{{"Copper pipe", "3", "22.00", "50 %", "33.00"}, {"Wall anchor", "12", "0.50", "25 %", "4.50"}},
		{{"Tool box", "1", "84.00", "25 %", "63.00"}, {"Work gloves", "6", "6.40", "5 %", "36.48"}},
	} {
		name, number, items := fmt.Sprintf("%d.pdf", i), fmt.Sprintf("HT-%d", i+1), []object{}
		files[name] = discountedPDF(number, rows...)
		for _, r := range rows {
			items = append(items, object{"description": r[0], "quantity": r[1], "unitPrice": r[2], "amount": r[4]})
		}
		lines = append(lines, object{"file": name, "collection": "made", "template": "harrow", "documentType": "invoice",
			"truth": object{"invoiceNumber": number, "vendorName": "Harrow Tools Ltd", "lineItems": items}})
	}
	folder := collection(t, files, lines...)
	learn := func(wrong float64) eval.ItemsLearning {
		l, err := eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{}, 1, wrong)
		require.True(t, err == nil && len(l.Rows) == 1 && l.Changed == 0, l, err)
		return l.Rows[0].Items
	}
	right := learn(0)
	if right.Documents != 3 || right.Improved != 3 || right.Broken != 0 || right.Lines.Without != 0 ||
		right.Lines.With != 1 ||
		right.Cells.With <= right.Cells.Without || right.Amounts != (eval.Change{Without: 1, With: 1}) {
		t.Errorf("%+v", right)
	}
	if wrong := learn(1); wrong.Improved+wrong.Broken != 0 || wrong.Lines.With != wrong.Lines.Without {
		t.Errorf("prices and amounts were taken for each other: %+v", wrong)
	}
}

// page sets lines of words below each other.
func page(number int, source document.Source, lines ...string) document.Page {
	p := document.Page{Number: number, Width: 600, Height: 800}
	for i, text := range lines {
		line := document.Line{}
		for k, word := range strings.Fields(text) {
			x, y := 0.1+0.1*float64(k), 0.1+0.05*float64(i)
			line.Words = append(line.Words, document.Word{
				Text: word, Confidence: 1, Source: source, Box: document.Box{X0: x, Y0: y, X1: x + 0.09, Y1: y + 0.02},
			})
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

func TestUnanchored(t *testing.T) {
	t.Parallel()
	doc := &document.Document{Pages: []document.Page{
		page(1, document.SourceText, "Harrow Tools Ltd", "14 Mill Lane", "Leeds", "Total: 144.00"),
		page(2, document.SourceText, "goes on here", "secret"),
		page(3, document.SourceText, "far away"),
	}}
	hidden := &doc.Pages[1].Lines[1].Words[0]
	hidden.Hidden = true
	one := 1
	field := func(raw string, source document.Source) result.Field {
		return result.Field{Raw: raw, Source: source, Page: &one}
	}
	got := eval.Unanchored(doc, map[string]result.Field{
		"vendorName":    field("Harrow Tools Ltd", document.SourceText),
		"vendorAddress": field("14 Mill Lane, Leeds", document.SourceText),
		"total":         field("144.00", document.SourceText), // part of a word
		"description":   field("Ltd goes on here", document.SourceText),
		"anywhere":      {Raw: "away", Source: document.SourceText}, // without a page
		"derived":       field("", document.SourceDerived),
		"xml":           field("380", document.SourceXML),
		"invented":      field("145.00", document.SourceText),
		"empty":         field("", document.SourceOCR),
		"hidden":        field("secret", document.SourceText),
		"elsewhere":     field("away", document.SourceText),
	})
	assert.EqualSlices(t, got, []string{"elsewhere", "empty", "hidden", "invented"})
}

type readerFunc func(data []byte) (*document.Document, error)

func (f readerFunc) Read(_ context.Context, data []byte) (*document.Document, error) { return f(data) }

// A page may print a true value in any form.
func TestTruthOnPage(t *testing.T) {
	t.Parallel()
	receipt := page(1, document.SourceOCR, "CORNER DELI", "Main St. 4", "12345 Town", "03/04/2024", "2x Rye bread 7,00",
		"Sum EUR 1.007,00", "VAT 19 % 160,78")
	receipt.Turned = 1 // the displayed page is rotated by 90°
	reader := readerFunc(func([]byte) (*document.Document, error) {
		return &document.Document{MIMEType: "image/jpeg", Pages: []document.Page{receipt}}, nil
	})
	folder := collection(t, map[string][]byte{"a.jpg": nil}, object{
		"file": "a.jpg", "collection": "till", "documentType": "receipt", "truth": object{
			"vendorName": "Corner-Deli", "vendorAddress": "4 Main St., Town 12345", "issueDate": "2024-03-04", "currency": "EUR",
			"total":    "1007.00",
			"taxTotal": "19.00", "vendorPhone": "555",
			"lineItems": []object{{"quantity": "2", "description": "Rye bread", "amount": "7.00"}},
		},
	})
	r, err := eval.Run(t.Context(), reader, []string{folder}, eval.Selection{Photos: []string{"till"}})
	require.NoError(t, err)
	d := &r.Documents[0]
	assert.Equal(t, d.Channel, eval.ChannelPhoto, "channel")
	for _, s := range r.Documents[0].Scores {
		wantOn := s.Field != "taxTotal" && s.Field != "vendorPhone" // 19 is a rate
		wantPlace := wantOn && s.Field != "vendorAddress"           // the page has its parts in another order
		if s.Verdict != eval.Surplus && (s.OnPage != wantOn || (s.Place != nil) != wantPlace) {
			t.Errorf("%s: on page %v, place %+v", s.Field, s.OnPage, s.Place)
		}
		// From the top of the page as read.
		if s.Field == "total" && s.Place != nil && (s.Place.Box[0] < 0.3 || s.Place.Box[0] > 0.4) {
			t.Errorf("total stands at %v", s.Place.Box)
		}
	}
}

func TestShownMembers(t *testing.T) {
	t.Parallel()
	word := func(text string) document.Word {
		return document.Word{Text: text, Confidence: 1, Source: document.SourceText}
	}
	doc := &document.Document{Pages: []document.Page{{Width: 595, Height: 842, Lines: []document.Line{
		{Words: []document.Word{word("Garden"), word("hose"), word("4")}},
		{Words: []document.Word{word("160,00")}},
	}}}}
	rows := eval.Shown(doc, []eval.Row{{"description": "Garden hose", "quantity": "4", "amount": "160.00",
		"unitPrice": "47.60"}})
	want := (eval.Row{"description": "Garden hose", "quantity": "4", "amount": "160.00"})
	assert.True(t, len(rows) == 1 && maps.Equal(rows[0], want), rows)
}

const crossIndustryInvoice = `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
<rsm:ExchangedDocument><ram:ID>HT-1188</ram:ID><ram:TypeCode>380</ram:TypeCode></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>Harrow Tools Ltd</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">GB980780684</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
</ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>GBP</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>144.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

// Fields that the page does not show count only if the file's XML states them.
func TestEmbeddedXML(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "INVOICE HT-1188")
	for i, line := range []string{"Invoice Number: HT-1188", "Invoice Date: 3 March 2031", "Net Amount GBP 120.00",
		"VAT 20% GBP 24.00", "Total GBP 144.00"} {
		p.Text(60, 90+14*float64(i), 9, line)
	}
	doc.Attach("factur-x.xml", []byte(crossIndustryInvoice))
	folder := collection(t, map[string][]byte{"a.pdf": doc.Bytes()}, object{
		"file": "a.pdf", "collection": "made", "documentType": "invoice",
		"truth":        object{"total": "144.00", "vendorTaxId": "GB980780684"},
		"truthVisible": object{"vendorTaxId": false},
	})
	with, without := run(t, folder, eval.Selection{XML: true}), run(t, folder, eval.Selection{})
	s := scores(&with.Documents[0])
	assert.True(t, s["vendorTaxId"].Verdict == eval.Right && s["vendorTaxId"].Source == document.SourceXML,
		"with XML", s)
	s = scores(&without.Documents[0])
	assert.True(t, len(s) == 1 && s["total"].Source == document.SourceText, "without", s)
	if with.Samples[0].Channel != eval.ChannelXML || without.Samples[0].Channel != eval.ChannelText {
		t.Errorf("channels %+v and %+v", with.Samples, without.Samples)
	}
}

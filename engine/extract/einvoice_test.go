package extract_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// harrowXML is the invoice of invoicePDF as structured data; edits are pairs of old and new text.
func harrowXML(edits ...string) []byte {
	const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>HT-1188</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20240318</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Steel bracket</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>25.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">4</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>Harrow Tools Ltd</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>LS1 4AP</ram:PostcodeCode><ram:LineOne>14 Mill Lane</ram:LineOne><ram:CityName>Leeds</ram:CityName></ram:PostalTradeAddress>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">GB980780684</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>Oak &amp; Sons</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>GBP</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>20.00</ram:CalculatedAmount><ram:BasisAmount>100.00</ram:BasisAmount><ram:RateApplicablePercent>20.00</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="GBP">20.00</ram:TaxTotalAmount><ram:GrandTotalAmount>120.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
	return []byte(strings.NewReplacer(edits...).Replace(xml))
}

// Values that contradict each other are not certain, although the issuer states them.
func TestContradictingXML(t *testing.T) {
	t.Parallel()
	doc := harrowPage(document.Attachment{Data: harrowXML(">120.00<", ">130.00<")})
	doc.MIMEType, doc.Pages = "application/xml", doc.Pages[:0]
	res := models().Document(doc, result.TypeAuto)
	for path, isCertain := range map[string]bool{"subtotal": false, "taxTotal": false, "total": false,
		"invoiceNumber": true, "vendorName": true, "lineItems.0.quantity": true} {
		assert.Equal(t, res.Fields[path].Confidence >= 0.9, isCertain, path, res.Fields[path].Confidence)
	}
	assert.True(t, res.Confidence < 0.9, "confidence", res.Confidence)
}

// A page that shows neither the number nor the total of the e-invoice adds nothing to it.
func TestXMLBesideOtherPages(t *testing.T) {
	t.Parallel()
	other := attached(harrowXML("HT-1188", "RE-9000", "120.00", "240.00"))
	res := models().Document(harrowPage(other), result.TypeAuto)
	assert.True(t, res.Data["invoiceNumber"] == "RE-9000" && res.Data["dueDate"] == nil, res.Data)
}

// The price of several units is as the page shows it, or else that of one unit.
func TestPriceOfSeveralUnits(t *testing.T) {
	t.Parallel()
	perTwo := attached(harrowXML("<ram:ChargeAmount>25.00</ram:ChargeAmount>",
		`<ram:ChargeAmount>50.00</ram:ChargeAmount><ram:BasisQuantity unitCode="C62">2</ram:BasisQuantity>`))
	shown := harrowPage(perTwo)
	for i := range shown.Pages[0].Lines {
		for k := range shown.Pages[0].Lines[i].Words {
			if w := &shown.Pages[0].Lines[i].Words[k]; w.Text == "25.00" {
				w.Text = "50.00"
			}
		}
	}
	for want, doc := range map[string]*document.Document{"50.00": shown, "25.00": harrowPage(perTwo)} {
		assert.Equal(t, rows(models().Document(doc, result.TypeAuto), "lineItems")[0]["unitPrice"], want)
	}
}

// harrowPage is the page of invoicePDF as a reader returns it.
func harrowPage(attachments ...document.Attachment) *document.Document {
	c := sheettest.A4()
	c.Put(60, 60, 16, "Harrow Tools Ltd")
	c.Put(60, 80, 9, "14 Mill Lane")
	c.Put(60, 92, 9, "Leeds LS1 4AP")
	c.Put(400, 60, 18, "INVOICE")
	c.Put(60, 130, 9, "Bill To")
	c.Put(60, 144, 9, "Oak & Sons")
	for i, line := range [][2]string{{"Invoice No:", "HT-1188"}, {"Invoice Date:", "March 18, 2024"},
		{"Due Date:", "April 17, 2024"}} {
		c.Put(340, 130+14*float64(i), 9, line[0])
		c.Put(460, 130+14*float64(i), 9, line[1])
	}
	c.Put(60, 250, 9, "Description")
	c.Put(60, 268, 9, "Steel bracket")
	for i, cell := range [][2]string{{"Qty", "4"}, {"Unit Price", "25.00"}, {"Amount", "100.00"}} {
		c.End(330+105*float64(i), 250, 9, cell[0])
		c.End(330+105*float64(i), 268, 9, cell[1])
	}
	for i, line := range [][2]string{{"Subtotal", "100.00"}, {"VAT 20%", "20.00"}, {"Total GBP", "120.00"}} {
		c.Put(380, 300+18*float64(i), 9, line[0])
		c.End(540, 300+18*float64(i), 9, line[1])
	}
	doc := sheettest.Bind(c)
	doc.Attachments = attachments
	return doc
}

func attached(xml []byte) document.Attachment { return document.Attachment{Name: "any.bin", Data: xml} }

func checkOf(res *result.Result, name string) (result.Check, bool) {
	i := slices.IndexFunc(res.Checks, func(c result.Check) bool { return c.Name == name })
	if i < 0 {
		return result.Check{}, false
	}
	return res.Checks[i], true
}

func TestStructuredDataPrecedence(t *testing.T) {
	t.Parallel()
	res := models().Document(harrowPage(attached(harrowXML())), result.TypeAuto)
	expect(t, res, result.TypeInvoice, map[string]string{
		"invoiceNumber": "HT-1188", "issueDate": "2024-03-18", "vendorName": "Harrow Tools Ltd", "vendorTaxId": "GB980780684",
		"total":   "120.00",
		"dueDate": "2024-04-17", // only on the page
	})
	for path, source := range map[string]document.Source{
		"invoiceNumber": document.SourceXML, "total": document.SourceXML, "lineItems.0.amount": document.SourceXML,
		"taxes.0.amount": document.SourceXML, "dueDate": document.SourceText,
	} {
		f := res.Fields[path]
		if f.Source != source || f.Box == nil || f.Page == nil || *f.Page != 1 {
			t.Errorf("%s: %+v", path, f)
		}
		assert.Equal(t, source == document.SourceXML, f.Confidence == 1, path, "confidence", f.Confidence)
	}
	f := res.Fields["vendorTaxId"]
	assert.True(t, f.Box == nil && f.Page == nil && f.Confidence == 1, "what the page does not show has no place", f)
	f = res.Fields["issueDate"]
	assert.True(t, f.Raw == "20240318" && slices.Contains(f.Checks, "xml_matches_page"), "issue date", f)
	box := *res.Fields["total"].Box
	assert.True(t, box[0] >= 0.8 && box[1] >= 0.39 && box[3] <= 0.42, "total is at", box)
	if c, ok := checkOf(res, "xml_matches_page"); !ok || !c.Passed || res.Confidence != 1 {
		t.Errorf("check %+v, confidence %v", c, res.Confidence)
	}
	for _, name := range []string{"sum", "taxes", "line_items", "line_amounts"} {
		c, ok := checkOf(res, name)
		assert.True(t, ok && c.Passed, name, c)
	}
}

func TestXMLPageMismatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		edits  []string
		detail string
	}{
		{"total", []string{"<ram:GrandTotalAmount>120.00", "<ram:GrandTotalAmount>119.00"}, "total: page 120.00, XML 119.00"},
		{"number", []string{"HT-1188", "HT-1189"}, "invoiceNumber: page HT-1188, XML HT-1189"},
		{"date", []string{"20240318", "20240319"}, "issueDate: page 2024-03-18, XML 2024-03-19"},
		{"currency", []string{"GBP", "EUR"}, "currency: page GBP, XML EUR"},
	} {
		res := models().Document(harrowPage(attached(harrowXML(c.edits...))), result.TypeAuto)
		found, ok := checkOf(res, "xml_matches_page")
		assert.True(t, ok && !found.Passed && found.Detail == c.detail, c.name, found, "want", c.detail)
	}
}

func TestXMLPageWithoutText(t *testing.T) {
	t.Parallel()
	c := sheettest.A4()
	c.Put(60, 60, 12, "See the attached data")
	doc := sheettest.Bind(c)
	doc.Attachments = []document.Attachment{attached(harrowXML())}
	res := models().Document(doc, result.TypeAuto)
	found, ok := checkOf(res, "xml_matches_page")
	assert.False(t, ok, "check", found)
	expect(t, res, result.TypeInvoice, map[string]string{"total": "120.00"})
}

func TestRequestedTypeWithStructuredData(t *testing.T) {
	t.Parallel()
	doc := harrowPage(attached(harrowXML()))
	res := models().Document(doc, result.TypeReceipt)
	if c, ok := checkOf(res, "type_matches"); !ok || c.Passed || res.DocumentType != result.TypeReceipt {
		t.Errorf("%s, %+v", res.DocumentType, c)
	}
	assert.Equal(t, res.Fields["total"].Source, document.SourceText,
		"a receipt is read from its page", res.Fields["total"])
	c, ok := checkOf(models().Document(doc, result.TypeInvoice), "type_matches")
	assert.True(t, ok && c.Passed, "check", c)
}

func TestUnreadableStructuredData(t *testing.T) {
	t.Parallel()
	xml := harrowXML()
	res := models().Document(harrowPage(attached(xml[:len(xml)/2])), result.TypeAuto)
	c, ok := checkOf(res, "xml_readable")
	assert.True(t, ok && !c.Passed && c.Detail != "", "check", c)
	f := res.Fields["total"]
	assert.True(t, f.Value == "120.00" && f.Source == document.SourceText, "total", f)
}

func TestStructuredFiles(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Text(60, 60, 12, "Invoice No: HT-1188 of March 18, 2024, total 120.00 GBP")
	doc.Attach("notes.txt", []byte("nothing"))
	doc.Attach("invoice.dat", harrowXML())

	source := func(req extract.Request) document.Source {
		t.Helper()
		res, err := e.Extract(t.Context(), req)
		require.NoError(t, err)
		expect(t, res, result.TypeInvoice, map[string]string{"invoiceNumber": "HT-1188", "total": "120.00"})
		return res.Fields["invoiceNumber"].Source
	}
	assert.Equal(t, source(extract.Request{Data: doc.Bytes()}), document.SourceXML, "embedded: source")
	if s := source(extract.Request{Data: doc.Bytes(), IgnoreEmbeddedXML: true,
		DocumentType: result.TypeInvoice}); s != document.SourceText {
		t.Errorf("embedded and ignored: source %s", s)
	}
	assert.Equal(t, source(extract.Request{Data: harrowXML(), IgnoreEmbeddedXML: true}), document.SourceXML,
		"by itself: source")
	res, err := e.Extract(t.Context(), extract.Request{Data: harrowXML()})
	if err != nil || res.MIMEType != "application/xml" || res.Fields["total"].Page != nil || res.Confidence != 1 {
		t.Errorf("by itself: %+v, %v", res, err)
	}
	xml := harrowXML()
	var f *extractionerror.Error
	_, err = e.Extract(t.Context(), extract.Request{Data: xml[:len(xml)-100]})
	assert.True(t, errors.As(err, &f) && f.Code == extractionerror.CorruptFile, "cut", err)
}

// Fuzzed embedded data never causes a panic, and every value names its source.
func FuzzStructured(f *testing.F) {
	f.Add(harrowXML())
	f.Add(harrowXML("380", "381", "25.00", "-0.000000001", "20240318", "2024-03-18"))
	f.Fuzz(func(t *testing.T, xml []byte) {
		res := models().Document(harrowPage(attached(xml)), result.TypeAuto)
		for name, v := range res.Data {
			if s, ok := v.(string); ok && res.Fields[name].Value != s {
				t.Fatalf("%s: %q, field %+v", name, s, res.Fields[name])
			}
		}
		for path, v := range res.Fields {
			if v.Box != nil && (v.Box[0] > v.Box[2] || v.Box[1] > v.Box[3] || v.Page == nil) {
				t.Fatalf("%s: %+v", path, v)
			}
		}
	})
}

func BenchmarkStructured(b *testing.B) {
	doc := harrowPage(attached(harrowXML()))
	for b.Loop() {
		models().Document(doc, result.TypeAuto)
	}
}

// Pages that were read in part are named, up to a limit. Without such pages the check is absent.
func TestPartialPages(t *testing.T) {
	t.Parallel()
	for partial, want := range map[int]string{
		0:  "",
		1:  "page 1 is too complex and was only read in part",
		2:  "pages 1, 2 are too complex and were only read in part",
		12: "pages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2 more are too complex and were only read in part",
	} {
		doc := harrowPage()
		doc.Pages[0].Partial = partial > 0
		for n := 2; n <= partial; n++ {
			doc.Pages = append(doc.Pages, document.Page{Number: n, Partial: true})
		}
		got := ""
		for _, c := range models().Document(doc, result.TypeAuto).Checks {
			if c.Name == validate.PagesRead {
				got = c.Detail
				assert.False(t, c.Passed, "has passed")
			}
		}
		assert.Equal(t, got, want, partial, "pages")
	}
}

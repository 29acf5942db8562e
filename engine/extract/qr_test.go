package extract_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
)

const codeIBAN = "DE89370400440532013000"

func sepaCode(amount string) document.Barcode {
	text := "BCD\n002\n1\nSCT\nCOBADEFFXXX\nMuster GmbH\n" + codeIBAN + "\nEUR" + amount + "\n\nRF18539007547034\n"
	return document.Barcode{Page: 1, Kind: "QR_CODE", Text: text, Box: document.Box{X0: 0.1, Y0: 0.8, X1: 0.2, Y1: 0.9}}
}

func billed(source document.Source, lines []string, codes ...document.Barcode) *document.Document {
	c := sheettest.A4()
	c.Put(60, 60, 20, "INVOICE")
	c.Put(60, 100, 10, "Invoice number R-1001")
	c.Put(60, 115, 10, "Invoice date 2026-10-01")
	for i, line := range lines {
		c.Put(60, 200+float64(15*i), 10, line)
	}
	for i := range c.Lines {
		for k := range c.Lines[i].Words {
			c.Lines[i].Words[k].Source = source
		}
	}
	doc := sheettest.Bind(c)
	doc.Barcodes = codes
	return doc
}

func codeCheck(res *result.Result) (passed, found bool) {
	for _, c := range res.Checks {
		if c.Name == "code_matches_page" {
			return c.Passed, true
		}
	}
	return false, false
}

func TestQRFillsMissingFields(t *testing.T) {
	t.Parallel()
	res := models().Document(billed(document.SourceText, []string{"Please pay by the code below"}, sepaCode("119")),
		result.TypeInvoice)
	for name, want := range map[string]string{
		"iban": codeIBAN, "bic": "COBADEFFXXX", "total": "119.00", "currency": "EUR", "paymentReference": "RF18539007547034",
	} {
		f := res.Fields[name]
		if f.Value != want || f.Source != document.SourceCode || f.Confidence < 0.85 || f.Page == nil || f.Box == nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
	assert.Equal(t, res.Fields["invoiceNumber"].Source, document.SourceText,
		"invoiceNumber", res.Fields["invoiceNumber"])
}

func TestQRPageMatch(t *testing.T) {
	t.Parallel()
	printed := []string{"Total EUR 119.00", "IBAN DE89 3704 0044 0532 0130 00"}
	res := models().Document(billed(document.SourceText, printed, sepaCode("119")), result.TypeInvoice)
	total, iban := res.Fields["total"], res.Fields["iban"]
	if total.Value != "119.00" || total.Source != document.SourceCode || total.Raw == "119.00" && total.Box[1] > 0.7 {
		t.Errorf("total %+v", total)
	}
	if iban.Value != codeIBAN || iban.Confidence < 0.99 || iban.Box == nil || iban.Box[1] > 0.5 {
		t.Errorf("iban %+v", iban)
	}
	if passed, found := codeCheck(res); !found || !passed {
		t.Errorf("checks %+v", res.Checks)
	}
}

func TestQRPageMismatch(t *testing.T) {
	t.Parallel()
	printed := []string{"Total EUR 119.00"}
	for source, want := range map[document.Source]string{
		document.SourceText: "119.00", // the code may ask for an installment
		document.SourceOCR:  "179.00", // the page may be misread
	} {
		res := models().Document(billed(source, printed, sepaCode("179")), result.TypeInvoice)
		got := res.Fields["total"]
		assert.Equal(t, got.Value, want, source, "total", got)
		if passed, found := codeCheck(res); !found || passed {
			t.Errorf("%s: checks %+v", source, res.Checks)
		}
	}
	proven := []string{"Subtotal 100.00", "VAT 19 % 19.00", "Total 119.00"}
	res := models().Document(billed(document.SourceOCR, proven, sepaCode("179")), result.TypeInvoice)
	got := res.Fields["total"]
	assert.Equal(t, got.Value, "119.00", "proven total", got)
	other := models().Document(billed(document.SourceText, []string{"IBAN AT61 1904 3002 3457 3201"}, sepaCode("1")),
		result.TypeInvoice)
	got = other.Fields["iban"]
	assert.Equal(t, got.Value, codeIBAN, "iban", got)
	if passed, found := codeCheck(other); !found || passed {
		t.Errorf("another account passes: %+v", other.Checks)
	}
}

func TestContradictoryQRCodes(t *testing.T) {
	t.Parallel()
	res := models().Document(billed(document.SourceText, nil, sepaCode("119"), sepaCode("179"), sepaCode("179")),
		result.TypeInvoice)
	f, ok := res.Fields["total"]
	assert.False(t, ok, "total", f)
	if res.Data["iban"] != codeIBAN {
		t.Errorf("iban %v", res.Data["iban"])
	}
}

func TestSwissQR(t *testing.T) {
	t.Parallel()
	text := strings.Join([]string{
		"SPC", "0200", "1", "CH4431999123000889012", "S", "Muster Bau AG", "Hauptstrasse", "12a", "8000", "Zürich", "CH",
		"", "", "", "", "", "", "", "1949.75", "CHF", "S", "Pia Beispiel", "Marktgasse", "28", "9400", "Rorschach", "CH",
		"QRR", "210000000003139471430009017", "", "EPD", "//S1/10/R-1001/11/261001/20/K-77/30/107978798/40/2:10;0:30",
	}, "\n")
	swiss := document.Barcode{Page: 1, Kind: "QR_CODE", Text: text, Box: document.Box{X0: 0.1, Y0: 0.8, X1: 0.2, Y1: 0.9}}
	res := models().Document(billed(document.SourceOCR, nil, swiss), result.TypeInvoice)
	for name, want := range map[string]string{
		"iban": "CH4431999123000889012", "total": "1949.75", "currency": "CHF",
		"paymentReference": "210000000003139471430009017",
		"customerName":     "Pia Beispiel", "customerAddress": "Marktgasse 28, 9400 Rorschach, CH", "customerId": "K-77",
		"invoiceNumber": "R-1001", "issueDate": "2026-10-01", "dueDate": "2026-10-31", "vendorTaxId": "CHE107978798",
	} {
		if res.Data[name] != want {
			t.Errorf("%s %v, want %s", name, res.Data[name], want)
		}
	}
}

func TestTaxQR(t *testing.T) {
	t.Parallel()
	var data []byte
	for i, v := range []string{"Example Shop", "310122393500003", "2026-04-25T15:30:00Z", "115.00", "15.00"} {
		data = append(append(data, byte(i+1), byte(len(v))), v...)
	}
	receipt := billed(document.SourceOCR, nil,
		document.Barcode{Page: 1, Text: base64.StdEncoding.EncodeToString(data), Box: document.Box{X1: 0.1, Y1: 0.1}})
	res := models().Document(receipt, result.TypeReceipt)
	for name, want := range map[string]string{
		"vendorTaxId": "310122393500003", "date": "2026-04-25", "time": "15:30:00", "total": "115.00", "taxTotal": "15.00",
		"currency": "SAR",
	} {
		if res.Data[name] != want {
			t.Errorf("%s %v, want %s", name, res.Data[name], want)
		}
	}
	// Codes are ignored for types without any of their fields.
	res = models().Document(receipt, result.TypeBankStatement)
	assert.True(t, res.Data["total"] == nil, "statement", res.Data)
}

func TestRotatedPage(t *testing.T) {
	t.Parallel()
	doc := billed(document.SourceOCR, []string{"Total EUR 119.00"})
	upright := models().Document(doc, result.TypeInvoice).Fields["total"].Box
	doc.Pages[0].Turned = 1
	turned := models().Document(doc, result.TypeInvoice).Fields["total"].Box
	// The top of the displayed page was the left before the clockwise turn.
	if turned == nil || upright == nil || turned[0] != upright[1] || turned[2] != upright[3] {
		t.Errorf("upright %v, as displayed %v", upright, turned)
	}
}

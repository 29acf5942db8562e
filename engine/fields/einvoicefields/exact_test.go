package einvoicefields_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/einvoicefields"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/shopspring/decimal"
)

func number(text string) einvoice.Decimal {
	return einvoice.Decimal{Text: text, Value: decimal.RequireFromString(text)}
}

func units(text string) einvoice.Quantity {
	return einvoice.Quantity{Decimal: number(text), Unit: "C62"}
}

func day(iso string) einvoice.Date { return einvoice.Date{Text: iso + "Z", Value: iso} }

// invoice is a complete document with an allowance, freight, a line priced by the hundred and a part of it.
func invoice() *einvoice.Invoice {
	return &einvoice.Invoice{
		Syntax: einvoice.UBL, Type: einvoice.TypeInvoice, Number: "HT-1188", Issued: day("2024-03-18"), Currency: "GBP",
		Due:   day("2024-04-17"),
		Terms: "30 days\n net", PurchaseOrder: "PO-77",
		Seller: einvoice.Party{
			Name: "Harrow  Tools Ltd", VATID: "GB 980 7806 84", TaxNumber: "12/345", Endpoint: "billing@harrow.example",
			Scheme: "EM",
			Address: einvoice.Address{Lines: []string{"14 Mill Lane", "Unit 2"}, PostCode: "LS1 4AP", City: "Leeds",
				Country: "GB"},
			Contact: einvoice.Contact{Phone: "+44 113 496 0000"},
		},
		Buyer:     einvoice.Party{TradingName: "Oak & Sons", IDs: []string{"K-5", "0088"}, TaxNumber: "99/1"},
		ShipTo:    einvoice.Party{Address: einvoice.Address{Lines: []string{"Dock 4"}, City: "Hull"}},
		Delivered: day("2024-03-14"),
		Payments: []einvoice.PaymentMeans{
			{Code: "10"}, {Code: "30", Reference: "RF18 5390", Account: "gb29 NWBK 6016 1331 9268 19", BIC: "NWBKGB2L"},
			{Account: "DE89370400440532013000"},
		},
		Adjustments: []einvoice.Adjustment{
			{Charge: true, Amount: number("5.0"), Reason: "Versandkosten"},
			{Charge: true, Amount: number("1.00"), Reason: "Packing"}, {Amount: number("12.00")},
		},
		Taxes: []einvoice.Tax{{Base: number("114.00"), Amount: number("22.80"), Category: "S", Rate: number("20.00")}},
		Totals: einvoice.Totals{
			Lines: number("120.00"), Allowances: number("12.00"), Charges: number("6.00"), Net: number("114.00"),
			Tax: number("22.80"), Gross: number("136.80"),
			Paid: number("35.80"), Rounding: number("0.05"), Due: number("101.05"),
		},
		Lines: []einvoice.Line{
			{Note: "As ordered:"},
			{
				Name: "Steel\n bracket", SellerID: "SB-1", StandardID: "4012345000009", Quantity: units("4.0"),
				Price: number("25.00"), Net: number("95.00"),
				TaxRate: number("20.0"), Adjustments: []einvoice.Adjustment{{Amount: number("10.00")},
					{Charge: true, Amount: number("5.00")}},
			},
			{Name: "Washer", Quantity: units("500"), Price: number("5.00"), PriceBase: units("100"), Net: number("25.00")},
			{Name: "thereof steel", Parent: "2", Quantity: units("1"), Price: number("3.00"), Net: number("3.00")},
		},
	}
}

// expectAll compares the scalars and rows of a set, as "name" or "list.0.member", with all wanted values.
func expectAll(t *testing.T, set *value.Set, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for name, v := range set.Scalars {
		got[name] = v.Value
	}
	for list, rows := range set.Lists {
		for i, row := range rows {
			for member, v := range row {
				got[value.Path(list, i, member)] = v.Value
			}
		}
	}
	for path, v := range got {
		assert.Equal(t, want[path], v, path)
	}
	for path, v := range want {
		_, ok := got[path]
		assert.True(t, ok, path, "missing, want", v)
	}
}

func TestInvoiceFields(t *testing.T) {
	t.Parallel()
	set := einvoicefields.Fields(invoice(), result.TypeInvoice)
	expectAll(t, set, map[string]string{
		"invoiceNumber": "HT-1188", "issueDate": "2024-03-18", "deliveryDate": "2024-03-14", "dueDate": "2024-04-17",
		"currency": "GBP", "purchaseOrderNumber": "PO-77",
		"vendorName": "Harrow Tools Ltd", "vendorAddress": "14 Mill Lane, Unit 2, LS1 4AP Leeds",
		"vendorTaxId": "GB980780684",
		"vendorEmail": "billing@harrow.example", "vendorPhone": "+44 113 496 0000", "customerName": "Oak & Sons",
		"customerId": "K-5", "customerTaxId": "99/1",
		"paymentTerms": "30 days net", "iban": "GB29NWBK60161331926819", "bic": "NWBKGB2L", "paymentReference": "RF18 5390",
		"subtotal": "114.00", "discountTotal": "12.00", "shippingTotal": "5.00", "taxTotal": "22.80", "total": "136.80",
		"amountPaid": "35.80", "amountDue": "101.05",
		"servicePeriodStart": "2024-03-14", "servicePeriodEnd": "2024-03-14",
		"taxes.0.rate": "20", "taxes.0.base": "114.00", "taxes.0.amount": "22.80", "taxes.0.category": "S",
		"lineItems.0.description": "Steel bracket", "lineItems.0.productCode": "SB-1", "lineItems.0.quantity": "4",
		"lineItems.0.unit":      "C62",
		"lineItems.0.unitPrice": "25.00", "lineItems.0.discount": "10.00", "lineItems.0.taxRate": "20",
		"lineItems.0.amount":      "95.00",
		"lineItems.1.description": "Washer", "lineItems.1.quantity": "500", "lineItems.1.unit": "C62",
		"lineItems.1.unitPrice": "0.05", "lineItems.1.amount": "25.00",
	})
	for name, raw := range map[string]string{"issueDate": "2024-03-18Z", "iban": "gb29 NWBK 6016 1331 9268 19",
		"shippingTotal": "5.0", "vendorName": "Harrow  Tools Ltd"} {
		v := set.Scalars[name]
		assert.True(t, v.Raw == raw && v.Source == document.SourceXML && v.Page == 0, name, v, "want raw", raw)
	}
}

func TestOrderFields(t *testing.T) {
	t.Parallel()
	d := invoice()
	d.Type, d.Lines = einvoice.TypeOrder, nil
	want := map[string]string{
		"purchaseOrderNumber": "HT-1188", "issueDate": "2024-03-18", "deliveryDate": "2024-03-14", "currency": "GBP",
		"shippingAddress": "Dock 4, Hull",
		"vendorName":      "Harrow Tools Ltd", "vendorAddress": "14 Mill Lane, Unit 2, LS1 4AP Leeds",
		"vendorTaxId":  "GB980780684",
		"customerName": "Oak & Sons", "customerTaxId": "99/1", "subtotal": "114.00", "taxTotal": "22.80", "total": "136.80",
	}
	expectAll(t, einvoicefields.Fields(d, result.TypePurchaseOrder), want)
	d.Type = einvoice.TypeInvoice
	want["purchaseOrderNumber"] = "PO-77"
	expectAll(t, einvoicefields.Fields(d, result.TypePurchaseOrder), want)
}

func TestTypes(t *testing.T) {
	t.Parallel()
	for kind, want := range map[einvoice.DocumentType]result.DocumentType{
		einvoice.TypeInvoice: result.TypeInvoice, einvoice.TypeCreditNote: result.TypeCreditNote,
		einvoice.TypeOrder:       result.TypePurchaseOrder,
		einvoice.TypeOrderChange: result.TypePurchaseOrder, einvoice.TypeOrderResponse: result.TypePurchaseOrder,
	} {
		got := einvoicefields.Type(&einvoice.Invoice{Type: kind})
		assert.True(t, got == want && einvoicefields.Serves(got), kind, got, "want", want)
	}
	assert.True(t, !einvoicefields.Serves(result.TypeReceipt) && !einvoicefields.Serves(result.TypeGeneric),
		"there are no structured receipts")
}

func TestArithmetic(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		check  string
		change func(*einvoice.Invoice)
		passed bool
		detail string
	}{
		{validate.LineItems, func(*einvoice.Invoice) {}, true, "95.00 + 25.00 - 12.00 + 6.00 = 114.00"},
		{validate.LineItems, func(d *einvoice.Invoice) {
			d.Totals.Charges = number("0")
		}, false, "95.00 + 25.00 - 12.00 ≠ 114.00"},
		{validate.LineAmounts, func(*einvoice.Invoice) {}, true, "quantity × unit price = amount in 2 lines"},
		{validate.LineAmounts, func(d *einvoice.Invoice) { d.Lines[1].Adjustments = nil }, false, "line 1: 4 × 25.00 ≠ 95.00"},
		{validate.LineAmounts, func(d *einvoice.Invoice) {
			d.Lines[2].Net = number("26")
		}, false, "line 2: 500 × 5.00 ÷ 100 ≠ 26.00"},
		{validate.LineAmounts, func(d *einvoice.Invoice) { d.Lines[2].Agreed = units("200") }, false,
			"line 2: 200 × 5.00 ÷ 100 ≠ 25.00"},
		{validate.LineAmounts, func(d *einvoice.Invoice) {
			d.Lines[2].Agreed, d.Lines[2].Net = units("0"), number("0.00")
		}, true, "quantity × unit price = amount in 2 lines"},
		{validate.Due, func(*einvoice.Invoice) {}, true, "136.80 - 35.80 + 0.05 = 101.05"},
		{validate.Due, func(d *einvoice.Invoice) { d.Totals.Rounding = einvoice.Decimal{} }, false, "136.80 - 35.80 ≠ 101.05"},
		{validate.Sum, func(*einvoice.Invoice) {}, true, "114.00 + 22.80 = 136.80"},
		{validate.Sum, func(d *einvoice.Invoice) { d.Totals.Gross = number("136.85") }, false, "114.00 + 22.80 ≠ 136.85"},
		{validate.Taxes, func(d *einvoice.Invoice) { d.Taxes[0].Rate = number("19") }, false, "19 % of 114.00 ≠ 22.80"},
		{validate.IBAN, func(*einvoice.Invoice) {}, true, "check digits of GB29NWBK60161331926819 are right"},
		{validate.DateOrder, func(d *einvoice.Invoice) { d.Due = day("2024-03-17") }, false, "2024-03-18 > 2024-03-17"},
	} {
		d := invoice()
		c.change(d)
		found := false
		for _, o := range einvoicefields.Arithmetic(d, einvoicefields.Fields(d, result.TypeInvoice)) {
			if o.Name == c.check {
				found = true
				if o.Passed != c.passed || o.Detail != c.detail || len(o.Paths) == 0 {
					t.Errorf("%s: %v %q, want %v %q", c.check, o.Passed, o.Detail, c.passed, c.detail)
				}
			}
		}
		assert.True(t, found, "no check", c.check)
	}
}

// roundTotal makes the rounding a part of the total.
func roundTotal(d *einvoice.Invoice) {
	d.Totals.Gross, d.Totals.IsRoundedGross = number("136.85"), true
}

// adjustAfterTax makes the allowances and charges a part of the amount to pay alone.
func adjustAfterTax(d *einvoice.Invoice) {
	d.Totals.Net, d.Totals.Gross, d.Totals.Due = number("120.00"), number("142.80"), number("101.05")
	d.Totals.IsAdjustedAfterTax = true
}

func TestListedLines(t *testing.T) {
	t.Parallel()
	line := func(id, parent, status, net string) einvoice.Line {
		return einvoice.Line{ID: id, Parent: parent, Status: status, Name: id, Quantity: units("1"), Net: number(net)}
	}
	for name, c := range map[string]struct {
		lines []einvoice.Line
		want  string
	}{
		"group with details": {[]einvoice.Line{line("g", "", "GROUP", "30"), line("a", "g", "DETAIL", "10"),
			line("b", "g", "DETAIL", "20")}, "a b"},
		"group with a wrong sum": {[]einvoice.Line{line("a", "g", "DETAIL", "10"), line("b", "", "", "20"),
			line("g", "", "GROUP", "9")}, "a b"},
		"line with parts": {[]einvoice.Line{line("a", "", "", "30"), line("b", "a", "", "10"), line("c", "a", "", "20")},
			"a"},
		"parts that count, without a status": {[]einvoice.Line{line("a", "", "", "0"), line("b", "a", "", "10"),
			line("c", "a", "", "20")}, "a b c"},
		"details of a line": {[]einvoice.Line{line("a", "", "DETAIL", "30"), line("b", "a", "INFORMATION", "7"),
			line("c", "a", "INFORMATION", "0")}, "a c"},
		"groups that count": {[]einvoice.Line{line("g", "", "GROUP", "30"), line("a", "g", "DETAIL", "0")}, "g a"},
	} {
		d := &einvoice.Invoice{Lines: c.lines, Totals: einvoice.Totals{Net: number("30")}}
		var got []string
		set := einvoicefields.Fields(d, result.TypeInvoice)
		for _, row := range set.Lists["lineItems"] {
			got = append(got, row["description"].Value)
		}
		assert.Equal(t, strings.Join(got, " "), c.want, name)
		for _, o := range einvoicefields.Arithmetic(d, set) {
			assert.True(t, o.Passed, name, o.Detail)
		}
	}
}

// message is a document of one of three kinds.
func message(kind, number, line string) []byte {
	switch kind {
	case "zugferd":
		return fmt.Appendf(nil, `<CrossIndustryDocument `+
			`xmlns="urn:ferd:CrossIndustryDocument:invoice:1p0"><HeaderExchangedDocument><ID>%s</ID></HeaderExchangedDocument></CrossIndustryDocument>`, number)
	case "order":
		return fmt.Appendf(nil, `<SCRDMCCBDACIOMessageStructure `+
			`xmlns="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"><ExchangedDocument><ID>%s</ID></ExchangedDocument></SCRDMCCBDACIOMessageStructure>`, number)
	}
	return fmt.Appendf(nil, `<CrossIndustryInvoice `+
		`xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><ExchangedDocument><ID>%s</ID></ExchangedDocument><SupplyChainTradeTransaction>%s</SupplyChainTradeTransaction></CrossIndustryInvoice>`, number, line)
}

func TestFind(t *testing.T) {
	t.Parallel()
	order := document.Attachment{Name: "factur-x.xml", Data: message("order", "order", "")}
	old := document.Attachment{Name: "ZUGFeRD-invoice.xml", Data: message("zugferd", "old", "")}
	bare := document.Attachment{Name: "a.txt", Data: message("cii", "bare", "")}
	full := document.Attachment{Name: "b", Data: message("cii", "full", "<IncludedSupplyChainTradeLineItem/>")}
	broken := document.Attachment{Name: "factur-x.xml", Data: message("cii", "broken", "<x>")}
	other := document.Attachment{Name: "factur-x.xml", Data: []byte(`<?xml version="1.0"?><rdf/>`)}
	for want, attachments := range map[string][]document.Attachment{
		"full": {order, other, old, bare, full}, "bare": {old, bare, broken}, "old": {order, old}, "order": {order, other},
		"": {other},
	} {
		d, err := einvoicefields.Find(attachments)
		got := ""
		if d != nil {
			got = d.Number
		}
		assert.NoError(t, err, "found")
		assert.Equal(t, got, want, "found")
	}
	d, err := einvoicefields.Find([]document.Attachment{broken})
	assert.True(t, d == nil && err != nil, "a broken invoice gives", d, err)
}

// The stated terms let the stored values pass the same checks as the e-invoice.
func TestStatedBasis(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*einvoice.Invoice){
		"as it is":           func(*einvoice.Invoice) {},
		"other allowances":   func(d *einvoice.Invoice) { d.Totals.Charges = number("0") },
		"a line is wrong":    func(d *einvoice.Invoice) { d.Lines[2].Net = number("26") },
		"line without terms": func(d *einvoice.Invoice) { d.Lines[1].Adjustments = nil },
		"agreed to none":     func(d *einvoice.Invoice) { d.Lines[2].Agreed, d.Lines[2].Net = units("0"), number("0.00") },
		"agreed to another":  func(d *einvoice.Invoice) { d.Lines[2].Agreed = units("200") },
		"rounded total":      roundTotal,
		"adjusted after tax": adjustAfterTax,
		"no rounding":        func(d *einvoice.Invoice) { d.Totals.Rounding = einvoice.Decimal{} },
		"nothing paid": func(d *einvoice.Invoice) {
			d.Totals.Paid, d.Totals.Due = einvoice.Decimal{}, number("136.85")
		},
		"no lines": func(d *einvoice.Invoice) { d.Lines = nil },
	} {
		d := invoice()
		change(d)
		set := einvoicefields.Fields(d, result.TypeInvoice)
		basis := &result.Basis{Between: set.Scalars["total"].Plus}
		einvoicefields.State(basis, d)
		got := map[string]bool{}
		for _, o := range validate.Run(plain(t, set, basis)) {
			got[o.Name] = o.Passed
		}
		want := einvoicefields.Arithmetic(d, set)
		for _, o := range want {
			passed, made := got[o.Name]
			assert.True(t, made && passed == o.Passed, name, o.Name, passed, "made", made, "want", o.Passed, o.Detail)
		}
		assert.Equal(t, len(got), len(want), name, got, "want", want)
	}
}

// plain returns a set's values as a stored record holds them.
func plain(t *testing.T, set *value.Set, basis *result.Basis) *validate.Record {
	t.Helper()
	data := map[string]any{}
	for name, v := range set.Scalars {
		data[name] = v.Value
	}
	for list, rows := range set.Lists {
		members := make([]map[string]string, len(rows))
		for i, row := range rows {
			members[i] = map[string]string{}
			for name, v := range row {
				members[i][name] = v.Value
			}
		}
		data[list] = members
	}
	var stored result.Basis
	require.NoError(t, json.Unmarshal(encoded(t, basis), &stored))
	p, err := validate.Parse(encoded(t, data), &stored)
	require.NoError(t, err)
	return p
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return b
}

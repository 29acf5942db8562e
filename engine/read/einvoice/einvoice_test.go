package einvoice_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// terms are the essential business terms of a document in one string each.
func terms(d *einvoice.Invoice) map[string]string {
	m := map[string]string{
		"syntax": string(d.Syntax), "kind": string(d.Type), "BT-1": d.Number, "BT-2": d.Issued.Value, "BT-5": d.Currency,
		"BT-9":  d.Due.Value,
		"BT-13": d.PurchaseOrder, "BT-20": d.Terms, "BT-27": d.Seller.Name, "BT-31": d.Seller.VATID,
		"BT-32": d.Seller.TaxNumber,
		"BT-42": d.Seller.Contact.Phone, "BG-5": strings.Join(d.Seller.Address.Lines, "|") + "|" + d.Seller.Address.PostCode +
			"|" + d.Seller.Address.City,
		"BT-44": d.Buyer.Name, "BT-46": strings.Join(d.Buyer.IDs, "|"), "BT-72": d.Delivered.Value,
		"BT-110": d.Totals.Tax.Text, "BT-112": d.Totals.Gross.Text,
		"lines": fmt.Sprint(len(d.Lines)),
	}
	for _, p := range d.Payments {
		m["BG-16"] = p.Code + "|" + p.Reference + "|" + p.Account + "|" + p.BIC
	}
	return m
}

func expectTerms(t *testing.T, d *einvoice.Invoice, want map[string]string) {
	t.Helper()
	got := terms(d)
	for name, w := range want {
		assert.Equal(t, got[name], w, name)
	}
}

func TestUBLInvoice(t *testing.T) {
	t.Parallel()
	d := read(t, ublInvoice)
	expectTerms(t, d, map[string]string{
		"syntax": "ubl", "kind": "invoice", "BT-1": "HT-1188", "BT-2": "2024-03-18", "BT-5": "GBP", "BT-9": "2024-04-17",
		"BT-13": "PO-77",
		"BT-20": "30 days net", "BT-27": "Harrow Tools Ltd", "BT-31": "GB 980 7806 84", "BT-32": "12/345",
		"BT-42": "+44 113 496 0000",
		"BG-5":  "14 Mill Lane|Unit 2|Yard|LS1 4AP|Leeds", "BT-44": "Oak & Sons", "BT-46": "K-5", "BT-72": "2024-03-14",
		"BG-16": "30|RF18 5390|GB29 NWBK 6016 1331 9268 19|NWBKGB2L", "BT-110": "22.60", "BT-112": "135.60", "lines": "2",
	})
	if d.Period.Start.Value != "2024-03-01" || d.Period.End.Value != "2024-03-15" || d.Preceding[0] != "HT-1100" ||
		d.Contract != "C-9" || d.Project != "P-3" {
		t.Errorf("references %+v %v %v %v", d.Period, d.Preceding, d.Contract, d.Project)
	}
	if d.Seller.Website != "https://harrow.example" || d.Seller.Scheme != "EM" ||
		d.Seller.Address.Subdivision != "Yorkshire" || d.ShipTo.Name != "Depot" || d.Payee.Name != "Factor plc" {
		t.Errorf("parties %+v %+v %+v", d.Seller, d.ShipTo, d.Payee)
	}
	if len(d.Adjustments) != 2 || !d.Adjustments[0].Charge || d.Adjustments[0].Code != "FC" ||
		d.Adjustments[1].Percent.Text != "10" || d.Adjustments[1].TaxRate.Text != "20" {
		t.Errorf("adjustments %+v", d.Adjustments)
	}
	if len(d.Taxes) != 1 || d.Taxes[0].Category != "S" || d.Taxes[0].Rate.Text != "20.0" ||
		d.Totals.Rounding.Text != "0.40" || d.Totals.Charges.Text != "5.00" {
		t.Errorf("taxes %+v, totals %+v", d.Taxes, d.Totals)
	}
	first, second := d.Lines[0], d.Lines[1]
	if first.Name != "Steel bracket" || first.SellerID != "SB-1" || first.StandardID != "4012345000009" ||
		first.Quantity.Unit != "C62" || first.Adjustments[0].Amount.Text != "5.00" {
		t.Errorf("line %+v", first)
	}
	if second.PriceBase.Text != "100" || second.Price.Text != "5.00" || second.Net.Text != "25.00" {
		t.Errorf("line %+v", second)
	}
}

func TestCII(t *testing.T) {
	t.Parallel()
	d := read(t, ciiInvoice)
	expectTerms(t, d, map[string]string{
		"syntax": "cii", "kind": "invoice", "BT-1": "HT-1188", "BT-2": "2024-03-18", "BT-5": "GBP", "BT-9": "2024-04-17",
		"BT-13": "PO-77",
		"BT-20": "30 days net", "BT-27": "Harrow Tools Ltd", "BT-31": "GB980780684", "BT-32": "12/345",
		"BT-42": "+44 113 496 0000",
		"BG-5":  "14 Mill Lane|Unit 2|LS1 4AP|Leeds", "BT-44": "Oak & Sons", "BT-46": "K-5", "BT-72": "2024-03-14",
		"BG-16": "58|RF18 5390|GB29NWBK60161331926819|NWBKGB2L", "BT-110": "20.00", "BT-112": "120.00", "lines": "1",
	})
	line := d.Lines[0]
	if line.Name != "Steel bracket" || line.Price.Text != "25.00" || line.GrossPrice.Text != "26" ||
		line.TaxRate.Text != "20" || line.Net.Text != "95.00" {
		t.Errorf("line %+v", line)
	}
	if a := d.Adjustments; len(a) != 1 || !a[0].Charge || a[0].Code != "FC" || a[0].Amount.Text != "5.00" {
		t.Errorf("adjustments %+v", a)
	}
}

func TestOtherSyntaxes(t *testing.T) {
	t.Parallel()
	expectTerms(t, read(t, zugferdInvoice), map[string]string{
		"syntax": "zugferd", "kind": "credit_note", "BT-1": "Z-1", "BT-2": "2014-07-03", "BT-27": "Werk GmbH",
		"BT-110": "1.90", "BT-112": "11.90", "lines": "2",
	})
	line := read(t, zugferdInvoice).Lines[1]
	if line.Name != "Beratung" || line.Quantity.Text != "2.0000" || line.Quantity.Unit != "HUR" ||
		line.TaxRate.Text != "19.00" || line.Net.Text != "10.00" {
		t.Errorf("ZUGFeRD line %+v", line)
	}
	expectTerms(t, read(t, orderResponse), map[string]string{
		"syntax": "order-x", "kind": "order_response", "BT-1": "PO-9-R1", "BT-2": "2020-03-31", "BT-5": "EUR",
		"BT-72": "2020-04-15", "lines": "1",
	})
	if l := read(t, orderResponse).Lines[0]; l.Quantity.Text != "10" || l.Agreed.Text != "8" {
		t.Errorf("asked for 10 and agreed to 8, not %s and %s", l.Quantity.Text, l.Agreed.Text)
	}
	order := read(t, ublOrder)
	expectTerms(t, order, map[string]string{
		"syntax": "ubl", "kind": "order", "BT-1": "PO-77", "BT-27": "Harrow", "BT-44": "Oak", "BT-112": "12.00", "lines": "1",
	})
	if order.Lines[0].Quantity.Text != "3" || order.Period.End.Value != "2024-03-20" ||
		order.ShipTo.Address.City != "Hull" {
		t.Errorf("order %+v", order)
	}
	credit := read(t, creditNote())
	if credit.Type != einvoice.TypeCreditNote || len(credit.Lines) != 2 || credit.Lines[0].Quantity.Text != "4.0" {
		t.Errorf("credit note %+v", credit)
	}
}

// Notes and self-billed documents have other names for the same.
func TestOtherUBLDocuments(t *testing.T) {
	t.Parallel()
	for root, want := range map[string]einvoice.DocumentType{
		"DebitNote": einvoice.TypeInvoice, "SelfBilledInvoice": einvoice.TypeInvoice, "FreightInvoice": einvoice.TypeInvoice,
		"SelfBilledCreditNote": einvoice.TypeCreditNote,
	} {
		xml := strings.NewReplacer("schema:xsd:Invoice-2", "schema:xsd:"+root+"-2", "u:Invoice", "u:"+root).Replace(ublInvoice)
		if root == "DebitNote" {
			xml = strings.NewReplacer("a:InvoiceLine", "a:DebitNoteLine", "InvoicedQuantity", "DebitedQuantity",
				"LegalMonetaryTotal", "RequestedMonetaryTotal").Replace(xml)
		}
		d := read(t, xml)
		assert.True(t, d.Type == want && len(d.Lines) == 2 && d.Lines[0].Quantity.Text == "4.0" &&
			d.Totals.Gross.Text == "135.60", root, d.Type, d.Totals)
	}
}

func TestTypeCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]einvoice.DocumentType{
		"380": einvoice.TypeInvoice, "326": einvoice.TypeInvoice, "384": einvoice.TypeInvoice, "389": einvoice.TypeInvoice,
		"751": einvoice.TypeInvoice, "": einvoice.TypeInvoice,
		"381": einvoice.TypeCreditNote, "261": einvoice.TypeCreditNote, "396": einvoice.TypeCreditNote,
	} {
		d := read(t, strings.Replace(ciiInvoice, ">380<", ">"+code+"<", 1))
		if d.Type != want {
			t.Errorf("type code %q: %s, want %s", code, d.Type, want)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1234.50": "1234.5", "-0.10": "-0.1", "+3": "3", ".5": "0.5", "": "-", " +214.00\n": "214", "12 000.5": "12000.5", "1'234.50": "1234.5", "12\u00a0000,5": "12000.5",
		"200,00": "200", "1,234.50": "1234.5", "1.234,50": "1234.5", "1,234,567": "-", "2.0E1": "20", "5e-2": "0.05",
		"1e19": "-", "1e999999999": "-", "0x10": "-", "--1": "-", "NaN": "-", "1.2.3": "-",
		strings.Repeat("9", 41): "-",
	} {
		got := "-"
		if d := read(t, strings.Replace(ublInvoice, "<PrepaidAmount>35.00<", "<PrepaidAmount>"+text+"<",
			1)).Totals.Paid; d.Known() {
			got = d.Value.String()
		}
		if got != want {
			t.Errorf("decimal %q: %s, want %s", text, got, want)
		}
	}
	for given, want := range map[[2]string]string{
		{"20240318", "102"}: "2024-03-18", {"202403181230", "203"}: "2024-03-18", {"240318", "101"}: "2024-03-18",
		{"2024-03-18", "102"}:       "2024-03-18",
		{"2024-03-18T00:00:00", ""}: "2024-03-18", {"20240230", "102"}: "", {"18.03.2024", "102"}: "", {"2024", "102"}: "",
		{"", "102"}: "",
	} {
		xml := strings.Replace(ciiInvoice, `format="102">20240318`, `format="`+given[1]+`">`+given[0], 1)
		if d := read(t, xml).Issued; d.Value != want {
			t.Errorf("date %v: %q, want %q", given, d.Value, want)
		}
	}
}

// TestTotals reads totals of national variants and of incomplete documents: lines, net, gross, allowances, charges,
// paid, rounding, due, "-" for a missing one.
func TestTotals(t *testing.T) {
	t.Parallel()
	names := []string{"LineExtensionAmount", "TaxExclusiveAmount", "TaxInclusiveAmount", "AllowanceTotalAmount",
		"ChargeTotalAmount", "PrepaidAmount", "PayableRoundingAmount", "PayableAmount"}
	for name, c := range map[string]struct{ profile, tax, stated, want string }{
		"as stated":                {"", "20", "100 100 120 - - - - 120", "100 20 120"},
		"net is the tax":           {"", "20", "100 20 120 - - - - 120", "100 20 120"},
		"net is the tax, adjusted": {"", "20", "105 20 120 10 5 - - 120", "100 20 120"},
		"OIOUBL without gross":     {"OIOUBL-2.1", "20", "100 20 - - - - - -", "100 20 120"},
		"OIOUBL that adds up":      {"OIOUBL-2.02", "0", "100 0 100 - - - - 100", "100 0 100"},
		"OIOUBL, two kinds of tax": {"OIOUBL-2.02", "14 6", "100 20 120 - - - - 120", "100 20 120"},
		"two kinds of tax":         {"", "14 6", "100 100 120 - - - - 120", "100 20 120"},
		"net is a tax base":        {"", "20", "100 140 120 - - - - 120", "100 20 120"},
		"adjusted after tax":       {"", "20", "100 100 120 10 - - - 110", "100 20 120"},
		"rounded gross":            {"", "20", "100 100 120.3 - - - 0.3 120.3", "100 20 120.3"},
		"no gross":                 {"", "20", "100 100 - - - - - 120", "100 20 120"},
		"no gross, paid":           {"", "20", "100 100 - - - 50 0.4 70.4", "100 20 120"},
		"no gross, nothing due":    {"", "20", "100 100 - - - - - 0", "100 20 120"},
		"no gross, no due":         {"", "20", "100 100 - - - - - -", "100 20 120"},
		"no net":                   {"", "20", "110 - 120 10 - - - 120", "100 20 120"},
		"due alone":                {"", "", "- - - - - - - 120", "- - 120"},
		"nothing agrees":           {"", "20", "100 99 130 - - - - 130", "99 20 130"},
	} {
		total, taxes := "", ""
		for i, v := range strings.Fields(c.stated) {
			if v != "-" {
				total += "<" + names[i] + ">" + v + "</" + names[i] + ">"
			}
		}
		for _, v := range strings.Fields(c.tax) {
			taxes += `<a:TaxTotal><TaxAmount currencyID="GBP">` + v + `</TaxAmount></a:TaxTotal>`
		}
		d := read(t, `<u:Invoice xmlns:u="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" `+
			`xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" `+
			`xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><CustomizationID>`+c.profile+
			`</CustomizationID><DocumentCurrencyCode>GBP</DocumentCurrencyCode>`+taxes+`<a:LegalMonetaryTotal>`+total+
			`</a:LegalMonetaryTotal></u:Invoice>`)
		var got []string
		for _, n := range []einvoice.Decimal{d.Totals.Net, d.Totals.Tax, d.Totals.Gross} {
			if !n.Known() {
				got = append(got, "-")
				continue
			}
			got = append(got, n.Value.String())
		}
		assert.Equal(t, strings.Join(got, " "), c.want, name)
		assert.Equal(t, d.Totals.IsRoundedGross, name == "rounded gross", name)
		assert.Equal(t, d.Totals.IsAdjustedAfterTax, name == "adjusted after tax", name)
	}
}

func TestVariants(t *testing.T) {
	t.Parallel()
	d := read(t, strings.NewReplacer("<ID>VAT</ID>", "<ID>GST</ID>", "<ChargeIndicator>true<",
		"<ChargeIndicator>1<").Replace(ublInvoice))
	if d.Seller.VATID != "GB 980 7806 84" || !d.Adjustments[0].Charge || d.Adjustments[1].Charge {
		t.Errorf("seller %+v, adjustments %+v", d.Seller, d.Adjustments)
	}
	d = read(t, strings.Replace(ciiInvoice, "<r:ChargeAmount>26</r:ChargeAmount>",
		"<r:ChargeAmount>26</r:ChargeAmount><r:BasisQuantity>10</r:BasisQuantity>", 1))
	assert.True(t, !d.Lines[0].PriceBase.Known(), "the amount is that of single units", d.Lines[0].PriceBase)
	d = read(t, strings.NewReplacer("<r:ChargeAmount>26</r:ChargeAmount>",
		"<r:ChargeAmount>26</r:ChargeAmount><r:BasisQuantity>10</r:BasisQuantity>", ">25.00<", ">250.00<").Replace(ciiInvoice))
	if d.Lines[0].PriceBase.Text != "10" {
		t.Errorf("line %+v", d.Lines[0])
	}
}

func TestOutline(t *testing.T) {
	t.Parallel()
	entries, err := einvoice.Outline([]byte(ublInvoice))
	require.NoError(t, err)
	found := map[string]string{}
	for _, e := range entries {
		found[e.Label] = e.Text
		if strings.Contains(e.Text, "JVBER") {
			t.Error("the outline shows an embedded file")
		}
	}
	if found["Contract Document Reference ID"] != "C-9" || found["Legal Monetary Total Payable Amount"] != "101.00" {
		t.Errorf("outline %v", found)
	}
}

func BenchmarkRead(b *testing.B) {
	line := ciiInvoice[strings.Index(ciiInvoice, "<r:IncludedSupplyChainTradeLineItem>"):strings.Index(ciiInvoice,
		"<r:ApplicableHeaderTradeAgreement>")]
	for name, xml := range map[string]string{"ubl": ublInvoice, "cii": ciiInvoice,
		"cii of 1000 lines": strings.Replace(ciiInvoice, line, strings.Repeat(line, 1000), 1)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(xml)))
			for b.Loop() {
				if _, err := einvoice.Read([]byte(xml)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

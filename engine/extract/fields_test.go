package extract_test

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func expect(t *testing.T, res *result.Result, kind result.DocumentType, want map[string]string) {
	t.Helper()
	assert.Equal(t, res.DocumentType, kind, "document type")
	for name, w := range want {
		if got := res.Data[name]; got != w {
			t.Errorf("%s = %v, want %q", name, got, w)
		}
	}
}

func rows(res *result.Result, list string) []map[string]string {
	r, _ := res.Data[list].([]map[string]string)
	return r
}

func expectRow(t *testing.T, row map[string]string, want map[string]string) {
	t.Helper()
	for name, w := range want {
		assert.Equal(t, row[name], w, name, "in", row)
	}
}

// busyInvoice has two tax rates, a shipping charge, item codes, units, wrapped descriptions and a footer in columns.
func busyInvoice() *document.Document {
	c := sheettest.A4()
	c.End(540, 40, 14, "Kaffeekontor Elbe GmbH & Co. KG")
	c.Put(60, 120, 7, "Kaffeekontor Elbe GmbH & Co. KG - Speicherweg 4 - 20457 Hamburg")
	c.Put(60, 138, 10, "Restaurant Zum Anker")
	c.Put(60, 151, 10, "Frau Petra Lange")
	c.Put(60, 164, 10, "Uferweg 77")
	c.Put(60, 177, 10, "22609 Hamburg")
	for i, line := range [][2]string{
		{"Kundennummer", "K-20344"}, {"Lieferschein-Nr.", "LS-9981"}, {"Lieferdatum", "02.05.2025"},
		{"Rechnungs-Nr.", "RE-58821"}, {"Datum", "05.05.2025"}, {"Ihre Bestellung", "B-7712"},
	} {
		c.Put(350, 130+13*float64(i), 9, line[0])
		c.Put(450, 130+13*float64(i), 9, line[1])
	}
	c.Put(60, 240, 14, "Rechnung")
	c.Put(60, 260, 9, "Zahlbar bis 19.05.2025 ohne Abzug.")
	for i, x := range []float64{60, 85, 140, 330, 365} {
		c.Put(x, 290, 8, []string{"Pos.", "Art.-Nr.", "Bezeichnung", "Menge", "Einheit"}[i])
	}
	c.End(440, 290, 8, "E-Preis")
	c.End(480, 290, 8, "MwSt.")
	c.End(540, 290, 8, "Betrag EUR")
	for i, row := range [][]string{
		{"1", "A-100", "Espresso Bohnen dunkel", "10", "kg", "14,50", "7%", "145,00"},
		{"2", "M-7", "Siebträger Reinigungsset", "2", "Stk", "24,95", "19%", "49,90"},
	} {
		y := 308 + 30*float64(i)
		for k, x := range []float64{60, 85, 140} {
			c.Put(x, y, 9, row[k])
		}
		c.End(352, y, 9, row[3])
		c.Put(365, y, 9, row[4])
		c.End(440, y, 9, row[5])
		c.End(480, y, 9, row[6])
		c.End(540, y, 9, row[7])
	}
	c.Put(140, 319, 9, "fair gehandelt, 1-kg-Beutel")
	for i, line := range [][2]string{
		{"Zwischensumme", "194,90"}, {"Versandkosten", "6,90"}, {"Summe netto", "201,80"}, {"7% MwSt. auf 145,00", "10,15"},
		{"19% MwSt. auf 56,80", "10,79"}, {"Rechnungsbetrag", "222,74"},
	} {
		c.Put(350, 380+16*float64(i), 9, line[0])
		c.End(540, 380+16*float64(i), 9, line[1]+" €")
	}
	c.Put(60, 770, 7, "Kaffeekontor Elbe GmbH & Co. KG")
	c.Put(60, 780, 7, "Speicherweg 4")
	c.Put(60, 790, 7, "20457 Hamburg")
	c.Put(230, 770, 7, "USt-IdNr.: DE136695976")
	c.Put(230, 780, 7, "Tel.: 040 / 555 01-0")
	c.Put(230, 790, 7, "info@kaffeekontor-elbe.example")
	c.Put(400, 770, 7, "IBAN: DE89 3704 0044 0532 0130 00")
	c.Put(400, 780, 7, "BIC: COBADEFFXXX")
	return sheettest.Bind(c)
}

func TestCrowdedInvoice(t *testing.T) {
	t.Parallel()
	doc := busyInvoice()
	res := models().Document(doc, result.TypeAuto)
	expect(t, res, result.TypeInvoice, map[string]string{
		"invoiceNumber": "RE-58821", "issueDate": "2025-05-05", "dueDate": "2025-05-19", "customerId": "K-20344",
		"purchaseOrderNumber": "B-7712", "vendorName": "Kaffeekontor Elbe GmbH & Co. KG",
		"vendorAddress": "Speicherweg 4, 20457 Hamburg", "vendorTaxId": "DE136695976", "customerName": "Restaurant Zum Anker",
		"subtotal": "194.90", "taxTotal": "20.94", "total": "222.74", "shippingTotal": "6.90", "currency": "EUR",
		"iban": "DE89370400440532013000", "bic": "COBADEFFXXX", "vendorEmail": "info@kaffeekontor-elbe.example",
	})
	items := rows(res, "lineItems")
	require.Equal(t, len(items), 2, "line items", items)
	expectRow(t, items[0], map[string]string{
		"productCode": "A-100", "description": "Espresso Bohnen dunkel", "quantity": "10", "unit": "kg",
		"unitPrice": "14.50", "taxRate": "7", "amount": "145.00",
	})
	expectRow(t, items[1], map[string]string{"description": "Siebträger Reinigungsset", "unit": "Stk", "amount": "49.90"})
	taxes := rows(res, "taxes")
	require.Equal(t, len(taxes), 2, "taxes", taxes)
	expectRow(t, taxes[0], map[string]string{"rate": "7", "base": "145.00", "amount": "10.15"})
	assert.Equal(t, res.Fields["taxTotal"].Source, document.SourceDerived, "tax total is not printed, but its source")
	checkAnchors(t, doc, res)
}

// TestPrintedTables extracts the table of a bill as each document type, and with a schema.
func TestPrintedTables(t *testing.T) {
	t.Parallel()
	for _, name := range schema.RequestableNames() {
		res := models().Document(britishBill().letterhead(), result.DocumentType(name))
		tables, _ := res.Data["tables"].([]map[string]any)
		assert.True(t, slices.ContainsFunc(tables, func(table map[string]any) bool {
			want := britishBill().table()
			rows, _ := table["rows"].([][]string)
			return len(rows) >= len(want) && reflect.DeepEqual(rows[:len(want)], want) && table["headerRows"] == 1
		}), name, tables)
	}
	own, err := custom.Parse([]byte(`{"properties": {"seller": {"type": "string"}}}`))
	require.NoError(t, err)
	for _, documentType := range []result.DocumentType{result.TypeInvoice, "quote", "ours"} {
		req := extract.Request{DocumentType: documentType, Schema: own}
		res := models().Extract(t.Context(), britishBill().letterhead(), req)
		assert.True(t, res.Data["tables"] == nil, documentType, "with a schema has tables")
	}
}

func TestCreditNote(t *testing.T) {
	t.Parallel()
	b := britishBill()
	b.Title, b.Number, b.Date = "CREDIT NOTE", "Credit Note No.", "Credit Note Date"
	expect(t, models().Document(b.letterhead(), result.TypeAuto), result.TypeCreditNote, map[string]string{
		"invoiceNumber": b.number, "issueDate": issueDate, "total": plain(b.grossCents()),
	})
}

func receipt(lines [][2]string) *document.Document {
	s := sheettest.Till(842)
	for i, line := range lines {
		y := 20 + 12*float64(i)
		s.Put(20, y, 9, line[0])
		if line[1] != "" {
			s.End(200, y, 9, line[1])
		}
	}
	return sheettest.Bind(s)
}

func TestReceipt(t *testing.T) {
	t.Parallel()
	doc := receipt([][2]string{
		{"Corner Deli Ltd", ""}, {"12 Station Road", ""}, {"Leeds LS1 4AP", ""}, {"Tel: 0113 496 0000", ""},
		{"Receipt No: 004417", ""}, {"21/06/2025 18:42", ""},
		{"2 Flat white", "7.00"}, {"Carrot cake", "4.20"}, {"Subtotal", "11.20"}, {"VAT 20%", "2.24"},
		{"TOTAL", "£13.44"}, {"Cash", "20.00"}, {"Change", "6.56"}, {"Thank you", ""},
	})
	res := models().Document(doc, result.TypeAuto)
	expect(t, res, result.TypeReceipt, map[string]string{
		"vendorName": "Corner Deli Ltd", "vendorAddress": "12 Station Road, Leeds LS1 4AP", "date": "2025-06-21",
		"time":          "18:42",
		"receiptNumber": "004417", "subtotal": "11.20", "taxTotal": "2.24", "total": "13.44", "currency": "GBP",
	})
	items := rows(res, "lineItems")
	require.Equal(t, len(items), 2, "line items", items)
	expectRow(t, items[0], map[string]string{"description": "Flat white", "quantity": "2", "amount": "7.00"})
	checkAnchors(t, doc, res)
}

func TestRoundedReceipt(t *testing.T) {
	t.Parallel()
	doc := receipt([][2]string{
		{"Kedai Kopi Sdn Bhd", ""}, {"(123456-K)", ""}, {"12, Jalan Besar", ""}, {"50000 Kuala Lumpur", ""},
		{"Date: 03-11-2024", ""},
		{"Nasi lemak", "8.52"}, {"Total (incl. GST)", "8.52"}, {"Rounding adj.", "-0.02"}, {"Net total", "8.50"},
		{"Cash", "10.00"}, {"Change", "1.50"},
	})
	expect(t, models().Document(doc, result.TypeAuto), result.TypeReceipt, map[string]string{
		"vendorName": "Kedai Kopi Sdn Bhd", "date": "2024-11-03", "total": "8.50",
	})
}

func TestBankStatement(t *testing.T) {
	t.Parallel()
	c := sheettest.A4()
	c.Put(60, 40, 16, "Stadtsparkasse Musterstadt")
	c.Put(60, 90, 14, "Kontoauszug")
	c.Put(60, 120, 9, "IBAN: DE89 3704 0044 0532 0130 00")
	c.Put(60, 134, 9, "Kontoinhaber: Erika Beispiel")
	c.Put(60, 148, 9, "Zeitraum: 01.03.2025 bis 31.03.2025")
	c.Put(60, 190, 9, "Datum")
	c.Put(140, 190, 9, "Verwendungszweck")
	c.End(450, 190, 9, "Betrag EUR")
	c.End(540, 190, 9, "Saldo")
	c.Put(60, 208, 9, "Alter Kontostand")
	c.End(540, 208, 9, "1.200,00")
	for i, row := range [][]string{
		{"03.03.2025", "Miete Wohnung", "-650,00", "550,00"}, {"15.03.2025", "Gehalt", "2.300,00", "2.850,00"},
	} {
		y := 224 + 16*float64(i)
		c.Put(60, y, 9, row[0])
		c.Put(140, y, 9, row[1])
		c.End(450, y, 9, row[2])
		c.End(540, y, 9, row[3])
	}
	c.Put(60, 260, 9, "Neuer Kontostand")
	c.End(540, 260, 9, "2.850,00")
	res := models().Document(sheettest.Bind(c), result.TypeAuto)
	expect(t, res, result.TypeBankStatement, map[string]string{
		"bankName": "Stadtsparkasse Musterstadt", "iban": "DE89370400440532013000", "accountHolder": "Erika Beispiel",
		"periodStart": "2025-03-01", "periodEnd": "2025-03-31", "openingBalance": "1200.00", "closingBalance": "2850.00",
		"currency": "EUR",
	})
	tx := rows(res, "transactions")
	require.Equal(t, len(tx), 2, "transactions", tx)
	expectRow(t, tx[0], map[string]string{"date": "2025-03-03", "description": "Miete Wohnung", "amount": "-650.00",
		"balance": "550.00"})
	for _, check := range res.Checks {
		if check.Name == "balance" && !check.Passed {
			t.Error(check.Detail)
		}
	}
}

func TestGeneric(t *testing.T) {
	t.Parallel()
	c := sheettest.A4()
	c.Put(60, 40, 18, "Wartung der Anlage")
	c.Put(60, 80, 9, "Anlage: Pumpe 7")
	c.Put(60, 94, 9, "Standort:")
	c.Put(160, 94, 9, "Halle Nord")
	c.Put(60, 130, 9, "Die Anlage ist in gutem Zustand und wird für das nächste Jahr nicht mit neuen Teilen versehen.")
	for i, row := range [][]string{{"Teil", "Soll", "Ist"}, {"Welle", "20", "21"}, {"Lager", "35", "35"}} {
		for k, cell := range row {
			c.Put(60+120*float64(k), 180+14*float64(i), 9, cell)
		}
	}
	res := models().Document(sheettest.Bind(c), result.TypeAuto)
	expect(t, res, result.TypeGeneric, map[string]string{"title": "Wartung der Anlage", "language": "de"})
	kv := rows(res, "keyValues")
	assert.True(t, len(kv) == 2 && kv[1]["value"] == "Halle Nord", "key values", kv)
	tables, _ := res.Data["tables"].([]map[string]any)
	require.Equal(t, len(tables), 1, "tables", tables)
	cells, _ := tables[0]["rows"].([][]string)
	assert.True(t, len(cells) == 3 && cells[1][2] == "21", "table", tables[0])
	_, ok := res.Data["text"]
	assert.True(t, ok, "no text")
}

//go:embed testdata/orders.json
var ordersJSON []byte

// orderForm is a purchase order: the buyer has the letterhead, and the vendor is under a heading.
type orderForm struct {
	Name, Title, Number, Date, Delivery, Supplier, ShipTo string
	Item, Quantity, Price, Amount, Net, Tax, Gross        string
	Buyer, BuyerStreet, BuyerTown                         string
	Vendor, VendorStreet, VendorTown, ShipStreet          string
	Issued, Due, UnitPrice, LineAmount, TaxMoney, Total   string // as printed
}

func (o orderForm) draw() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 11, o.Buyer, o.BuyerStreet, o.BuyerTown)
	s.End(545, 40, 17, o.Title)
	for i, p := range [][2]string{{o.Number, "PO-70331"}, {o.Date, o.Issued}, {o.Delivery, o.Due}} {
		s.Put(330, 80+14*float64(i), 9, p[0]+":")
		s.Put(460, 80+14*float64(i), 9, p[1])
	}
	s.Put(50, 150, 9, o.Supplier)
	s.Column(50, 164, 9, o.Vendor, o.VendorStreet, o.VendorTown)
	s.Put(300, 150, 9, o.ShipTo)
	s.Column(300, 164, 9, o.Buyer, o.ShipStreet, o.BuyerTown)
	for i, row := range [][4]string{
		{o.Item, o.Quantity, o.Price, o.Amount}, {"Mooring line 12 mm", "100", o.UnitPrice, o.LineAmount},
	} {
		y := 250 + 18*float64(i)
		s.Put(50, y, 9, row[0])
		s.End(360, y, 9, row[1])
		s.End(450, y, 9, row[2])
		s.End(545, y, 9, row[3])
	}
	for i, p := range [][2]string{{o.Net, o.LineAmount}, {o.Tax, o.TaxMoney}, {o.Gross, o.Total}} {
		s.Put(380, 300+16*float64(i), 9, p[0])
		s.End(545, 300+16*float64(i), 9, p[1])
	}
	return sheettest.Bind(s)
}

func TestPurchaseOrders(t *testing.T) {
	t.Parallel()
	var forms []orderForm
	require.NoError(t, json.Unmarshal(ordersJSON, &forms))
	for _, o := range forms {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			doc := o.draw()
			res := models().Document(doc, result.TypeAuto)
			expect(t, res, result.TypePurchaseOrder, map[string]string{
				"purchaseOrderNumber": "PO-70331", "issueDate": "2031-03-03", "deliveryDate": "2031-03-17", "vendorName": o.Vendor,
				"vendorAddress": o.VendorStreet + ", " + o.VendorTown, "customerName": o.Buyer,
				"customerAddress": o.BuyerStreet + ", " + o.BuyerTown,
				"shippingAddress": o.ShipStreet + ", " + o.BuyerTown, "subtotal": "1250.00", "taxTotal": "250.00",
				"total": "1500.00",
			})
			items := rows(res, "lineItems")
			require.Equal(t, len(items), 1, "line items", items)
			expectRow(t, items[0], map[string]string{"quantity": "100", "unitPrice": "12.50", "amount": "1250.00"})
			checkAnchors(t, doc, res)
		})
	}
}

package header_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
)

func find(kind result.DocumentType, rows ...string) *value.Set {
	return header.Find(sheettest.Linker(kind, rows...))
}

// A value such as "currency from derived" is the source of a field.
func TestHeaders(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/headers.txt") {
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(c.Rows...)}}
		kind := result.DocumentType(cmp.Or(c.Options["type"], string(result.TypeInvoice)))
		set := find(kind, c.Rows...)
		what := fmt.Sprintf("%s %q", c.Name, c.Rows)
		want := slices.DeleteFunc(c.Want, func(w string) bool {
			field, source, ok := strings.Cut(w, " from ")
			if ok && set.Scalars[field].Source != document.Source(source) {
				t.Errorf("%s: %s is from %s, want %s", what, field, set.Scalars[field].Source, source)
			}
			return ok
		})
		sheettest.Expect(t, what, set, want...)
		sheettest.Cites(t, doc, set)
	}
}

func TestLinkerCurrency(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Currency: JPY", "USD 3.00|USD 4.00")
	before := l.Currency
	sheettest.Expect(t, "label", header.Currency(l), "currency=JPY")
	if before != "USD" || l.Currency != "JPY" {
		t.Errorf("%q, then %q", before, l.Currency)
	}
}

func TestItemCurrency(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Charges|Currency", "Ocean freight|USD 2,850.00", "Total GBP 2,246.93",
		"Paid by transfer in GBP")
	l.ItemRows[l.Layout.Pages[0].Rows[1]] = true
	assert.Equal(t, header.Find(l).Text("currency"), "GBP")
}

func TestItemRowsIgnored(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice date: 02.06.2031", "Rent 01.05.2031 - 31.05.2031",
		"Payable within 21 days")
	for _, row := range l.Layout.Pages[0].Rows[1:] {
		l.ItemRows[row] = true
	}
	sheettest.Expect(t, "items", header.Find(l), "issueDate=2031-06-02")
}

// Property: every value is printed at its position, and the result is deterministic.
func TestRandomHeaders(t *testing.T) {
	t.Parallel()
	scraps := strings.Split("Invoice No.:,A-1713,Date,03.05.2031,3 May 2031,-,bis,"+
		"Due date:,Payment terms:,Net 30,"+
		"Currency,EUR,$ 5.00,|,PO number,4500017,Period,Customer No.,Rechnung Nr.,vom,12,Payable within 21 days,Delivery date:", ",")
	kinds := []result.DocumentType{result.TypeInvoice, result.TypePurchaseOrder, result.TypeReceipt, result.TypeGeneric}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		rows := make([]string, r.IntN(8))
		for i := range rows {
			for range 1 + r.IntN(5) {
				rows[i] += " " + scraps[r.IntN(len(scraps))]
			}
		}
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		kind := kinds[r.IntN(len(kinds))]
		set := header.Find(sheettest.Read(doc, kind))
		sheettest.Cites(t, doc, set)
		again := header.Find(sheettest.Read(doc, kind))
		assert.True(t, maps.Equal(set.Scalars, again.Scalars), rows, set.Scalars, "then", again.Scalars)
		a, b := set.Text("servicePeriodStart"), set.Text("servicePeriodEnd")
		assert.True(t, a <= b && (a == "") == (b == ""), rows, "a period from", a, "to", b)
	}
}

// Words next to an order number belong to it, unless they are its label or an explanation.
func TestOrderNumberWords(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"TC 2031-77":            "TC 2031-77",
		"Resolution TC 2031-77": "Resolution TC 2031-77",
		"Res. TC/2031-77":       "Res. TC/2031-77",
		"T-204 / mw":            "T-204 / mw",
		"T-204 NORTH":           "T-204 NORTH",
		"PO T-204":              "PO T-204",
		"T-204 of 14.05.2031":   "T-204",
		"T-204, by telephone":   "T-204",
		"T-204 (urgent)":        "T-204",
		"T-204 Ms. Weller":      "T-204",
		"T-204 as agreed":       "T-204",
		"Order no.: T-204":      "T-204",
	} {
		for _, rows := range [][]string{{"Your order: " + cell}, {"Your order|" + cell}, {"Your order", cell}} {
			l := sheettest.Linker(result.TypeInvoice, append([]string{"Invoice number: F-7031"}, rows...)...)
			assert.Equal(t, header.Find(l).Text("purchaseOrderNumber"), want, rows)
		}
	}
}

func TestOrderNumberAboveLabel(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for x, texts := range map[float64][2]string{50: {"PO 4471/B", "Your order"}, 180: {"A-1713", "Invoice number"},
		310: {"3 May 2031", "Issue date"}} {
		s.Put(x, 100, 10, texts[0])
		s.Put(x, 113, 8, texts[1])
	}
	l := sheettest.LinkerOf(result.TypeInvoice, sheettest.Read(sheettest.Bind(s), result.TypeInvoice).Layout)
	sheettest.Holds(t, header.Find(l),
		map[string]string{"purchaseOrderNumber": "PO 4471/B", "invoiceNumber": "A-1713", "issueDate": "2031-05-03"})
}

// billed is an invoice with one more labeled date.
func billed(label, day string) *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 11, "Fenwick Boats Ltd", "Dock Road 11", "Poole BH15 4AA")
	s.End(545, 40, 17, "INVOICE")
	for i, p := range [][2]string{{"Invoice number", "F-7031"}, {"Invoice date", "24.03.2031"}, {label, day}} {
		s.Put(330, 80+14*float64(i), 9, p[0]+":")
		s.Put(460, 80+14*float64(i), 9, p[1])
	}
	s.Put(380, 300, 9, "Total")
	s.End(545, 300, 9, "£1,500.00")
	return sheettest.Bind(s)
}

func TestInvoiceDeliveryDate(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"Delivery date": "2031-03-20", "Lieferdatum": "2031-03-20", "Liefer- und Leistungsdatum": "2031-03-20",
		"Date de livraison": "2031-03-20", "Fecha de entrega": "2031-03-20", "Data di consegna": "2031-03-20",
		"Leverdatum": "2031-03-20", "Data de entrega": "2031-03-20", "Data dostawy": "2031-03-20",
		"Termin": "", // the due date on an invoice
	} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			doc := billed(label, "20.03.2031")
			for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeCreditNote} {
				set := read(doc, kind)
				sheettest.Holds(t, set, map[string]string{"issueDate": "2031-03-24", "deliveryDate": want})
				sheettest.Cites(t, doc, set)
			}
			period := read(billed(label, "18.03.2031 - 20.03.2031"), result.TypeInvoice)
			sheettest.Holds(t, period, map[string]string{"deliveryDate": ""})
			assert.False(t, read(doc, result.TypeReceipt).Has("deliveryDate"), "a receipt has a day of delivery")
		})
	}
}

func read(doc *document.Document, kind result.DocumentType) *value.Set {
	return header.Find(sheettest.Read(doc, kind))
}

package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// find reads the sums of a page with a row for each text.
func find(rows ...string) *value.Set {
	return totals.Find(sheettest.Linker(result.TypeInvoice, rows...), false)
}

// paid is find for receipts.
func paid(rows ...string) *value.Set {
	return totals.Find(sheettest.Linker(result.TypeReceipt, rows...), true)
}

func TestSumsOfInvoices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"net, tax, gross": {
			[]string{"Subtotal|100.00", "VAT|20.00", "Total|120.00"},
			[]string{"subtotal=100.00", "taxTotal=20.00", "total=120.00"},
		},
		"in German": {
			[]string{"Nettobetrag|1.000,00 €", "Mehrwertsteuer|190,00 €", "Gesamtbetrag|1.190,00 €"},
			[]string{"subtotal=1000.00", "taxTotal=190.00", "total=1190.00"},
		},
		"without tax": {
			[]string{"Subtotal|80.00", "VAT|0.00", "Total|80.00"},
			[]string{"subtotal=80.00", "taxTotal=0.00", "total=80.00"},
		},
		"no tax line: the net amount is the total": {
			[]string{"VAT|0.00", "Total|80.00"},
			[]string{"subtotal=80.00", "taxTotal=0.00", "total=80.00"},
		},
		"a total that no label announces": {
			[]string{"Subtotal|200.00", "VAT|40.00", "EUR|240.00"},
			[]string{"subtotal=200.00", "taxTotal=40.00", "total=240.00"},
		},
		"a total that is not printed": {
			[]string{"Subtotal|200.00", "VAT|40.00"},
			[]string{"subtotal=200.00", "taxTotal=40.00", "total=240.00"},
		},
		"discount": {
			[]string{"Subtotal|100.00", "Discount|-10.00", "VAT|18.00", "Total|108.00"},
			[]string{"subtotal=100.00", "taxTotal=18.00", "total=108.00", "discountTotal=10.00"},
		},
		"shipping": {
			[]string{"Subtotal|100.00", "Shipping|5.00", "VAT|21.00", "Total|126.00"},
			[]string{"subtotal=100.00", "taxTotal=21.00", "total=126.00", "shippingTotal=5.00"},
		},
		"discount and shipping": {
			[]string{"Subtotal|100.00", "Discount|10.00", "Shipping|4.00", "VAT|18.80", "Total|112.80"},
			[]string{"subtotal=100.00", "taxTotal=18.80", "total=112.80", "discountTotal=10.00", "shippingTotal=4.00"},
		},
		"paid in part": {
			[]string{"Subtotal|100.00", "VAT|20.00", "Total|120.00", "Amount paid|50.00", "Amount due|70.00"},
			[]string{"subtotal=100.00", "taxTotal=20.00", "total=120.00", "amountPaid=50.00", "amountDue=70.00"},
		},
		"nothing": {[]string{"Kind regards", "Your team"}, nil},
	} {
		sheettest.Expect(t, name, find(c.rows...), c.want...)
	}
}

func TestTaxesByRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"two rates on their bases": {
			[]string{
				"Subtotal|150.00", "VAT 20% on 100.00|20.00", "VAT 5% on 50.00|2.50", "Total VAT|22.50", "Total|172.50",
			},
			[]string{
				"subtotal=150.00", "taxTotal=22.50", "total=172.50",
				"taxes.0.rate=20", "taxes.0.base=100.00", "taxes.0.amount=20.00", "taxes.1.rate=5", "taxes.1.base=50.00", "taxes.1.amount=2.50",
			},
		},
		"a rate without a base": {
			[]string{"Subtotal|100.00", "VAT 19%|19.00", "Total|119.00"},
			[]string{"subtotal=100.00", "taxTotal=19.00", "total=119.00", "taxes.0.rate=19", "taxes.0.amount=19.00"},
		},
		"the rate as a bare number": {
			[]string{"Net|100.00", "VAT (S) 100.00 19 19.00", "Total|119.00"},
			[]string{
				"subtotal=100.00", "taxTotal=19.00", "total=119.00", "taxes.0.rate=19", "taxes.0.base=100.00", "taxes.0.amount=19.00",
			},
		},
	} {
		sheettest.Expect(t, name, find(c.rows...), c.want...)
	}
}

func TestSumsOfReceipts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"cash less change": {
			[]string{"Total|12.40", "Cash|20.00", "Change|7.60"}, []string{"total=12.40"},
		},
		"the one sum is what is paid": {[]string{"Subtotal|8.10"}, []string{"subtotal=8.10", "total=8.10"}},
		"rounded": {
			[]string{"Total|10.03", "Rounding|0.02", "Total due|10.05", "Cash|10.05"}, []string{"total=10.05"},
		},
		"rounded, under a rounding's label": {
			[]string{"Total Sales RM|13.58", "Rounding RM|13.60", "CASH RM|50.00"}, []string{"total=13.60"},
		},
		"tax included": {
			[]string{"Total|11.00", "Tax included|1.00"}, []string{"total=11.00", "taxTotal=1.00"},
		},
	} {
		sheettest.Expect(t, name, paid(c.rows...), c.want...)
	}
}

// A total below the amount of an item, or with a failing equation, loses.
func TestImplausibleTotals(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Mahogany desk|900.00", "Total|9.00", "Total|900.00")
	l.ItemRows[l.Layout.Pages[0].Rows[0]] = true
	got := totals.Find(l, false)
	sheettest.Expect(t, "below an item", got, "total=900.00")
	got = find("Subtotal|100.00", "VAT|20.00", "Total|102.00", "Total|120.00")
	sheettest.Expect(t, "failing equation", got, "subtotal=100.00", "taxTotal=20.00", "total=120.00")
}

func TestItemsNotSums(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Total care package|55.00", "Total|60.00")
	l.ItemRows[l.Layout.Pages[0].Rows[0]] = true
	sheettest.Expect(t, "beside an item", totals.Find(l, false), "total=60.00")
}

// An added sum is marked as derived and cites its parts; a printed one has its position.
func TestSumSourceAndPosition(t *testing.T) {
	t.Parallel()
	got := find("Subtotal|200.00", "VAT|40.00")

	if v := got.Scalars["total"]; v.Source != document.SourceDerived || v.Raw != "200.00 + 40.00" {
		t.Errorf("%+v", v)
	}
	if v := got.Scalars["subtotal"]; v.Source != document.SourceText || v.Raw != "200.00" {
		t.Errorf("%+v", v)
	}
}

func TestTotalCorrectedByCash(t *testing.T) {
	t.Parallel()
	for want, rows := range map[string][]string{
		"10.40": {"Total|18.40", "Cash|20.00", "Change|9.60"},
		"20.80": {"Total|20.90", "Cash|21.00", "Change|. 20"}, // a cash register that prints no zero
	} {
		doc := document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		for i := range doc.Pages[0].Lines {
			for k := range doc.Pages[0].Lines[i].Words {
				doc.Pages[0].Lines[i].Words[k].Source = document.SourceOCR
			}
		}
		l := sheettest.LinkerOf(result.TypeReceipt, layout.Analyze(&doc))
		got := totals.Find(l, true)
		if v := got.Scalars["total"]; v.Value != want || v.Source != document.SourceDerived {
			t.Errorf("%+v", v)
		}
	}
}

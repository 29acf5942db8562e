package totals_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

func TestSumsInLanguages(t *testing.T) {
	t.Parallel()
	want := []string{"subtotal=1000.00", "taxTotal=200.00", "total=1200.00"}
	for name, rows := range map[string][]string{
		"French":       {"Total HT|1 000,00 €", "Total TVA|200,00 €", "Total TTC|1 200,00 €"},
		"Spanish":      {"Base imponible|1.000,00 €", "Total IVA|200,00 €", "Total factura|1.200,00 €"},
		"Italian":      {"Imponibile|1.000,00 €", "Totale IVA|200,00 €", "Totale fattura|1.200,00 €"},
		"Dutch":        {"Subtotaal|€ 1.000,00", "BTW|€ 200,00", "Totaal|€ 1.200,00"},
		"Portuguese":   {"Subtotal|1.000,00 €", "Total IVA|200,00 €", "Total|1.200,00 €"},
		"Swiss":        {"Zwischensumme|CHF 1'000.00", "MwSt.|CHF 200.00", "Rechnungsbetrag|CHF 1'200.00"},
		"side by side": {"Net|VAT|Total", "1,000.00|200.00|1,200.00"},
	} {
		sheettest.Expect(t, name, find(rows...), want...)
	}
}

// One label precedes the sums of a table's columns, and the headings are far above.
func TestSumsInRow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"net amount, tax and total": {
			[]string{"Nettó ár|ÁFA|ÁFA érték|Bruttó ár", "Fenyőléc|27%", "Összesen:|412 300|111 321|523 621", "Fizetendő:|523 621 Ft"},
			[]string{"subtotal=412300.00", "taxTotal=111321.00", "total=523621.00"},
		},
		"the total in another row": {
			[]string{"Cota TVA: 21% / 11%", "Valoarea|Valoare TVA", "Total|2.418,30|391,20", "Total plată", "2.809,50 RON"},
			[]string{"subtotal=2418.30", "taxTotal=391.20", "total=2809.50"},
		},
		"no tax": {
			[]string{"Rate|Net|VAT amount|Gross", "Total|1,340.00|0.00|1,340.00"},
			[]string{"subtotal=1340.00", "taxTotal=0.00", "total=1340.00"},
		},
		"what is no tax": {
			[]string{"Pieces|Spare|All", "Total|12|2|14", "Total|120.00"}, []string{"total=120.00"},
		},
	} {
		set := find(c.rows...)
		for _, want := range c.want {
			field, text, _ := strings.Cut(want, "=")
			if set.Text(field) != text {
				t.Errorf("%s: %s is %q, want %q", name, field, set.Text(field), text)
			}
		}
		if len(c.want) == 1 && set.Has("taxTotal") {
			t.Errorf("%s: taxTotal is %q", name, set.Text("taxTotal"))
		}
	}
}

func TestSumsWithoutCents(t *testing.T) {
	t.Parallel()
	sheettest.Expect(t, "yen", find("Subtotal|JPY 1,000", "Tax|JPY 100", "Total|JPY 1,100"), "subtotal=1000",
		"taxTotal=100", "total=1100")
}

// No total is added up with a discount or shipping between, or if the tax is not one.
func TestTotalsNotDerived(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"shipping": {[]string{"Subtotal|200.00", "Shipping|5.00", "VAT|40.00"}, []string{"subtotal=200.00",
			"taxTotal=40.00", "shippingTotal=5.00"}},
		"discount": {[]string{"Subtotal|200.00", "Discount|5.00", "VAT|40.00"}, []string{"subtotal=200.00",
			"taxTotal=40.00", "discountTotal=5.00"}},
		"a tax of more than half": {[]string{"Subtotal|200.00", "VAT|140.00"}, []string{"subtotal=200.00",
			"taxTotal=140.00"}},
		"a net amount alone": {[]string{"Subtotal|200.00"}, []string{"subtotal=200.00"}},
	} {
		sheettest.Expect(t, name, find(c.rows...), c.want...)
	}
}

func TestSettlements(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"paid in full": {[]string{"Total|120.00", "Amount paid|120.00", "Amount due|0.00"}, []string{"total=120.00",
			"amountPaid=120.00", "amountDue=0.00"}},
		"paid with a sign": {[]string{"Total|120.00", "Amount paid|-50.00", "Amount due|70.00"},
			[]string{"total=120.00", "amountPaid=50.00", "amountDue=70.00"}},
		"due alone is the total": {[]string{"Amount due|70.00"}, []string{"total=70.00", "amountDue=70.00"}},
	} {
		sheettest.Expect(t, name, find(c.rows...), c.want...)
	}
}

func TestNoTaxLines(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]string{
		"a rate above all taxes":     "VAT 55%|55.00",
		"a share of something else":  "Skonto 2%|3.33",
		"whole numbers":              "VAT 19%|19",
		"no amount":                  "VAT 19%|",
		"three amounts that are not": "VAT 100.00 19 21.00",
	} {
		if set := find("Subtotal|100.00", "VAT|19.00", row, "Total|119.00"); len(set.Lists["taxes"]) != 0 {
			t.Errorf("%s: %v", name, set.Lists["taxes"])
		}
	}
	twice := find("Subtotal|100.00", "VAT 19% on 100.00|19.00", "VAT 19% on 100.00|19.00", "Total|119.00")
	if n := len(twice.Lists["taxes"]); n != 1 {
		t.Errorf("one rate printed twice: %d lines", n)
	}
	off := find("Subtotal|100.00", "VAT 19% on 100.00|19.00", "Total|119.00").Lists["taxes"][0]["rate"].Score
	odd := find("Subtotal|100.00", "VAT 7% on 100.00|7.00", "Total VAT|19.00", "Total|119.00")
	if rows := odd.Lists["taxes"]; len(rows) == 1 && rows[0]["rate"].Score >= off {
		t.Errorf("a breakdown that does not add up scores %v, one that does %v", rows[0]["rate"].Score, off)
	}
}

func TestCashWithoutTotal(t *testing.T) {
	t.Parallel()
	page := sheettest.RowsPage("Cash|20.00", "Change|9.60")
	doc := sheettest.Scanned(&document.Document{Pages: []document.Page{page}}, 0.9)
	read := func(doc *document.Document, included bool) *value.Set {
		return totals.Find(sheettest.Read(doc, result.TypeReceipt), included)
	}
	if v := read(doc, true).Scalars["total"]; v.Value != "10.40" || v.Source != document.SourceDerived ||
		v.Raw != "20.00 - 9.60" {
		t.Errorf("%+v", v)
	}
	if set := read(doc, false); set.Has("total") {
		t.Error("a total of an invoice from cash")
	}
	plain := &document.Document{Pages: []document.Page{sheettest.RowsPage("Cash|20.00", "Change|9.60")}}
	if set := read(plain, true); set.Has("total") {
		t.Error("a file's own text would print the total")
	}
	for name, rows := range map[string][]string{
		"the printed amount": {"Milk|4.00", "EUR|10.40", "Cash|20.00", "Change|9.60"},
		"rounded to coins":   {"Total|10.42", "To be paid|10.40", "Cash|20.00", "Change|9.60"},
	} {
		if got := paid(rows...).Text("total"); got != "10.40" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Property: sums cite the page, cents are written in one way, and the result is deterministic.
func TestRandomSums(t *testing.T) {
	t.Parallel()
	labels := strings.Split("Subtotal,VAT,Total,VAT 19%,Discount,Shipping,Amount due,"+
		"Amount paid,Cash,Change,Rounding,Tip,Desk,Net,Total:", ",")
	amounts := strings.Split("100.00,19.00,119.00,-10.00,€ 5.00,12,0.00,1.234,50,7%,100.00 19.00,0.02,20.00", ",")
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		rows := make([]string, r.IntN(9))
		for i := range rows {
			rows[i] = labels[r.IntN(len(labels))]
			for range r.IntN(3) {
				rows[i] += []string{"|", " "}[r.IntN(2)] + amounts[r.IntN(len(amounts))]
			}
		}
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		l, included := sheettest.Read(doc, result.TypeInvoice), seed%2 == 0
		set := totals.Find(l, included)
		sheettest.Cites(t, doc, set)
		if again := totals.Find(l, included); !reflect.DeepEqual(set, again) {
			t.Errorf("%q: %v, then %v", rows, set.Scalars, again.Scalars)
		}
		for name, v := range set.Scalars {
			if _, cents, ok := strings.Cut(v.Value, "."); !ok || len(cents) < 2 {
				t.Errorf("%q: %s = %q", rows, name, v.Value)
			}
		}
	}
}

package totals_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
)

// find reads the sums of a page with a row for each text.
func find(rows ...string) *value.Set {
	return totals.Find(sheettest.Linker(result.TypeInvoice, rows...), false)
}

// paid is find for receipts.
func paid(rows ...string) *value.Set {
	return totals.Find(sheettest.Linker(result.TypeReceipt, rows...), true)
}

func TestSums(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/sums.txt") {
		kind := result.TypeInvoice
		_, shop := c.Options["receipt"]
		if shop {
			kind = result.TypeReceipt
		}
		l := sheettest.Linker(kind, c.Rows...)
		items, _ := strconv.Atoi(c.Options["items"])
		for _, row := range l.Layout.Pages[0].Rows[:items] {
			l.ItemRows[row] = true
		}
		got := totals.Find(l, shop)
		if !slices.ContainsFunc(c.Want, func(want string) bool { return strings.HasPrefix(want, "taxes.") }) {
			delete(got.Lists, "taxes")
		}
		sheettest.Expect(t, c.Name, got, c.Want...)
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

	v := got.Scalars["total"]
	assert.True(t, v.Source == document.SourceDerived && v.Raw == "200.00 + 40.00", v)
	v = got.Scalars["subtotal"]
	assert.True(t, v.Source == document.SourceText && v.Raw == "200.00", v)
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
		v := got.Scalars["total"]
		assert.True(t, v.Value == want && v.Source == document.SourceDerived, v)
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
		assert.Empty(t, find("Subtotal|100.00", "VAT|19.00", row, "Total|119.00").Lists["taxes"], name)
	}
	twice := find("Subtotal|100.00", "VAT 19% on 100.00|19.00", "VAT 19% on 100.00|19.00", "Total|119.00")
	assert.Equal(t, len(twice.Lists["taxes"]), 1, "one rate printed twice: lines")
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
	v := read(doc, true).Scalars["total"]
	assert.True(t, v.Value == "10.40" && v.Source == document.SourceDerived && v.Raw == "20.00 - 9.60", v)
	assert.False(t, read(doc, false).Has("total"), "a total of an invoice from cash")
	plain := &document.Document{Pages: []document.Page{sheettest.RowsPage("Cash|20.00", "Change|9.60")}}
	assert.False(t, read(plain, true).Has("total"), "a file's own text would print the total")
	for name, rows := range map[string][]string{
		"the printed amount": {"Milk|4.00", "EUR|10.40", "Cash|20.00", "Change|9.60"},
		"rounded to coins":   {"Total|10.42", "To be paid|10.40", "Cash|20.00", "Change|9.60"},
	} {
		assert.Equal(t, paid(rows...).Text("total"), "10.40", name)
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
			_, cents, ok := strings.Cut(v.Value, ".")
			assert.True(t, ok && len(cents) >= 2, rows, name, v.Value)
		}
	}
}

func TestAmountsBetweenSums(t *testing.T) {
	t.Parallel()
	for want, rows := range map[string][]string{
		"0.50":    {"Netto|4 350,00", "Moms 25 %|1 087,50", "Öresavrundning|0,50", "Att betala|5 438,00"},
		"-150.00": {"Base imponible|1.000,00", "IVA 21%|210,00", "Retención IRPF 15%|-150,00", "Total factura|1.060,00"},
		"":        {"Subtotal|100.00", "VAT 20%|18.00", "Discount|-10.00", "Total|108.00"},
	} {
		assert.Equal(t, find(rows...).Scalars["total"].Plus, want)
	}
}

// The other sums determine an amount with lost or misplaced separators.
func TestMisreadMarks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"a net amount": {[]string{"Subtotal|452280€", "VAT|1,040.24 €", "Total|5,563.04 €"},
			[]string{"subtotal=4522.80", "taxTotal=1040.24", "total=5563.04"}},
		"a tax": {[]string{"Subtotal|4,522.80 €", "VAT|€104024", "Total|5,563.04 €"},
			[]string{"subtotal=4522.80", "taxTotal=1040.24", "total=5563.04"}},
		"what is due": {[]string{"Total|5,563.04 €", "Amount due|€5.56304"}, []string{"total=5563.04",
			"amountDue=5563.04"}},
	} {
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(c.rows...)}}
		l := sheettest.LinkerOf(result.TypeInvoice, layout.Analyze(sheettest.Scanned(doc, 0.9)))
		got := totals.Find(l, false)
		sheettest.Expect(t, name+", scanned", got, c.want...)
		derived := 0
		for _, v := range got.Scalars {
			if v.Source == document.SourceDerived {
				derived++
			}
		}
		assert.Equal(t, derived, 1, name, "sums are derived")
		if find(c.rows...).Text("subtotal") == "4522.80" && name == "a net amount" {
			t.Errorf("%s: a file's own text has its marks", name)
		}
	}
}

func TestSumsInItemRows(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Mahogany desk|100.00", "Footnotes|Subtotal 100.00", "VAT|20.00", "Total|120.00")
	l.ItemRows[l.Layout.Pages[0].Rows[0]], l.ItemRows[l.Layout.Pages[0].Rows[1]] = true, true
	sheettest.Expect(t, "beside notes", totals.Find(l, false), "subtotal=100.00", "taxTotal=20.00",
		"total=120.00")
}

func TestMultipageSums(t *testing.T) {
	t.Parallel()
	pages := []document.Page{
		sheettest.RowsPage("Invoice 4711", "Subtotal|60.00", "Carried forward|60.00"),
		sheettest.RowsPage("Brought forward|60.00", "Oak desk|40.00", "Subtotal|100.00", "VAT 20%|20.00", "Total|120.00"),
	}
	pages[1].Number = 2
	l := sheettest.LinkerOf(result.TypeInvoice, layout.Analyze(&document.Document{Pages: pages}))
	got := totals.Find(l, false)
	delete(got.Lists, "taxes")
	sheettest.Expect(t, "two pages", got, "subtotal=100.00", "taxTotal=20.00", "total=120.00")
}

// A bracket or currency sign after the cents is read as another digit.
func TestSignsReadAsDigits(t *testing.T) {
	t.Parallel()
	rows := []string{"Sous-total|768,50 $", "Escompte de courtoisie|(38,439", "Taxes 5 %|36,50 $", "Total|766,57 $"}
	doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
	got := totals.Find(sheettest.LinkerOf(result.TypeInvoice, layout.Analyze(sheettest.Scanned(doc, 0.9))), false)
	assert.Equal(t, got.Text("discountTotal"), "38.43")
}

func TestWholeNumberRates(t *testing.T) {
	t.Parallel()
	got := find("27 %|212 775|57 449|270 224", "Összesen|212 775|57 449|270 224", "Fizetendő:|270 224 Ft")
	rows := got.Lists["taxes"]
	assert.True(t, len(rows) == 1 && rows[0]["base"].Value == "212775.00" && rows[0]["amount"].Value == "57449.00", rows)
}

func TestLabelAndAmountColumns(t *testing.T) {
	t.Parallel()
	texts := []string{"420.00", "Net", "84.00", "VAT 20%", "504.00", "Total"}
	for name, c := range map[string]struct {
		texts []string
		gaps  [2]float64 // after an even and an odd text
	}{
		"under": {texts, [2]float64{10, 20}},
		"over":  {[]string{"Net", "420.00", "VAT 20%", "84.00", "Total", "504.00"}, [2]float64{10, 20}},
	} {
		s, y := sheettest.A4(), 400.0
		for i, text := range c.texts {
			s.End(540, y, 9, text)
			y += c.gaps[i%2]
		}
		got := totals.Find(sheettest.Read(sheettest.Bind(s), result.TypeInvoice), false)
		delete(got.Lists, "taxes")
		sheettest.Expect(t, name, got, "subtotal=420.00", "taxTotal=84.00", "total=504.00")
	}
}

func TestTwoLineLabels(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for x, words := range map[float64][2]string{50: {"Total", "excl. VAT"}, 200: {"VAT", "amount"}, 400: {"Total", "incl. VAT"}} {
		s.Column(x, 400, 9, words[:]...)
	}
	for x, amount := range map[float64]string{140: "420.00", 290: "84.00", 490: "504.00"} {
		s.End(x, 426, 9, amount)
	}
	got := totals.Find(sheettest.Read(sheettest.Bind(s), result.TypeInvoice), false)
	sheettest.Expect(t, "in boxes", got, "subtotal=420.00", "taxTotal=84.00", "total=504.00")
}

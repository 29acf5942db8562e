package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// sheet is a page with a row for each text, and its sums.
type sheet struct{ rows, want []string }

func expectAll(t *testing.T, sheets map[string]sheet) {
	t.Helper()
	for name, s := range sheets {
		got := find(s.rows...)
		delete(got.Lists, "taxes")
		sheettest.Expect(t, name, got, s.want...)
	}
}

func TestSumsWithUnknownLabels(t *testing.T) {
	t.Parallel()
	net, tax, gross := "subtotal=1000.00", "taxTotal=210.00", "total=1210.00"
	expectAll(t, map[string]sheet{
		"the total": {[]string{"Subtotal|1,000.00", "VAT 21%|210.00", "Brakunta|1,210.00"}, []string{net, tax, gross}},
		"the tax":   {[]string{"Subtotal|1,000.00", "Brak 21%|210.00", "Total|1,210.00"}, []string{net, tax, gross}},
		"the net amount": {[]string{"Brakuntapa|1,000.00", "VAT 21%|210.00", "Total|1,210.00"},
			[]string{net, tax, gross}},
		"tax and total": {[]string{"Subtotal|1,000.00", "Brak 21%|210.00", "Brakunta|1,210.00"},
			[]string{net, tax, gross}},
		"all but the total": {[]string{"Brakunta|1,000.00", "Brak (21%)|210.00", "Total|1,210.00"},
			[]string{net, tax, gross}},
		"all": {[]string{"Brakunta|1,000.00", "Brak 21%|210.00", "Brakuntapa|1,210.00"}, []string{net, tax, gross}},
		"taxes of two rates": {[]string{"Subtotal|1,500.00", "Brak 21%|210.00", "Brak 4%|20.00", "Total|1,730.00"},
			[]string{"subtotal=1500.00", "taxTotal=230.00", "total=1730.00"}},
		"what was paid": {[]string{"Subtotal|1,000.00", "VAT 21%|210.00", "Total|1,210.00", "Brakunta|300.00",
			"Amount due|910.00"}, []string{net, tax, gross, "amountPaid=300.00", "amountDue=910.00"}},
		"what is due": {[]string{"Subtotal|1,000.00", "VAT 21%|210.00", "Total|1,210.00", "Amount paid|300.00",
			"Brakunta|910.00"}, []string{net, tax, gross, "amountPaid=300.00", "amountDue=910.00"}},
	})
}

// Corrections are positive or negative, with any print of the sign.
func TestCorrections(t *testing.T) {
	t.Parallel()
	sums := []string{"subtotal=100.00", "taxTotal=20.00", "total=111.21"}
	sheets := map[string]sheet{}
	for _, minus := range []string{"-8.79", "8.79-", "(8.79)", "− 8.79", "– 8.79", "8.79 CR", "€ -8.79", "-€8.79"} {
		sheets["an unknown word, "+minus] = sheet{[]string{"Subtotal|100.00", "VAT|20.00", "Brakunta|" + minus,
			"Total|111.21"}, sums}
		sheets["a discount, "+minus] = sheet{[]string{"Subtotal|100.00", "VAT|20.00", "Discount|" + minus,
			"Total|111.21"}, append([]string{"discountTotal=8.79"}, sums...)}
	}
	sheets["withheld tax"] = sheet{[]string{"Base imponible|1.000,00", "IVA 21%|210,00", "IRPF 15%|-150,00",
		"Total factura|1.060,00"}, []string{"subtotal=1000.00", "taxTotal=210.00", "total=1060.00"}}
	sheets["two discounts"] = sheet{[]string{"Subtotal|100.00", "Discount|-10.00", "Loyalty discount|-5.00",
		"VAT|17.00", "Total|102.00"}, []string{"subtotal=100.00", "taxTotal=17.00", "total=102.00",
		"discountTotal=15.00"}}
	sheets["a charge and a discount"] = sheet{[]string{"Subtotal|100.00", "Discount|-10.00", "Brakunta|3.00",
		"VAT|18.60", "Total|111.60"}, []string{"subtotal=100.00", "taxTotal=18.60", "total=111.60",
		"discountTotal=10.00"}}
	sheets["a negative net amount"] = sheet{[]string{"Subtotal|-7.39", "VAT 19%|-1.40", "Total|-8.79"},
		[]string{"subtotal=-7.39", "taxTotal=-1.40", "total=-8.79"}}
	sheets["a negative amount of words unknown"] = sheet{[]string{"Brakunta|-7.39", "VAT 19%|-1.40", "Total|-8.79"},
		[]string{"subtotal=-7.39", "taxTotal=-1.40", "total=-8.79"}}
	expectAll(t, sheets)
}

func TestItemDiscounts(t *testing.T) {
	t.Parallel()
	for name, label := range map[string]string{"labelled": "Less discount", "unknown": "Brakunta"} {
		l := sheettest.Linker(result.TypeInvoice, "Mahogany desk|60.00", "Oak desk|50.00", label+"|-10.00",
			"Subtotal|100.00", "VAT 20%|20.00", "Total|120.00")
		l.ItemRows[l.Layout.Pages[0].Rows[0]], l.ItemRows[l.Layout.Pages[0].Rows[1]] = true, true
		got := totals.Find(l, false)
		delete(got.Lists, "taxes")
		sheettest.Expect(t, name, got, "subtotal=100.00", "taxTotal=20.00", "total=120.00", "discountTotal=10.00")
	}
	expectAll(t, map[string]sheet{"without tax": {[]string{"Subtotal|14.15", "Discounts|-2.12", "Total|12.03"},
		[]string{"subtotal=14.15", "total=12.03", "discountTotal=2.12"}}})
}

// Taxes of several kinds are on one base or several, in rows or side by side.
func TestSeveralTaxes(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"equal halves": {[]string{"Subtotal|1,000.00", "CGST 9%|90.00", "SGST 9%|90.00", "Total|1,180.00"},
			[]string{"subtotal=1000.00", "taxTotal=180.00", "total=1180.00"}},
		"without rates": {[]string{"Subtotal|1,000.00", "State tax|40.00", "City tax|22.50", "Total|1,062.50"},
			[]string{"subtotal=1000.00", "taxTotal=62.50", "total=1062.50"}},
		"of a province": {[]string{"Subtotal|200.00", "GST 5%|10.00", "QST 9.975%|19.95", "Total|229.95"},
			[]string{"subtotal=200.00", "taxTotal=29.95", "total=229.95"}},
		"a table of rates besides": {[]string{"Subtotal|150.00", "VAT 20%|20.00", "VAT 5%|2.50", "Total|172.50",
			"VAT 20% on 100.00|20.00", "VAT 5% on 50.00|2.50"},
			[]string{"subtotal=150.00", "taxTotal=22.50", "total=172.50"}},
		"two tables and their sum": {[]string{"VAT 20% on 100.00|20.00", "VAT 20% on 40.00|8.00", "Subtotal|140.00",
			"VAT|28.00", "Total|168.00"}, []string{"subtotal=140.00", "taxTotal=28.00", "total=168.00"}},
	})
}

func TestPartialPayment(t *testing.T) {
	t.Parallel()
	sums := []string{"subtotal=100.00", "taxTotal=20.00", "total=120.00"}
	bill := []string{"Subtotal|100.00", "VAT|20.00", "Total|120.00"}
	with := func(rows ...string) []string { return append(append([]string{}, bill...), rows...) }
	and := func(want ...string) []string { return append(append([]string{}, sums...), want...) }
	expectAll(t, map[string]sheet{
		"two totals": {with("Amount paid|50.00", "Total|70.00"), and("amountPaid=50.00", "amountDue=70.00")},
		"two instalments": {with("Amount paid|30.00", "Amount paid|20.00", "Amount due|70.00"),
			and("amountPaid=50.00", "amountDue=70.00")},
		"brought forward": {with("Previous unpaid balance|80.00", "Amount due|200.00"), and("amountDue=200.00")},
		"a credit under unknown words": {with("Brakunta|-15.00", "Amount due|105.00"),
			and("amountDue=105.00", "amountPaid=15.00")},
		"the total before what is paid is not printed": {[]string{"Subtotal|100.00", "VAT|20.00", "Amount paid|50.00",
			"Amount due|70.00"}, and("amountPaid=50.00", "amountDue=70.00")},
		"the same, to be paid":     {with("Total to pay|120.00"), and("amountDue=120.00")},
		"two totals of one amount": {with("Total payable|120.00"), and("amountDue=120.00")},
		"two totals alike":         {with("Grand total|120.00"), sums},
		"rounded":                  {with("Rounding|0.02", "Amount due|120.02"), and("amountDue=120.02")},
		"paid":                     {with("Amount paid|120.00", "Amount due|0.00"), and("amountPaid=120.00", "amountDue=0.00")},
	})
}

func TestSumLayouts(t *testing.T) {
	t.Parallel()
	sums := []string{"subtotal=100.00", "taxTotal=20.00", "total=120.00"}
	expectAll(t, map[string]sheet{
		"a row of headings":                {[]string{"Net|VAT|Gross", "100.00|20.00|120.00"}, sums},
		"headings of which one is unknown": {[]string{"Net|VAT|Brakunta", "100.00|20.00|120.00"}, sums},
		"two currencies": {[]string{"Subtotal|100.00 EUR", "VAT|20.00 EUR", "Total|120.00 EUR", "Total|141.60 USD"},
			sums},
		"the other currency first": {[]string{"Total|141.60 USD", "Subtotal|100.00 EUR", "VAT|20.00 EUR",
			"Total|120.00 EUR"}, sums},
		"amounts left of their labels": {[]string{"100.00|Subtotal", "20.00|VAT 20%", "120.00|Total"}, sums},
		"carried over": {[]string{"Subtotal|60.00", "Carried forward|60.00", "Subtotal|100.00", "VAT|20.00",
			"Total|120.00"}, sums},
	})
}

// At least one rate or label is required.
func TestCoincidentalEquations(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"three amounts": {[]string{"Brakunta|10.00", "Brak|5.00", "Brakuntapa|15.00"}, nil},
		"a share":       {[]string{"Brak 20%|20.00", "Brakunta|100.00"}, nil},
		"a total alone": {[]string{"Brakunta|10.00", "Brak|110.00", "Total|120.00"}, []string{"total=120.00"}},
	})
}

// The other sums determine an amount with lost or misplaced separators.
func TestMisreadMarks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]sheet{
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
		if derived != 1 {
			t.Errorf("%s: %d sums are derived", name, derived)
		}
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

func TestAmountDueAboveAndBelow(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{"as a total": {[]string{"Total payable|70.00", "Subtotal|100.00", "VAT|20.00",
		"Total|120.00", "Amount paid|50.00", "Total payable|70.00"},
		[]string{"subtotal=100.00", "taxTotal=20.00", "total=120.00", "amountPaid=50.00", "amountDue=70.00"}}})
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

func TestShopLabels(t *testing.T) {
	t.Parallel()
	want := []string{"subtotal=100.00", "shippingTotal=10.00", "taxTotal=22.00", "total=132.00", "amountPaid=132.00"}
	sheets := map[string]sheet{}
	for name, words := range map[string][4]string{
		"English":   {"Subtotal", "Carriage Net", "Output tax 20 %", "Total"},
		"French":    {"Sous-total", "Expédition", "Total des taxes (20 %)", "Prix total"},
		"Danish":    {"Subtotal", "Levering", "Moms 20 %", "Samlet pris"},
		"German":    {"Zwischensumme", "Versand und Verpackung", "Ausgangssteuer 20 %", "Gesamt"},
		"Dutch":     {"Subtotaal", "Bezorging", "BTW 20 %", "Totaal"},
		"Swedish":   {"Delsumma", "Leverans", "Moms 20 %", "Summa"},
		"Italian":   {"Subtotale", "Spese di consegna", "IVA 20 %", "Totale"},
		"Norwegian": {"Delsum", "Levering", "MVA 20 %", "Totalt"},
	} {
		paid := map[string]string{"French": "Total payé", "Danish": "Betalt i alt", "German": "Gesamt bezahlt",
			"Dutch": "Totaal betaald", "Swedish": "Totalt betalt", "Italian": "Totale pagato", "Norwegian": "Totalt betalt",
			"English": "Total paid"}[name]
		sheets[name] = sheet{[]string{words[0] + "|100,00", words[1] + "|10,00", words[2] + "|22,00", words[3] + "|132,00",
			paid + "|132,00"}, want}
	}
	expectAll(t, sheets)
}

// The tax included in the total is next to it or below it.
func TestTaxIncludedInTotal(t *testing.T) {
	t.Parallel()
	shipped := []string{"subtotal=114.00", "shippingTotal=6.00", "taxTotal=20.00", "total=120.00"}
	expectAll(t, map[string]sheet{
		"under the total": {[]string{"Subtotal|114.00", "Shipping|6.00", "Total|120.00", "Includes VAT 20%|20.00"},
			shipped},
		"behind the total": {[]string{"Subtotal|114.00", "Shipping|6.00", "Total|120.00 (includes 20% VAT: 20.00)"},
			shipped},
		"without its rate": {[]string{"Subtotal|114.00", "Shipping|6.00", "Total|120.00", "Includes VAT|20.00"}, shipped},
		"less a discount": {[]string{"Subtotal|130.00", "Discount|-10.00", "Total|120.00", "Brakunta 20%|20.00"},
			[]string{"subtotal=130.00", "discountTotal=10.00", "taxTotal=20.00", "total=120.00"}},
		"no share of the total": {[]string{"Subtotal|114.00", "Shipping|6.00", "Total|120.00", "Brakunta 20%|21.00"},
			[]string{"subtotal=114.00", "shippingTotal=6.00", "total=120.00"}},
	})
}

// A bracket or currency sign after the cents is read as another digit.
func TestSignsReadAsDigits(t *testing.T) {
	t.Parallel()
	rows := []string{"Sous-total|768,50 $", "Escompte de courtoisie|(38,439", "Taxes 5 %|36,50 $", "Total|766,57 $"}
	doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
	got := totals.Find(sheettest.LinkerOf(result.TypeInvoice, layout.Analyze(sheettest.Scanned(doc, 0.9))), false)
	if text := got.Text("discountTotal"); text != "38.43" {
		t.Errorf("%q", text)
	}
}

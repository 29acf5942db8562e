package layout_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// spelled puts words next to each other, six points a letter, four between them.
func spelled(x, y float64, words ...string) []document.Word {
	var out []document.Word
	for _, w := range words {
		out = append(out, word(x, y, w))
		x += 6*float64(len(w)) + 4
	}
	return out
}

func TestJoinedHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		names, sums []string
		want        layout.Column
	}{
		"by a sign":          {[]string{"Artikel", "&", "Bezeichnung"}, []string{"Betrag"}, layout.ColumnAmount},
		"by a word":          {[]string{"Codice", "e", "descrizione"}, []string{"Importo"}, layout.ColumnAmount},
		"by a stroke":        {[]string{"Référence", "/", "Désignation"}, []string{"Montant"}, layout.ColumnAmount},
		"one of the other":   {[]string{"Description"}, []string{"Value", "of", "the", "line"}, layout.ColumnAmount},
		"the tax in amounts": {[]string{"Désignation"}, []string{"Montant", "de", "la", "TVA"}, layout.ColumnTaxAmount},
	} {
		words := spelled(10, 20, c.names...)
		words = append(words, spelled(300, 20, "Menge")...)
		words = append(words, spelled(350, 20, "Preis")...)
		words = append(words, spelled(460, 20, c.sums...)...)
		words = append(words, spelled(10, 40, "Solid", "oak", "board", "planed")...)
		words = append(words, word(310, 40, "2"), word(352, 40, "1.50"), word(520, 40, "3.00"))
		want := map[layout.Column]string{layout.ColumnDescription: "Solid oak board planed", layout.ColumnQuantity: "2",
			layout.ColumnUnitPrice: "1.50", c.want: "3.00"}
		if got := columns(readTable(t, words...).Rows[0]); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: row %v, want %v", name, got, want)
		}
	}
}

func TestNumberOfHours(t *testing.T) {
	t.Parallel()
	words := append(spelled(10, 20, "Description"), spelled(300, 20, "No.", "of", "hours")...)
	words = append(words, word(460, 20, "Amount"), word(10, 40, "Audit"), word(320, 40, "3"), word(460, 40, "9.00"))
	if got := columns(readTable(t, words...).Rows[0]); got[layout.ColumnQuantity] != "3" {
		t.Errorf("row %v", got)
	}
}

func TestTaxWithCurrency(t *testing.T) {
	t.Parallel()
	for _, heading := range [][]string{{"VAT", "in", "EUR"}, {"VAT", "EUR"}} {
		words := append(spelled(300, 20, heading...), word(10, 20, "Description"), word(460, 20, "Amount"),
			word(10, 40, "Audit"), word(310, 40, "1.80"), word(460, 40, "9.00"))
		if got := columns(readTable(t, words...).Rows[0]); got[layout.ColumnTaxAmount] != "1.80" {
			t.Errorf("%v: row %v", heading, got)
		}
	}
}

// "Quantity unit" is one heading next to a quantity, and two without.
func TestQuantityUnit(t *testing.T) {
	t.Parallel()
	heads := spelled(300, 20, "Quantity", "unit")
	cells := []document.Word{word(10, 20, "Description"), word(450, 20, "Price"), word(530, 20, "Amount"),
		word(10, 40, "Bolt"), word(450, 40, "1.50"), word(530, 40, "3.00")}
	two := slices.Concat([]document.Word{word(330, 40, "2"), word(352, 40, "pcs")}, heads, cells)
	if got := columns(readTable(t, two...).Rows[0]); got[layout.ColumnQuantity] != "2" || got[layout.ColumnUnit] != "pcs" {
		t.Errorf("two headings: %v", got)
	}
	one := slices.Concat([]document.Word{word(250, 20, "Qty"), word(250, 40, "2"), word(330, 40, "pcs")}, heads, cells)
	if got := columns(readTable(t, one...).Rows[0]); got[layout.ColumnQuantity] != "2" || got[layout.ColumnUnit] != "pcs" {
		t.Errorf("one heading: %v", got)
	}
}

func TestQuantityBelowUnit(t *testing.T) {
	t.Parallel()
	table := readTable(t,
		word(10, 20, "Description"), word(250, 20, "Quantity"), word(304, 20, "Unit"), word(450, 20, "Price"),
		word(530, 20, "Amount"), word(10, 40, "Bolt"), word(322, 40, "2"), word(450, 40, "1.50"), word(530, 40, "3.00"))
	if got := columns(table.Rows[0]); got[layout.ColumnQuantity] != "2" {
		t.Errorf("row %v", got)
	}
}

// An unknown word heads a separate column only if it has separate cells.
func TestUnknownWordsBeforeHeading(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"Services", "Diary"} { // a known word for descriptions, and an unknown one
		rows := slices.Concat(spelled(80, 20, "Solicitor", second), []document.Word{
			word(10, 20, "Date"), word(350, 20, "Hours"), word(450, 20, "Amount"),
			word(10, 40, "03/02"), word(350, 40, "2"), word(450, 40, "3.00"),
			word(10, 56, "04/02"), word(350, 56, "1"), word(450, 56, "1.50"),
		})
		two := slices.Concat(rows, []document.Word{word(80, 40, "RM"), word(138, 40, "Letter"), word(80, 56, "KT"),
			word(138, 56, "Call")})
		if got := columns(readTable(t, two...).Rows[0]); got[layout.ColumnDescription] != "Letter" ||
			got[layout.ColumnOther] != "RM" {
			t.Errorf("two columns, %q: %v", second, got)
		}
		one := slices.Concat(rows, []document.Word{word(80, 40, "Letter"), word(80, 56, "Call")})
		if got := columns(readTable(t, one...).Rows[0]); got[layout.ColumnDescription] != "Letter" {
			t.Errorf("one column, %q: %v", second, got)
		}
	}
}

func TestUnknownWordsAboveNumbers(t *testing.T) {
	t.Parallel()
	words := slices.Concat(spelled(420, 20, "Zorg", "Zurgum"), []document.Word{
		word(10, 20, "Description"), word(250, 20, "Qty"), word(320, 20, "Price"),
		word(10, 40, "Chair"), word(250, 40, "2"), word(320, 40, "5.00"), word(420, 40, "2.10"), word(454, 40, "10.00"),
		word(10, 56, "Table"), word(250, 56, "1"), word(320, 56, "9.00"), word(420, 56, "1.89"), word(460, 56, "9.00"),
	})
	if got := columns(readTable(t, words...).Rows[1]); got[layout.ColumnAmount] != "9.00" {
		t.Errorf("row %v", got)
	}
}

// A short text that does not reach under a centered heading is not a unit.
func TestCenteredHeading(t *testing.T) {
	t.Parallel()
	words := []document.Word{word(10, 20, "Qty"), word(60, 20, "Unit"), word(210, 20, "Description"), word(380, 20, "Price"),
		word(480, 20, "Amount")}
	for i, text := range []string{"Replacing-all-cables", "Testing-all-sockets-in-use", "Fare"} {
		y := 40 + 16*float64(i)
		words = append(words, word(10, y, "1"), word(60, y, "pcs"), word(100, y, text), word(380, y, "5.00"),
			word(480, y, "5.00"))
	}
	for i, row := range readTable(t, words...).Rows {
		if got := columns(row); got[layout.ColumnDescription] == "" || got[layout.ColumnUnit] != "pcs" {
			t.Errorf("row %d: %v", i, got)
		}
	}
}

// The shared left edge counts, although some words begin at the edge of the heading.
func TestCenteredHeadingOverWords(t *testing.T) {
	t.Parallel()
	words := []document.Word{word(10, 20, "Qty"), word(60, 20, "Unit"), word(210, 20, "Description"), word(380, 20, "Price"),
		word(480, 20, "Amount")}
	for i, texts := range [][]string{{"Replacing-cabling", "in-halls"}, {"Replacing-heaters", "in-halls"},
		{"Testing-all-sockets-in-use"}, {"Fare"}} {
		y := 40 + 16*float64(i)
		words = append(words, word(10, y, "1"), word(60, y, "pcs"), word(380, y, "5.00"), word(480, y, "5.00"))
		for k, text := range texts {
			words = append(words, word(100+110*float64(k), y, text))
		}
	}
	for i, row := range readTable(t, words...).Rows {
		if got := columns(row); got[layout.ColumnDescription] == "" || got[layout.ColumnUnit] != "pcs" {
			t.Errorf("row %d: %v", i, got)
		}
	}
}

// A digit after an amount is its tax key and leaves the amount in its column.
func TestTaxKeyAfterAmount(t *testing.T) {
	t.Parallel()
	table := readTable(t, word(10, 20, "Description"), word(200, 20, "Price"), word(280, 20, "Discount"),
		word(400, 20, "Amount"), word(440, 20, "EUR"), word(462, 20, "K"), word(10, 40, "Chair"), word(200, 40, "5.00"),
		word(400, 40, "5.00"), word(462, 40, "1"))
	want := map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnUnitPrice: "5.00",
		layout.ColumnAmount: "5.00 1"}
	if got := columns(table.Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The tolerance in pixels is larger than in points.
func TestCenteredHeadingInPixels(t *testing.T) {
	t.Parallel()
	words := []document.Word{word(10, 20, "Qty"), word(60, 20, "Unit"), word(210, 20, "Description"), word(380, 20, "Price"),
		word(480, 20, "Amount")}
	for i, text := range []string{"Replacing-all-cables", "Testing-all-sockets-in-use", "Fare"} {
		y := 40 + 16*float64(i)
		words = append(words, word(10, y, "1"), word(60, y, "pcs"), word(100+float64(i%2), y, text), word(380, y, "5.00"),
			word(480, y, "5.00"))
	}
	doc := page(words...)
	doc.Pages[0].Width, doc.Pages[0].Height = 1800, 2400
	for i, row := range layout.Analyze(doc).Pages[0].Tables()[0].Rows {
		if got := columns(row); got[layout.ColumnDescription] == "" || got[layout.ColumnUnit] != "pcs" {
			t.Errorf("row %d: %v", i, got)
		}
	}
}

func TestPriceHeadingsWithTax(t *testing.T) {
	t.Parallel()
	for _, heads := range [][]string{{"Prix", "TTC"}, {"PU.", "HT"}, {"Preis", "brutto"}} {
		words := append(spelled(10, 20, "Description"), word(200, 20, "Qty"))
		words = append(words, spelled(300, 20, heads...)...)
		words = append(words, word(450, 20, "Montant"), word(10, 40, "Chaise"), word(200, 40, "2"), word(330, 40, "5.00"),
			word(460, 40, "10.00"))
		want := map[layout.Column]string{layout.ColumnDescription: "Chaise", layout.ColumnQuantity: "2",
			layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"}
		if got := columns(readTable(t, words...).Rows[0]); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: got %v, want %v", heads, got, want)
		}
	}
}

func TestCurrenciesBeforeHeadings(t *testing.T) {
	t.Parallel()
	words := append(spelled(10, 20, "Description"), word(200, 20, "Qty"), word(300, 20, "Price"))
	words = append(words, spelled(420, 20, "EUR", "Total")...)
	words = append(words, word(10, 40, "Oak"), word(206, 40, "2"), word(306, 40, "1.50"), word(444, 40, "3.00"))
	want := map[layout.Column]string{layout.ColumnDescription: "Oak", layout.ColumnQuantity: "2",
		layout.ColumnUnitPrice: "1.50", layout.ColumnAmount: "3.00"}
	tb := readTable(t, words...)
	if got := columns(tb.Rows[0]); !reflect.DeepEqual(got, want) || len(tb.Headings) != len(want) {
		t.Errorf("row %v under %d headings, want %v", got, len(tb.Headings), want)
	}
}

func TestCurrenciesAsAmountHeadings(t *testing.T) {
	t.Parallel()
	want := map[layout.Column]string{layout.ColumnDescription: "Oak", layout.ColumnAmount: "3.00"}
	for _, currency := range []string{"GBP", "KES", "£", "(USD)"} {
		tb := readTable(t, word(10, 20, "Particulars"), word(444, 20, currency), word(10, 40, "Oak"), word(444, 40, "3.00"))
		if len(tb.Rows) != 1 || !reflect.DeepEqual(columns(tb.Rows[0]), want) {
			t.Errorf("%s: rows %v", currency, tb.Rows)
		}
	}
}

// A heading with only a currency and "excl. VAT" heads the amounts.
func TestHeadingsInTwoLanguages(t *testing.T) {
	t.Parallel()
	words := append(spelled(10, 20, "Description"), spelled(180, 20, "Period", "/", "Période")...)
	words = append(words, spelled(350, 20, "Qty", "/", "Qté")...)
	words = append(words, spelled(450, 20, "$", "ex", "GST")...)
	for i, amount := range []string{"10.00", "-4.00"} {
		y := 40 + 20*float64(i)
		words = append(words, word(10, y, "Oak"), word(180, y, "03-01"), word(360, y, "1"), word(460, y, amount))
	}
	tb := readTable(t, words...)
	want := map[layout.Column]string{layout.ColumnDescription: "Oak", layout.ColumnDate: "03-01",
		layout.ColumnQuantity: "1", layout.ColumnAmount: "10.00"}
	if got := columns(tb.Rows[0]); !reflect.DeepEqual(got, want) || len(tb.Headings) != len(want) {
		t.Errorf("row %v under %d headings, want %v", got, len(tb.Headings), want)
	}
}

// The unit after a slash heads no column; a third line continues the heading.
func TestPriceAndTaxHeadings(t *testing.T) {
	t.Parallel()
	words := append(spelled(10, 20, "Description"), spelled(150, 20, "Qty")...)
	words = append(words, spelled(190, 20, "Unit")...)
	words = append(words, spelled(240, 20, "Price", "EUR/unit")...)
	words = append(words, spelled(360, 20, "Valoarea")...)
	words = append(words, spelled(480, 20, "Valoarea")...)
	words = append(words, spelled(480, 32, "TVA")...)
	words = append(words, spelled(480, 44, "lei")...)
	words = append(words, word(10, 60, "Chair"), word(150, 60, "2"), word(190, 60, "pcs"), word(290, 60, "5.00"),
		word(370, 60, "10.00"), word(490, 60, "2.00"))
	want := map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2", layout.ColumnUnit: "pcs",
		layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00", layout.ColumnTaxAmount: "2.00"}
	if got := columns(readTable(t, words...).Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

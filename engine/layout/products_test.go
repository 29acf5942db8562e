package layout_test

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

func TestUnitPriceAndAmount(t *testing.T) {
	t.Parallel()
	heads := []string{"Description", "Qty", "Price", "Price", "Tax", "Total incl. VAT"}
	for name, c := range map[string]struct {
		rows [][]string
		want layout.Column
	}{
		"of all": {[][]string{{"Chair", "2", "5.00", "10.00", "2.00", "12.00"}, {"Stool", "3", "4.00", "12.00", "2.40", "14.40"}},
			layout.ColumnAmount},
		"with tax": {[][]string{{"Chair", "2", "5.00", "6.00", "2.00", "12.00"}, {"Stool", "3", "4.00", "4.80", "2.40", "14.40"}},
			layout.ColumnUnitPrice},
	} {
		var words []document.Word
		for i, head := range heads {
			words = append(words, word(10+100*float64(i), 20, head))
			for k, row := range c.rows {
				words = append(words, word(10+100*float64(i), 40+20*float64(k), row[i]))
			}
		}
		parts := readTable(t, words...).Rows[0].Cells[c.want]
		if len(parts) == 0 || parts[len(parts)-1].Text() != c.rows[0][3] {
			t.Errorf("%s: %v", name, parts)
		}
	}
}

// The last column includes tax, and some quantity exceeds one.
func TestDiscountedPrices(t *testing.T) {
	t.Parallel()
	heads := []string{"Description", "Qty", "Price", "Discount", "Price", "VAT %", "Total"}
	for name, c := range map[string]struct {
		rows [][]string
		want map[layout.Column]string
	}{
		"of all": {[][]string{{"Chair", "2", "5.00", "10%", "9.00", "20", "10.80"}, {"Stool", "3", "4.00", "10%", "10.80", "20", "12.96"}},
			map[layout.Column]string{layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "9.00", layout.ColumnGross: "10.80"}},
		"of one": {[][]string{{"Chair", "1", "5.00", "10%", "4.50", "20", "4.50"}, {"Stool", "1", "4.00", "10%", "3.60", "20", "3.60"}},
			map[layout.Column]string{layout.ColumnUnitPrice: "5.00 4.50", layout.ColumnAmount: "4.50"}},
	} {
		var words []document.Word
		for i, head := range heads {
			words = append(words, word(10+80*float64(i), 20, head))
			for k, row := range c.rows {
				words = append(words, word(10+80*float64(i), 40+20*float64(k), row[i]))
			}
		}
		got := columns(readTable(t, words...).Rows[0])
		for column, text := range c.want {
			if got[column] != text {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	}
}

func TestAdjacentHeadings(t *testing.T) {
	t.Parallel()
	got := columns(readTable(t, word(10, 20, "Description"), word(200, 20, "Menge"), word(235, 20, "Netto"),
		word(268, 20, "Preis"), word(450, 20, "Amount"),
		word(10, 40, "Chair"), word(224, 40, "2"), word(274, 40, "5.00"), word(450, 40, "10.00")).Rows[0])
	want := map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2",
		layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNumbersNotHeadings(t *testing.T) {
	t.Parallel()
	table := readTable(t, word(10, 20, "Description"), word(200, 20, "Qty"), word(300, 20, "Price"),
		word(400, 20, "Amount"), word(10, 40, "Chair"), word(200, 40, "2"), word(300, 40, "500"), word(400, 40, "1000"),
		word(10, 60, "Crate"), word(46, 60, "(EUR)"), word(200, 60, "3"), word(212, 60, "db"), word(300, 60, "40"),
		word(400, 60, "120"))
	if len(table.Rows) != 2 {
		t.Errorf("%d rows", len(table.Rows))
	}
}

// Evenly spaced digit groups are one number.
func TestAdjacentNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gaps []float64
		want string
	}{
		{[]float64{8, 2, 3}, "690 | 213 900 500"},
		{[]float64{2, 8, 2}, "690 213 | 900 500"},
		{[]float64{3, 3, 3}, "690 213 900 500"},
		{[]float64{7, 7, 7}, "690 213 900 500"},
		{[]float64{4, 2, 2}, "690 213 900 500"},
	} {
		x := 10.0
		words := []document.Word{word(x, 20, "690")}
		for i, group := range []int{213, 900, 500} {
			x += 18 + c.gaps[i]
			words = append(words, word(x, 20, strconv.Itoa(group)))
		}
		if got := outline(layout.Analyze(page(words...))); got != c.want {
			t.Errorf("%v: %q, want %q", c.gaps, got, c.want)
		}
	}
}

// One contradicting row, or a rate that is a price, leaves the headings unchanged.
func TestExchangedAmounts(t *testing.T) {
	t.Parallel()
	heads := []document.Word{word(10, 20, "Charges")}
	heads = append(heads, spelled(120, 20, "Currency", "amount")...)
	heads = append(heads, spelled(280, 20, "Ex.", "rate")...)
	heads = append(heads, spelled(420, 20, "Charges", "in", "GBP")...)
	row := func(y float64, from, by, to string) []document.Word {
		return []document.Word{
			word(10, y, "Freight"), word(150, y, "USD"), word(174, y, from), word(286, y, by), word(470, y, to),
		}
	}
	for name, c := range map[string]struct {
		rows [][]document.Word
		want string
	}{
		"divided": {[][]document.Word{row(40, "310.00", "1.2684", "244.40")}, ""},
		"times":   {[][]document.Word{row(40, "100.00", "0.8123", "81.23")}, ""},
		"a price": {[][]document.Word{row(40, "310.00", "12.00", "3720.00")}, "12.00"},
		"another row": {[][]document.Word{row(40, "310.00", "1.2684", "244.40"),
			row(60, "10.00", "1.2684", "9.99")}, "1.2684"},
	} {
		words := slices.Clone(heads)
		for _, r := range c.rows {
			words = append(words, r...)
		}
		if got := columns(readTable(t, words...).Rows[0])[layout.ColumnUnitPrice]; got != c.want {
			t.Errorf("%s: the price is %q, want %q", name, got, c.want)
		}
	}
}

package layout_test

import (
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// readTable returns the only table of a page.
func readTable(t *testing.T, words ...document.Word) *layout.Table {
	t.Helper()
	tables := layout.Analyze(page(words...)).Pages[0].Tables()
	if len(tables) != 1 {
		t.Fatalf("%d tables", len(tables))
	}
	return tables[0]
}

// Neither row alone is a header: the meaning of "excl. VAT" is above it, and that of "Line sum" below it.
func TestTwoRowHeader(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		words []document.Word
		want  map[layout.Column]string
	}{
		"net": {
			[]document.Word{
				word(300, 20, "Unit"), word(330, 20, "price"), word(500, 20, "Line"), word(530, 20, "sum"),
				word(10, 31, "Description"), word(200, 31, "Quantity"), word(300, 31, "VAT"), word(400, 31, "VAT"),
				word(421, 31, "%"), word(500, 31, "excl."), word(534, 31, "VAT"),
			},
			map[layout.Column]string{layout.ColumnDescription: "Bolt", layout.ColumnQuantity: "2",
				layout.ColumnUnitPrice: "1.50", layout.ColumnTaxRate: "20", layout.ColumnAmount: "3.00"},
		},
		"gross": {
			[]document.Word{
				word(300, 20, "Stückpreis"), word(500, 20, "Betrag"),
				word(10, 31, "Bezeichnung"), word(200, 31, "Menge"), word(300, 31, "(brutto)"),
				word(400, 31, "USt."), word(500, 31, "inkl."), word(534, 31, "USt."),
			},
			map[layout.Column]string{layout.ColumnDescription: "Bolt", layout.ColumnQuantity: "2",
				layout.ColumnUnitPrice: "1.50", layout.ColumnTaxRate: "20", layout.ColumnGross: "3.00"},
		},
	} {
		body := []document.Word{word(10, 50, "Bolt"), word(220, 50, "2"), word(310, 50, "1.50"), word(410, 50, "20"),
			word(530, 50, "3.00")}
		table := readTable(t, append(c.words, body...)...)
		if got := columns(table.Rows[0]); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: row %v, want %v", name, got, c.want)
		}
	}
}

func TestLabelsNotTwoRowHeader(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(word(10, 20, "Currency:"), word(300, 20, "EUR"), word(10, 31, "Description:"),
		word(300, 31, "Quantity"), word(10, 50, "Bolt")))
	if tables := l.Pages[0].Tables(); len(tables) != 0 {
		t.Errorf("%+v", tables[0].Headings)
	}
}

func TestTwoPricesNotQuantity(t *testing.T) {
	t.Parallel()
	table := readTable(t,
		word(10, 20, "Description"), word(150, 20, "Quantity"), word(250, 20, "Price"), word(350, 20, "Price"),
		word(450, 20, "Amount"), word(10, 40, "Handling"), word(250, 40, "4.19"), word(350, 40, "4.99"),
		word(450, 40, "4.99"))
	if got := columns(table.Rows[0]); got[layout.ColumnQuantity] != "" || got[layout.ColumnUnitPrice] != "4.19 4.99" {
		t.Errorf("row %v", got)
	}
}

func TestWordsAcrossColumns(t *testing.T) {
	t.Parallel()
	words := []document.Word{
		word(10, 20, "Date"), word(80, 20, "Zorg"), word(150, 20, "Description"), word(300, 20, "Qty"), word(420, 20, "Amount"),
		word(10, 40, "04/05/2031"), word(80, 40, "AMR"), word(150, 40, "Draft"), word(306, 40, "2"), word(420, 40, "24.00"),
		word(20, 60, "Search"), word(60, 60, "in"), word(76, 60, "the"), word(98, 60, "land"), word(126, 60, "register"),
		word(420, 60, "24.00"), word(20, 80, "Courier"), word(180, 80, "(two)"), word(420, 80, "9.00"),
	}
	tb := readTable(t, words...)
	for i, want := range []map[layout.Column]string{
		{layout.ColumnDate: "04/05/2031", layout.ColumnOther: "AMR", layout.ColumnDescription: "Draft",
			layout.ColumnQuantity: "2", layout.ColumnAmount: "24.00"},
		{layout.ColumnDescription: "Search in the land register", layout.ColumnAmount: "24.00"},
		{layout.ColumnDate: "Courier", layout.ColumnDescription: "(two)", layout.ColumnAmount: "9.00"},
	} {
		if got := columns(tb.Rows[i]); !reflect.DeepEqual(got, want) {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
}

func TestHeadingsRepeatingNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		last []string
		want string
	}{
		"with a currency": {[]string{"Zorgs", "in", "EUR"}, "Draft"}, "with another word": {[]string{"Zorgs", "in", "oak"}, ""},
	} {
		words := append(spelled(10, 20, "Zorgs"), word(200, 20, "VAT"), word(150, 40, "20"), word(10, 40, "Draft"),
			word(420, 40, "24.00"))
		words = append(words, spelled(400, 20, c.last...)...)
		got := ""
		for _, tb := range layout.Analyze(page(words...)).Pages[0].Tables() {
			got = columns(tb.Rows[0])[layout.ColumnDescription]
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

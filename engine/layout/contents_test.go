package layout_test

import (
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Cells correct the headings of running numbers, codes, names and percentages.
func TestColumnsByContents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heads, cells [4]string
		want         map[layout.Column]string
	}{
		"running numbers under Item": {
			[4]string{"Item", "Product", "Rate", "Amount"}, [4]string{"1", "Chair", "5.00", "10.00"},
			map[layout.Column]string{layout.ColumnPosition: "1", layout.ColumnDescription: "Chair",
				layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"},
		},
		"codes under Product": {
			[4]string{"Product", "Details", "Rate", "Amount"}, [4]string{"KH-563", "Chair", "5.00", "10.00"},
			map[layout.Column]string{layout.ColumnCode: "KH-563", layout.ColumnDescription: "Chair",
				layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"},
		},
		"capitals under Item": {
			[4]string{"Item", "Description", "Rate", "Amount"}, [4]string{"CH-OAK", "Chair", "5.00", "10.00"},
			map[layout.Column]string{layout.ColumnCode: "CH-OAK", layout.ColumnDescription: "Chair",
				layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"},
		},
		"capitals under both": {
			[4]string{"Item", "Description", "Rate", "Amount"}, [4]string{"CHAIR", "OAK", "5.00", "10.00"},
			map[layout.Column]string{layout.ColumnDescription: "CHAIR OAK", layout.ColumnUnitPrice: "5.00",
				layout.ColumnAmount: "10.00"},
		},
		"names and codes change places": {
			[4]string{"Artikel", "Bezeichnung", "Preis", "Betrag"}, [4]string{"Stuhl", "KH-563", "5,00", "10,00"},
			map[layout.Column]string{layout.ColumnCode: "KH-563", layout.ColumnDescription: "Stuhl",
				layout.ColumnUnitPrice: "5,00", layout.ColumnAmount: "10,00"},
		},
		"an unknown heading over names": {
			[4]string{"SKU", "Wares", "Rate", "Amount"}, [4]string{"KH-563", "Chair", "5.00", "10.00"},
			map[layout.Column]string{layout.ColumnCode: "KH-563", layout.ColumnDescription: "Chair",
				layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"},
		},
		"an unknown heading over percentages": {
			[4]string{"Item", "Imp.", "Rate", "Amount"}, [4]string{"Chair", "21%", "5.00", "10.00"},
			map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnTaxRate: "21%",
				layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"},
		},
		"a discount called desc": {
			[4]string{"Concepto", "Precio", "Desc.", "Importe"}, [4]string{"Silla", "5,00", "10", "4,50"},
			map[layout.Column]string{layout.ColumnDescription: "Silla", layout.ColumnUnitPrice: "5,00",
				layout.ColumnDiscount: "10", layout.ColumnAmount: "4,50"},
		},
	} {
		var words []document.Word
		for i := range 4 {
			words = append(words, word(10+140*float64(i), 20, c.heads[i]), word(10+140*float64(i), 40, c.cells[i]))
		}
		tables := layout.Analyze(page(words...)).Pages[0].Tables()
		if len(tables) != 1 {
			t.Errorf("%s: %d tables", name, len(tables))
			continue
		}
		if got := columns(tables[0].Rows[0]); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Sums and footers under the headings are ignored; numbers before codes are line numbers.
func TestFooterIgnored(t *testing.T) {
	t.Parallel()
	words := []document.Word{word(10, 20, "Item"), word(80, 20, "Material"), word(200, 20, "Description"),
		word(350, 20, "Qty"), word(400, 20, "Price"), word(500, 20, "Amount"),
		word(10, 40, "000010"), word(80, 40, "A-2"), word(200, 40, "Chair"), word(350, 40, "2"), word(400, 40, "5.00"),
		word(500, 40, "10.00")}
	for i, text := range []string{"Sum", "Carriage", "Taxes", "Final"} {
		words = append(words, word(10, 60+16*float64(i), text), word(500, 60+16*float64(i), "10.00"))
	}
	tables := layout.Analyze(page(words...)).Pages[0].Tables()
	if len(tables) != 1 {
		t.Fatalf("%d tables", len(tables))
	}
	want := map[layout.Column]string{layout.ColumnPosition: "000010", layout.ColumnCode: "A-2",
		layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2", layout.ColumnUnitPrice: "5.00",
		layout.ColumnAmount: "10.00"}
	if got := columns(tables[0].Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("row %v, want %v", got, want)
	}
}

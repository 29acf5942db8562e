package layout_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Names close after their running numbers and far before a centered heading are whole.
func TestNamesAfterLineNumbers(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{
		{"Oak boards planed thick", "Pine 50 mm battens, rough", "Nails", "3 Drills"},
		{"Oak boards planed thick", "Nails, bright"},
	} {
		checkNumberedNames(t, names)
	}
}

func checkNumberedNames(t *testing.T, names []string) {
	t.Helper()
	words := []document.Word{
		word(10, 20, "No."), word(130, 20, "Description"), word(300, 20, "Price"), word(400, 20, "Amount"),
	}
	for i, name := range names {
		y, x := 40+20*float64(i), 30.0
		words = append(words, word(20, y, string(rune('1'+i))), word(300, y, "5.00"), word(400, y, "10.00"))
		for w := range strings.FieldsSeq(name) {
			words = append(words, word(x, y, w))
			x += 6*float64(len(w)) + 4
		}
	}
	for i, row := range readTable(t, words...).Rows {
		want := map[layout.Column]string{layout.ColumnPosition: string(rune('1' + i)), layout.ColumnDescription: names[i],
			layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"}
		if got := columns(row); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// Words before the heading, and numbers close after them or at their edge, are part of the names.
func TestSplitNamesInScans(t *testing.T) {
	t.Parallel()
	const code, text = layout.ColumnCode, layout.ColumnDescription
	words := []document.Word{
		word(10, 20, "Code"), word(160, 20, "Description"), word(320, 20, "Unit"), word(370, 20, "Price"),
		word(430, 20, "Amount"),
	}
	for i, name := range [][]document.Word{
		{word(60, 40, "BOARDS"), word(107, 40, "PLANED"), word(154, 40, "OAK")},
		{word(60, 60, "NAILS"), word(101, 60, "THIN")},
		{word(60, 80, "LACQUER"), word(113, 80, "COLOURLESS,"), word(190, 80, "MATT"), word(225, 80, "INSIDE"), word(272, 80, "250")},
	} {
		y := 40 + 20*float64(i)
		words = append(append(words, name...), word(10, y, "A-10"+string(rune('1'+i))), word(320, y, "pcs"),
			word(370, y, "5.00"), word(430, y, "10.00"))
	}
	words = append(words, word(60, 100, "0.75"))
	rows := readTable(t, words...).Rows
	for i, want := range []string{"BOARDS PLANED OAK", "NAILS THIN", "LACQUER COLOURLESS, MATT INSIDE 250", "0.75"} {
		if got := columns(rows[i]); got[text] != want || i < 3 && !strings.HasPrefix(got[code], "A-10") {
			t.Errorf("row %d: %v, want %s", i, got, want)
		}
	}
}

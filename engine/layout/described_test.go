package layout_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Names that begin close behind their running numbers, far in front of a heading set in the
// middle of their column, are whole: also such as do not reach under it, and numbers in them.
func TestNamesBehindRunningNumbers(t *testing.T) {
	t.Parallel()
	words := []document.Word{
		word(10, 20, "No."), word(130, 20, "Description"), word(300, 20, "Price"), word(400, 20, "Amount"),
	}
	names := []string{"Oak boards planed thick", "Pine 50 mm battens, rough", "Nails", "3 Drills"}
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

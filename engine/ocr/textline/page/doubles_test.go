package page

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// shown decodes steps that show characters: each of a row of fields is one step, "." a blank and
// "x/y" x or, about half as likely, y.
func shown(labels, steps string) ctc.Text {
	names := append([]string{""}, strings.Split(labels, "")...)
	var table [][]float32
	for step := range strings.FieldsSeq(steps) {
		row := make([]float32, len(names))
		for i, option := range strings.Split(step, "/") {
			for class, name := range names {
				if name == option || option == "." && class == 0 {
					row[class] = float32(9 - i)
				}
			}
		}
		table = append(table, row)
	}
	return ctc.New(names).Decode(len(table), func(i int) []float32 { return table[i] }, 8)
}

func TestRedoubled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ steps, want string }{
		"a figure that stands once": {
			". 1 . . . . . 0 ./0 0 . . . . 9 . . . . . 2 . . . . . 5 . . . . . 7 .", "109257"},
		"one that stands twice": {
			". 1 . . . . . 0 . . . . . 0 . . . . . 9 . . . . . 2 . . . . . 5 . . . . . 7 .", "1009257"},
		"print that says twice for certain": {
			". 1 . . . . . 0 . 0 . . . . 9 . . . . . 2 . . . . . 5 . . . . . 7 .", "1009257"},
		"a narrow letter with room for two": {
			". 9 . . . . . 2 . . . . . 5 . . . . . 7 . . . . l l/. l . . . 1 . . . . . 2 . . . . . 5 .", "9257ll125"},
		"too little to tell": {". 1 . . . . . 0 ./0 0 . . . .", "100"},
	} {
		if got := redoubled(shown("0123456789l", c.steps)).String(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

package ocr_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/libs/assert"
)

// word is in a row of a page, from x0 to x1 hundredths of its width.
func word(text string, confidence float64, row int, x0, x1 float64) document.Word {
	top := 0.1 * float64(row)
	return document.Word{Text: text, Confidence: confidence,
		Box: document.Box{X0: x0 / 100, X1: x1 / 100, Y0: top, Y1: top + 0.05}}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	type lines = [][]document.Word
	for name, c := range map[string]struct {
		first, second lines
		want          []string
	}{
		"the surer word counts": {
			lines{{word("Tota1", 0.4, 0, 10, 20), word("12.50", 0.9, 0, 80, 90)}},
			lines{{word("Total", 0.8, 0, 11, 20), word("12.80", 0.5, 0, 80, 91)}},
			[]string{"Total 12.50"},
		},
		"pieces against a whole": {
			lines{{word("CASH", 0.9, 0, 10, 20), word("2", 0.5, 0, 30, 33), word("0.00", 0.6, 0, 34, 40)}},
			lines{{word("20.00", 0.8, 0, 30, 40)}},
			[]string{"CASH 20.00"},
		},
		"a whole against pieces": {
			lines{{word("Tobl5/3", 0.3, 0, 10, 40)}},
			lines{{word("Tbl", 0.7, 0, 10, 20), word("15/3", 0.8, 0, 25, 40)}},
			[]string{"Tbl 15/3"},
		},
		"what one alone has read": {
			lines{{word("only", 0.3, 0, 10, 20)}},
			lines{{word("sure", 0.9, 1, 10, 20)}, {word("noise", 0.5, 2, 10, 20)}},
			[]string{"only", "sure"},
		},
		"rows keep apart": {
			lines{{word("upper", 0.5, 0, 10, 20)}, {word("lower", 0.5, 1, 10, 20)}},
			lines{{word("LOWER", 0.6, 1, 10, 20)}},
			[]string{"upper", "LOWER"},
		},
		"nothing": {nil, lines{{word("all", 0.9, 0, 10, 20)}}, []string{"all"}},
	} {
		assert.EqualSlices(t, ocr.Merge(c.first, c.second), c.want, name)
	}
}

func TestJoinAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words []document.Word
		want  string
	}{
		{[]document.Word{word("TOTAL:", 1, 0, 10, 20), word("62.", 1, 0, 70, 75), word("80", 1, 0, 77, 80)}, "TOTAL: 62.80"},
		{[]document.Word{word("100,", 1, 0, 70, 75), word("00", 1, 0, 77, 80)}, "100,00"},
		{[]document.Word{word("62.", 1, 0, 70, 75), word("80", 1, 0, 95, 99)}, "62. 80"},
		{[]document.Word{word("12,", 1, 0, 10, 15), word("14", 1, 0, 17, 20), word("High", 1, 0, 22, 30)}, "12, 14 High"},
		{[]document.Word{word("No.", 1, 0, 10, 15), word("14", 1, 0, 17, 20)}, "No. 14"},
		{[]document.Word{word("3.", 1, 0, 10, 15), word("1999", 1, 0, 17, 20)}, "3. 1999"},
	} {
		line := document.Line{Words: ocr.JoinAmounts(c.words)}
		assert.Equal(t, line.Text(), c.want)
	}
}

package ocr_test

import (
	"maps"
	"strings"
	"testing"

	bench "github.com/docmill/docmill/bench/ocr"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/libs/assert"
)

func line(text string) document.Line {
	l := document.Line{}
	for word := range strings.FieldsSeq(text) {
		l.Words = append(l.Words, document.Word{Text: word})
	}
	return l
}

func TestRecall(t *testing.T) {
	t.Parallel()
	var r bench.Recall
	reference := []document.Line{line("Example Shop"), line("GrandTotal: RM12.50"), line("12.50 12.50")}
	r.Add([]document.Line{line("EXAMPLE Shap"), line("Grand Total 12.50 12,50"), line("noise")}, reference)
	// Found: Example, the joined GrandTotal, and "1250" twice of three. RM is an extra word.
	assert.True(t, r.Words == 6 && r.FoundWords == 4 && r.Read == 7, r)
	assert.True(t, r.Amounts == 3 && r.FoundAmounts == 1, "amounts", r)
}

// A word that was read as a whole is not composed of other words.
func TestRecallWholeWordsFirst(t *testing.T) {
	t.Parallel()
	var r bench.Recall
	lines := []document.Line{line("Chair 2 5 497.90"), line("Toner 25 423.75")}
	assert.Empty(t, r.Add(lines, lines), "of what was read just so", "is missing")
}

// The most similar line decides, and a part of a line that is read is enough.
func TestEdits(t *testing.T) {
	t.Parallel()
	e := bench.Edits{}
	reference := []document.Line{line("Total 18.50"), line("Cash 20.00"), line("Change 1.50"), line("qq ww")}
	e.Add([]document.Line{line("Sum"), line("Tota1 18,50 Cash 20.0"), line("Ciango 1.50")}, reference)
	assert.True(t, maps.Equal(e, bench.Edits{"'l' is read as '1'": 1, "'.' is read as ','": 1, "'0' is missing": 1,
		"'h' is read as 'i'": 1, "'e' is read as 'o'": 1, "line not read": 1}), e)
	assert.Equal(t, e.Most(1), "      1  '.' is read as ','\n")
}

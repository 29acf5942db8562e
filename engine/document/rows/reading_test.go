package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/rows"
	"github.com/docmill/docmill/libs/assert"
)

// drawn collects the words of a page and its text in reading order.
type drawn struct {
	words []document.Word
	want  []string
}

// line draws words from (x, y) on.
func (d *drawn) line(x, y float64, texts ...string) {
	for i, text := range texts {
		d.words = append(d.words, word(text, x+0.053*float64(i), y, 0.01))
	}
	d.want = append(d.want, strings.Join(texts, " "))
}

// column draws lines of text.
func (d *drawn) column(name string, x, y float64, lines, words int) {
	for i := range lines {
		texts := make([]string, words)
		for k := range texts {
			texts[k] = name + string(rune('a'+i)) + string(rune('a'+k))
		}
		d.line(x, y+0.014*float64(i), texts...)
	}
}

func (d *drawn) check(t *testing.T, name string) {
	t.Helper()
	doc := &document.Document{Pages: []document.Page{{Lines: rows.Group(d.words)}}}
	assert.Equal(t, rows.ReadingText(doc), strings.Join(d.want, "\n")+"\n", name)
}

// Columns are read one after the other, between lines across the page.
func TestReadingOfColumns(t *testing.T) {
	t.Parallel()
	d := &drawn{}
	d.line(0.3, 0.05, "A", "title", "across", "the", "columns")
	d.column("left", 0.05, 0.10, 12, 7)
	d.column("right", 0.52, 0.104, 9, 7)
	d.line(0.2, 0.40, "Figure", "A", "caption", "across", "both", "of", "them", "below", "its", "picture")
	d.column("lower", 0.05, 0.45, 12, 7)
	d.column("last", 0.52, 0.45, 8, 7)
	d.line(0.48, 0.9, "12")
	d.check(t, "two columns")

	d = &drawn{}
	for i := range 3 {
		d.column(fmt.Sprintf("%c", 'p'+i), 0.05+0.31*float64(i), 0.10, 12, 4)
	}
	d.check(t, "three columns")
}

// Cells of tables and labels beside values are read across.
func TestReadingOfRows(t *testing.T) {
	t.Parallel()
	d := &drawn{}
	for i := range 12 {
		y := 0.1 + 0.02*float64(i)
		d.line(0.05, y, "Oak", "shelf", "board")
		label := d.want[i]
		d.line(0.6, y, fmt.Sprint(i+1), "pcs", "12.50", "150.00")
		d.want = append(d.want[:i], label+" "+d.want[i+1])
	}
	d.check(t, "a table")

	d = &drawn{}
	for i, label := range []string{"Number of the invoice", "Date of its issue", "Terms of the payment", "Person in charge"} {
		y := 0.1 + 0.014*float64(i)
		d.line(0.05, y, strings.Fields(label)...)
		d.line(0.6, y, "value", "of", "this")
		d.want = append(d.want[:i], label+" value of this")
	}
	d.check(t, "labels and values")
}

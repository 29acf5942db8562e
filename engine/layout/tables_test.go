package layout_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/require"
)

// TestTables reads the pages of testdata/tables.txt, which describes its format.
func TestTables(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/tables.txt")
	require.NoError(t, err)
	for c := range strings.SplitSeq(string(data), "\n[") {
		name, lines, ok := strings.Cut(c, "]\n")
		if !ok {
			continue // the comment at the beginning
		}
		var words []document.Word
		var want []string
		scale := 1.0
		for line := range strings.Lines(lines) {
			line = strings.TrimSuffix(line, "\n")
			y, cells, drawn := strings.Cut(line, " | ")
			factor, scaled := strings.CutPrefix(line, "scale ")
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '=' || line[0] == '-':
				want = append(want, line)
			case scaled:
				scale = number(t, factor)
			case drawn:
				words = append(words, row(t, number(t, y), cells)...)
			default:
				t.Fatalf("%s: %q", name, line)
			}
		}
		doc := page(words...)
		doc.Pages[0].Width *= scale
		doc.Pages[0].Height *= scale
		if got, want := describe(layout.Analyze(doc)), strings.Join(want, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return n
}

// row returns the words of a line: "10 Chair | 250 2 pcs".
func row(t *testing.T, y float64, cells string) []document.Word {
	t.Helper()
	var out []document.Word
	for cell := range strings.SplitSeq(cells, " | ") {
		left, text, _ := strings.Cut(cell, " ")
		x := number(t, left)
		for w := range strings.FieldsSeq(text) {
			out = append(out, word(x, y, strings.ReplaceAll(w, "_", " ")))
			x += 6*float64(len(w)) + 4
		}
	}
	return out
}

// describe lists the columns of each table, and the cells of each row.
func describe(l *layout.Layout) string {
	names := strings.Fields("other position code description date quantity unit unitPrice discount taxRate taxAmount " +
		"amount gross balance debit credit priceBase")
	var out []string
	for _, table := range l.Pages[0].Tables() {
		var heads []string
		for _, h := range table.Headings {
			heads = append(heads, names[h.Column])
		}
		line := "= " + strings.Join(heads, ", ")
		if table.Stacked() {
			line += " (stacked)"
		}
		out = append(out, line)
		for _, r := range table.Rows {
			var cells []string
			for c, name := range names {
				text := name
				for _, part := range r.Cells[layout.Column(c)] {
					text += " " + part.Text()
				}
				if text != name {
					cells = append(cells, text)
				}
			}
			out = append(out, "- "+strings.Join(cells, " | "))
		}
	}
	return strings.Join(out, "\n")
}

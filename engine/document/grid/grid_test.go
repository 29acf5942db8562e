package grid_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// set sets blocks and draws the page: each line with its words at their
// columns.
func set(t *testing.T, blocks ...grid.Block) (string, document.Page) {
	t.Helper()
	var s grid.Setter
	page, err := s.Page(1, blocks)
	require.NoError(t, err)
	require.True(t, page.Nominal && page.Number == 1, "page", page.Number, "nominal", page.Nominal)
	var sb strings.Builder
	for _, l := range page.Lines {
		line := ""
		for _, w := range l.Words {
			if b := w.Box; b.Empty() || b.X0 < 0 || b.Y0 < 0 || b.X1 > 1 || b.Y1 > 1 {
				t.Fatalf("%q stands at %v", w.Text, b)
			}
			column := int(w.Box.X0*page.Width/grid.Pitch + 0.5)
			line += strings.Repeat(" ", max(0, column-len([]rune(line)))) + w.Text
		}
		sb.WriteString(line + "\n")
	}
	return sb.String(), page
}

func text(s string) grid.Cell { return grid.Cell{Blocks: []grid.Block{grid.Text(s)}} }

func row(cells ...string) []grid.Cell {
	var out []grid.Cell
	for _, c := range cells {
		out = append(out, text(c))
	}
	return out
}

func table(rows ...[]grid.Cell) grid.Block { return grid.Block{Table: &grid.Table{Rows: rows}} }

func TestPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		blocks []grid.Block
		want   string
	}{
		"lines":        {[]grid.Block{grid.Text("one  two\nthree")}, "one  two\nthree\n"},
		"tabs":         {[]grid.Block{grid.Text("a\tb\tc\n12345678\tx")}, "a       b       c\n12345678        x\n"},
		"a narrow tab": {[]grid.Block{grid.Text("1234567\tx")}, "1234567         x\n"},
		"tab stops": {[]grid.Block{{Paragraph: &grid.Paragraph{
			Runs: []grid.Run{{Text: "a\tb\tc\td"}}, Stops: []float64{10 * grid.Pitch, 20 * grid.Pitch},
		}}}, "a         b         c   d\n"},
		"indent": {[]grid.Block{{Paragraph: &grid.Paragraph{Runs: []grid.Run{{Text: "x\ny"}}, Indent: 4 * grid.Pitch}}},
			"    x\n    y\n"},
		"runs of word": {[]grid.Block{{Paragraph: &grid.Paragraph{Runs: []grid.Run{{Text: "in", Bold: true},
			{Text: "voice 1"}}}}}, "invoice 1\n"},
		"invisible":    {[]grid.Block{grid.Text("so\u00adft\u200b no\u00a0break")}, "soft no break\n"},
		"wide letters": {[]grid.Block{grid.Text("請求 x")}, "請求   x\n"},
		"table": {[]grid.Block{table(row("Item", "Amount"), row("A long name", "1.00"))},
			"Item          Amount\nA long name   1.00\n"},
		"spans": {[]grid.Block{table(
			[]grid.Cell{{Columns: 2, Blocks: text("a title that is long").Blocks}, text("x")}, row("a", "b", "c"),
		)}, "a title that is long   x\na   b                  c\n"},
		"rows spanned": {[]grid.Block{table(
			[]grid.Cell{{Rows: 2, Blocks: text("one\ntwo\nthree").Blocks}, text("x")}, row("y"), row("a", "b"),
		)}, "one     x\ntwo\n        y\nthree\na       b\n"},
		"tables within": {[]grid.Block{table([]grid.Cell{{Blocks: []grid.Block{table(row("a", "b"))}}, text("c")})},
			"a   b   c\n"},
		"sparse": {[]grid.Block{table(grid.Sparse([]string{"", "b", "", "d"}), row("1", "2", "3", "4"))},
			"    b       d\n1   2   3   4\n"},
		"empty": {[]grid.Block{{}, table(), grid.Text("")}, ""},
	} {
		got, _ := set(t, c.blocks...)
		assert.Equal(t, got, c.want, name)
	}
}

func TestWrappedCells(t *testing.T) {
	t.Parallel()
	got, _ := set(t, table(row("Item", "Quantity", "Amount"), row(strings.Repeat("word ", 20), "1", "2.00")))
	want := fmt.Sprintf("Item%sQuantity   Amount\n%s   1          2.00\n", strings.Repeat(" ", 38),
		strings.TrimSpace(strings.Repeat("word ", 8)))
	assert.True(t, strings.HasPrefix(got, want) && strings.Count(got, "\n") == 4, got, "want", want)
}

func TestLargeText(t *testing.T) {
	t.Parallel()
	_, page := set(t, grid.Block{Paragraph: &grid.Paragraph{Runs: []grid.Run{{Text: "TITLE ", Scale: 9},
		{Text: "small"}}}}, grid.Text("next"))
	title, small, next := page.Lines[0].Words[0].Box, page.Lines[0].Words[1].Box, page.Lines[1].Words[0].Box
	if d := title.Height() - 2*small.Height(); d > 1e-9 || d < -1e-9 || title.Y1 != small.Y1 || next.Y0 < title.Y1 {
		t.Errorf("title %v, small %v, next %v", title, small, next)
	}
}

func TestHiddenWordLines(t *testing.T) {
	t.Parallel()
	_, page := set(t, grid.Block{Paragraph: &grid.Paragraph{Runs: []grid.Run{{Text: "shown"},
		{Text: "hidden", Hidden: true}}}})
	assert.True(t, len(page.Lines) == 2 && page.Lines[0].Words[0].Hidden != page.Lines[1].Words[0].Hidden,
		"lines", page.Lines)
}

func TestBounds(t *testing.T) {
	t.Parallel()
	deep := grid.Text("x")
	for range grid.MaxDepth + 1 {
		deep = table([]grid.Cell{{Blocks: []grid.Block{deep}}})
	}
	for name, b := range map[string]grid.Block{
		"deep":       deep,
		"many words": grid.Text(strings.Repeat("a ", grid.MaxWords+1)),
	} {
		var s grid.Setter
		_, err := s.Page(1, []grid.Block{b})
		assert.Equal(t, extractionerror.CodeOf(err), extractionerror.TooComplex, name, err)
	}
}

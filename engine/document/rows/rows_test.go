package rows_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/rows"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func word(text string, x, y, height float64) document.Word {
	return document.Word{Text: text, Box: document.Box{X0: x, Y0: y, X1: x + 0.05, Y1: y + height}}
}

func texts(lines []document.Line) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.Text()
	}
	return out
}

func TestGroup(t *testing.T) {
	t.Parallel()
	hidden := word("ghost", 0.2, 0.1, 0.01)
	hidden.Hidden = true
	for _, c := range []struct {
		name  string
		words []document.Word
		want  []string
	}{
		{"none", nil, []string{}},
		{"order", []document.Word{word("total", 0.1, 0.5, 0.01), word("b", 0.8, 0.1, 0.01), word("a", 0.1, 0.1, 0.01)},
			[]string{"a b", "total"}},
		{"large beside small on one baseline",
			[]document.Word{word("12,00", 0.5, 0.088, 0.03), word("Total", 0.1, 0.104, 0.01)}, []string{"Total 12,00"}},
		{"title beside three lines", []document.Word{
			word("INVOICE", 0.1, 0.10, 0.045),
			word("street", 0.6, 0.100, 0.01), word("town", 0.6, 0.118, 0.01), word("phone", 0.6, 0.136, 0.01),
		}, []string{"street", "INVOICE town", "phone"}},
		{"leaning row", []document.Word{
			word("a", 0.1, 0.100, 0.01), word("b", 0.3, 0.104, 0.01), word("c", 0.5, 0.108, 0.01), word("d", 0.7, 0.112, 0.01),
			word("e", 0.1, 0.115, 0.01), word("f", 0.3, 0.119, 0.01),
		}, []string{"a b c d", "e f"}},
		{"hidden apart", []document.Word{word("seen", 0.1, 0.1, 0.01), hidden}, []string{"seen", "ghost"}},
		{"right to left", []document.Word{word("שלום", 0.5, 0.1, 0.01), word("עולם", 0.1, 0.1, 0.01)}, []string{"שלום עולם"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.EqualSlices(t, texts(rows.Group(c.words)), c.want, "Group")
		})
	}
}

func TestGroupAllWords(t *testing.T) {
	t.Parallel()
	var words []document.Word
	for i := range 5000 {
		words = append(words, word("w", float64(i%7)/7, float64(i%1301)/1301, 0.002+float64(i%5)/50))
	}
	n := 0
	for _, l := range rows.Group(words) {
		n += len(l.Words)
	}
	require.Equal(t, n, len(words), "words")
}

// Words as they stand from left to right, "|" for the gap between columns.
func TestGroupMixedScripts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, stands, want string }{
		{"Hebrew alone", "לארשי ץרא", "ץרא לארשי"},
		{"Latin name in Hebrew", "דוד ACME Ltd ןובשח", "ןובשח ACME Ltd דוד"},
		{"numbers in Hebrew", "12 5 רפסמ ןובשח", "ןובשח רפסמ 5 12"},
		{"number after a Latin name", "ןובשח ACME 5 רפסמ ןובשח", "ןובשח רפסמ ACME 5 ןובשח"},
		{"Hebrew name in English", "Invoice for דוד יול and more of it", "Invoice for יול דוד and more of it"},
		{"number between Hebrew in English", "Invoice of whom דוד 5 יול for", "Invoice of whom יול 5 דוד for"},
		{"number after Hebrew in English", "Invoice of whom דוד 5 for", "Invoice of whom דוד 5 for"},
		{"columns", "119.00 | ABC X | ךותב ןובשח", "ןובשח ךותב ABC X 119.00"},
		{"Arabic", "ةروتاف مقر", "مقر ةروتاف"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var words []document.Word
			x := 0.0
			for _, text := range strings.Fields(c.stands) {
				if text == "|" {
					x += 0.1
					continue
				}
				words = append(words, document.Word{Text: text, Box: document.Box{X0: x, Y0: 0.1, X1: x + 0.02, Y1: 0.11}})
				x += 0.025
			}
			assert.Equal(t, rows.Group(words)[0].Text(), c.want, "read")
		})
	}
}

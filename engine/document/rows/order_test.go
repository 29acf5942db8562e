package rows_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/rows"
)

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
			if got := rows.Group(words)[0].Text(); got != c.want {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

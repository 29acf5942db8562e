package pdf_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
)

// Titles are often printed with room between their letters, and more of it between words.
func TestLetterSpacing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, want string
		room       float64 // between letters, in points of a print of 12
		space      float64 // more between words
	}{
		"a word":           {"INVOICE", "[INVOICE]", 8, 0},
		"two words":        {"TAX INVOICE", "[TAX INVOICE]", 8, 8},
		"in small letters": {"rechnung", "[rechnung]", 6, 0},
		"three letters":    {"QTY", "[Q T Y]", 8, 0},
		"columns":          {"ABCDE", "[A B C D E]", 30, 0},
		"digits":           {"12345", "[1 2 3 4 5]", 8, 0},
		"a capital first":  {"Rechnung", "[Rechnung]", 6, 0},
		"initials":         {"JPvdB", "[J P v d B]", 3, 0},
		"crosses":          {"xxxxx", "[x x x x x]", 8, 0},
	} {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		x := 60.0
		for _, r := range c.text {
			if r == ' ' {
				x += c.space
				continue
			}
			p.Letters(x, 100, 12, string(r))
			x += 7 + c.room
		}
		if got := lines(firstPage(t, doc)); fmt.Sprint(got) != c.want {
			t.Errorf("%s: read %q, want %q", name, got, c.want)
		}
	}
}

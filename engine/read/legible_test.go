package read_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/lab/pdfgen"
)

// A font with a wrong character table: the page and its text differ.
func TestGarbledTextPages(t *testing.T) {
	t.Parallel()
	const shown = "Invoice number 4711 of the first of October"
	shifted := strings.Map(func(r rune) rune {
		if r == ' ' {
			return r
		}
		return r - 0x1d
	}, shown)
	text := "the quick account of every board that left the yard in order of its date and of the length in which it was " +
		"cut"
	rotated := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+5)%26
	}, text)
	for name, c := range map[string]struct {
		text string
		ocr  bool
	}{
		"plain":             {text, false},
		"each letter other": {rotated, true},
		"glyph numbers":     {shifted, true},
		"German": {"Bitte überweisen Sie den Rechnungsbetrag innerhalb von vierzehn Tagen ohne Abzug auf unser " +
			"unten genanntes Geschäftskonto", false},
		"Polish": {"Prosimy o zapłatę należności przelewem na rachunek bankowy wskazany poniżej w ciągu czternastu dni od " +
			"daty wystawienia", false},
		"Greek": {"Παρακαλούμε εξοφλήστε το τιμολόγιο εντός δεκατεσσάρων ημερών από την ημερομηνία έκδοσης του " +
			"παραστατικού", false},
		"codes":   {"AX-4711 BZQ-12 XK-99 KLM-3 QRS-77 TX-8 ZZ-100 VW-12 PQ-99 WX-1 RT-5", false},
		"leaders": {"Chapter 1 " + strings.Repeat(".", 60) + " 5 Chapter 2 " + strings.Repeat(". ", 60) + " 9", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gen := pdfgen.New()
			p := gen.AddPage(600, 200)
			for i := range 6 {
				p.Letters(20, 30+float64(i)*14, 7, c.text)
			}
			doc := mustRead(t, gen.Bytes())
			ocr := doc.Pages[0].Lines[0].Words[0].Source == document.SourceOCR
			if ocr != c.ocr {
				t.Errorf("by OCR: %v, want %v: %q", ocr, c.ocr, visible(doc))
			}
		})
	}
}

package recognize_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/require"
)

var isoDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// For any words the functions return, spans lie within the words, and values have the documented form.
func FuzzRecognizers(f *testing.F) {
	for _, seed := range []string{
		"Total 1.234,56 € 19 %", "31.03.2024 bis 1/2/24", "2031. március 1. 12 345,- Ft", "NO 974 760 673 MVA",
		"DE89 3704 0044 0532 0130 00", "(12.00) - 5,- 1 234 567",
		"ATU13585627 CHE-123.456.789 +49 40 555", "€€€ --- ,,, 00 0.0.0 ٣٤", "Ｒ\u00a0１２ \xff\xfe 99999999999999999999999999",
		"Σύνολο 1.234,56 ευρώ ΤΠΥ-12 AΦM ΕL12", "1 март 2031г. Фактурa № 12,50лв. BG204718366", "15 ianuarie 2031 RO 27463104",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		inside := func(s recognize.Span) {
			require.True(t, s.First >= 0 && s.Last >= s.First && s.Last < len(words), "span", s, "of", len(words), "words")
		}
		for _, d := range recognize.Dates(words) {
			inside(d.Span)
			for _, order := range []recognize.Order{recognize.OrderUnknown, recognize.OrderDMY, recognize.OrderMDY} {
				if !isoDate.MatchString(d.ISO(order)) {
					t.Fatalf("date %q", d.ISO(order))
				}
			}
		}
		last := -1
		for _, a := range recognize.Amounts(words) {
			inside(a.Span)
			require.True(t, a.First > last, "amounts overlap at", a.First)
			last = a.Last
			_ = a.Money(recognize.StyleComma, a.Currency)
		}
		for _, find := range []func([]string) []recognize.Code{
			recognize.IBANs, recognize.BICs, recognize.VATIDs, recognize.Emails, recognize.URLs, recognize.Phones,
		} {
			for _, c := range find(words) {
				inside(c.Span)
			}
		}
		half := len(words) / 2
		if c, ok := recognize.IBANAcross(words[:half], words[half:]); ok && (c.First >= half || c.Last >= len(words)-half) {
			t.Fatalf("IBAN at %d to %d of %d and %d words", c.First, c.Last, half, len(words)-half)
		}
		for _, x := range recognize.Times(words) {
			inside(x.Span)
		}
		folded := recognize.Fold(text)
		require.Equal(t, recognize.Fold(folded), folded, "fold of", text, "is not stable")
	})
}

package annotate

import (
	"testing"

	"github.com/docmill/docmill/engine/text/recognize"
)

func TestShapesOfDatesTimesAndMoney(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"12/05/2031": "date", "1.5.2031": "date", "2031-05-12": "date", "12-05-31": "date", "1/5/31": "", "123/05/31": "",
		"12/05": "",
		"12:30": "time", "9:30:15": "time", "123:30": "", "12:3": "",
		"12.50": "money", "-12,50": "money", "(1.234,50)": "money", "1,234,567.50": "money", "1234.50": "money",
		"1234567.50": "",
		"1.5":        "", "12.500": "", ".50": "", "1234,567.50": "", "1,23,567.50": "", "1,a.50": "", "": "",
	} {
		got := ""
		switch {
		case dateShape(text):
			got = "date"
		case clockShape(text):
			got = "time"
		case moneyShape(text):
			got = "money"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// At least three amounts, and more than a third, must have cents.
func TestMostlyCents(t *testing.T) {
	t.Parallel()
	amounts := func(exact, whole, rates int) []recognize.Amount {
		var out []recognize.Amount
		for range exact {
			out = append(out, recognize.Amount{Number: recognize.Number{Fraction: 2}})
		}
		for range rates {
			out = append(out, recognize.Amount{Number: recognize.Number{Fraction: 2}, Percent: true})
		}
		return append(out, make([]recognize.Amount, whole)...)
	}
	for _, c := range []struct {
		exact, whole, rates int
		want                bool
	}{{3, 0, 0, true}, {2, 0, 0, false}, {3, 5, 0, true}, {3, 6, 0, false}, {2, 0, 1, false}, {0, 0, 0, false}} {
		if got := mostlyCents(amounts(c.exact, c.whole, c.rates)); got != c.want {
			t.Errorf("%d with cents, %d without, %d rates: %v", c.exact, c.whole, c.rates, got)
		}
	}
}

// A sign at the end of a word may be a letter, unless it closes a bracket.
func TestLettersAtTheEndOfWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ folded, read, want string }{
		{"tota", "Tota)", "total"},
		{"tota", "Tota):", "total"},
		{"tota", "(Tota)", "tota"},
		{"tota", "Tota", "tota"},
		{"to", "To)", "to"},
		{"tota", "", "tota"},
	} {
		if got := closed(c.folded, c.read); got != c.want {
			t.Errorf("%q read as %q: %q, want %q", c.folded, c.read, got, c.want)
		}
	}
}

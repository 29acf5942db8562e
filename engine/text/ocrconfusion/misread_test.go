package ocrconfusion_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/libs/assert"
)

// The uses differ from each other on purpose.
func TestConfusionsByUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		printed rune
		use     ocrconfusion.Use
		most    int
		want    string
	}{
		{'0', ocrconfusion.Digit, ocrconfusion.Often, "68"},
		{'0', ocrconfusion.Digit, ocrconfusion.Rare, "689"},
		{'6', ocrconfusion.Digit, ocrconfusion.Often, "058"},
		{'8', ocrconfusion.Digit, ocrconfusion.Often, "063"},
		{'8', ocrconfusion.Digit, ocrconfusion.Rare, "06359"},
		{'2', ocrconfusion.Digit, ocrconfusion.Often, ""},
		{'2', ocrconfusion.Digit, ocrconfusion.Rare, "7"},
		{'4', ocrconfusion.Till, ocrconfusion.Rare, ""},
		{'0', ocrconfusion.Till, ocrconfusion.Often, "689"},
		{'1', ocrconfusion.Number, ocrconfusion.Often, "lIi|!"},
		{'1', ocrconfusion.Number, ocrconfusion.Rare, "lIi|!L"},
		{'6', ocrconfusion.Number, ocrconfusion.Often, ""},
		{'6', ocrconfusion.Number, ocrconfusion.Rare, "G"},
		{'$', ocrconfusion.Currency, ocrconfusion.Often, "58"},
		{'S', ocrconfusion.Word, ocrconfusion.Often, "5$"},
		{'B', ocrconfusion.Word, ocrconfusion.Often, "38R"},
		{'Y', ocrconfusion.Sign, ocrconfusion.Often, "¥"},
		{'l', ocrconfusion.Ending, ocrconfusion.Often, ")]}|!"},
		{'T', ocrconfusion.Shape, ocrconfusion.Often, "Ilij"},
		{'O', ocrconfusion.Generator, ocrconfusion.Often, "O0Q0C"},
		{'x', ocrconfusion.Word, ocrconfusion.Rare, ""},
	} {
		got := ocrconfusion.Reads(c.printed, c.use, c.most)
		if len(got) != len(c.want) || strings.Trim(got, c.want) != "" {
			t.Errorf("%q is read as %q for %s up to %d, want %q", c.printed, got, c.use, c.most, c.want)
		}
	}
}

func TestDigitFor(t *testing.T) {
	t.Parallel()
	for read, want := range map[rune]struct{ often, rare rune }{
		'O': {'0', '0'}, 'o': {'0', '0'}, 'D': {'0', '0'}, 'Q': {'0', '0'}, 'l': {'1', '1'}, 'I': {'1', '1'},
		'|': {'1', '1'},
		'Z': {'2', '2'}, 's': {'5', '5'}, 'B': {'8', '8'}, 'g': {'9', '9'}, 'q': {'9', '9'},
		'L': {0, '1'}, 'G': {0, '6'}, 'T': {0, '7'}, 'A': {0, 0}, '7': {0, 0}, '.': {0, 0},
	} {
		often, _ := ocrconfusion.DigitFor(read, ocrconfusion.Often)
		rare, known := ocrconfusion.DigitFor(read, ocrconfusion.Rare)
		if often != want.often || rare != want.rare || known != (rare != 0) {
			t.Errorf("%q: %q and %q, want %q and %q", read, often, rare, want.often, want.rare)
		}
	}
}

func TestPrinted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		read rune
		use  ocrconfusion.Use
		want string
	}{
		{'8', ocrconfusion.Currency, "$"}, {'6', ocrconfusion.Currency, "€"}, {'4', ocrconfusion.Currency, ""},
		{'¥', ocrconfusion.Sign, "Y"}, {'§', ocrconfusion.Sign, ""}, {')', ocrconfusion.Ending, "l"}, {'(', ocrconfusion.Ending, ""},
	} {
		if got := ocrconfusion.Printed(c.read, c.use, ocrconfusion.Rare); got != c.want {
			t.Errorf("%q for %s: %q, want %q", c.read, c.use, got, c.want)
		}
	}
}

func TestAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		read, word string
		want       bool
	}{
		{"SON", "SDN", true}, {"BHO", "BHD", true}, {"5DN", "SDN", true}, {"SDN", "SDN", false}, {"S0M", "SDN",
			false},
		{"SELANGQR", "SELANGOR", true}, {"TARN", "TAM", true}, {"TAMAN", "TARNAN", true}, {"TARNAN", "TAMAN", true},
		{"ILALL", "HALL", true}, {"SUIIE", "SUVE", false}, {"ROAD", "R0AD", true}, {"", "", false}, {"É", "E", false},
	} {
		assert.Equal(t, ocrconfusion.Alike(c.read, c.word), c.want, c.read, "for", c.word)
	}
}

// Symmetric confusions have the same cost both ways, and every cost is at least 1.
func TestCosts(t *testing.T) {
	t.Parallel()
	const last = 0x2200 // beyond every character of the table
	symmetric := []ocrconfusion.Use{ocrconfusion.Digit, ocrconfusion.Till, ocrconfusion.Word, ocrconfusion.Shape}
	for _, use := range append(symmetric, ocrconfusion.Number, ocrconfusion.Currency, ocrconfusion.Sign, ocrconfusion.Ending,
		ocrconfusion.Generator) {
		pairs := 0
		for printed := rune(0); printed < last; printed++ {
			for _, read := range ocrconfusion.Reads(printed, use, ocrconfusion.Rare) {
				pairs++
				cost, confused := ocrconfusion.Cost(printed, read, use)
				if !confused || cost < ocrconfusion.Often || cost > ocrconfusion.Rare {
					t.Errorf("%s: %q read as %q costs %d, %v", use, printed, read, cost, confused)
				}
				if printed != ocrconfusion.Any && !strings.ContainsRune(ocrconfusion.Printed(read, use, cost), printed) {
					t.Errorf("%s: %q is not among what %q is printed as", use, printed, read)
				}
			}
		}
		assert.NotEqual(t, pairs, 0, use, "knows no confusions")
	}
	for _, use := range symmetric {
		for printed := rune(1); printed < last; printed++ {
			for _, read := range ocrconfusion.Reads(printed, use, ocrconfusion.Rare) {
				there, _ := ocrconfusion.Cost(printed, read, use)
				if back, confused := ocrconfusion.Cost(read, printed, use); !confused || back != there || read == printed {
					t.Errorf("%s: %q as %q costs %d, the other way %d", use, printed, read, there, back)
				}
			}
		}
	}
}

// Every confusion accepted for check digits is accepted for equations between amounts.
func TestRareConfusions(t *testing.T) {
	t.Parallel()
	for printed := '0'; printed <= '9'; printed++ {
		for _, use := range []ocrconfusion.Use{ocrconfusion.Digit, ocrconfusion.Number} {
			often, rare := ocrconfusion.Reads(printed, use, ocrconfusion.Often), ocrconfusion.Reads(printed, use, ocrconfusion.Rare)
			if strings.Trim(often, rare) != "" {
				t.Errorf("%q for %s: %q is not within %q", printed, use, often, rare)
			}
		}
	}
}

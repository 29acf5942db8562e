package misread_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/misread"
)

// What each purpose takes: where it differs from its neighbour is on purpose.
func TestWhatEachUseTakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		printed rune
		use     misread.Use
		most    int
		want    string
	}{
		{'0', misread.Digit, misread.Often, "68"},
		{'0', misread.Digit, misread.Rare, "689"},
		{'6', misread.Digit, misread.Often, "058"},
		{'8', misread.Digit, misread.Often, "063"},
		{'8', misread.Digit, misread.Rare, "06359"},
		{'2', misread.Digit, misread.Often, ""},
		{'2', misread.Digit, misread.Rare, "7"},
		{'4', misread.Till, misread.Rare, ""},
		{'0', misread.Till, misread.Often, "689"},
		{'1', misread.Number, misread.Often, "lIi|!"},
		{'1', misread.Number, misread.Rare, "lIi|!L"},
		{'6', misread.Number, misread.Often, ""},
		{'6', misread.Number, misread.Rare, "G"},
		{'$', misread.Currency, misread.Often, "58"},
		{'S', misread.Word, misread.Often, "5$"},
		{'B', misread.Word, misread.Often, "38R"},
		{'Y', misread.Sign, misread.Often, "¥"},
		{'l', misread.Ending, misread.Often, ")]}|!"},
		{'T', misread.Shape, misread.Often, "Ilij"},
		{'O', misread.Generator, misread.Often, "O0Q0C"},
		{'x', misread.Word, misread.Rare, ""},
	} {
		got := misread.Reads(c.printed, c.use, c.most)
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
		often, _ := misread.DigitFor(read, misread.Often)
		rare, known := misread.DigitFor(read, misread.Rare)
		if often != want.often || rare != want.rare || known != (rare != 0) {
			t.Errorf("%q: %q and %q, want %q and %q", read, often, rare, want.often, want.rare)
		}
	}
}

func TestPrinted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		read rune
		use  misread.Use
		want string
	}{
		{'8', misread.Currency, "$"}, {'6', misread.Currency, "€"}, {'4', misread.Currency, ""},
		{'¥', misread.Sign, "Y"}, {'§', misread.Sign, ""}, {')', misread.Ending, "l"}, {'(', misread.Ending, ""},
	} {
		if got := misread.Printed(c.read, c.use, misread.Rare); got != c.want {
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
		if got := misread.Alike(c.read, c.word); got != c.want {
			t.Errorf("%q for %q: %v", c.read, c.word, got)
		}
	}
}

// Confusions that are symmetric are so at the same cost, and none costs nothing.
func TestCosts(t *testing.T) {
	t.Parallel()
	const last = 0x2200 // beyond every character of the table
	symmetric := []misread.Use{misread.Digit, misread.Till, misread.Word, misread.Shape}
	for _, use := range append(symmetric, misread.Number, misread.Currency, misread.Sign, misread.Ending,
		misread.Generator) {
		pairs := 0
		for printed := rune(0); printed < last; printed++ {
			for _, read := range misread.Reads(printed, use, misread.Rare) {
				pairs++
				cost, confused := misread.Cost(printed, read, use)
				if !confused || cost < misread.Often || cost > misread.Rare {
					t.Errorf("%s: %q read as %q costs %d, %v", use, printed, read, cost, confused)
				}
				if printed != misread.Any && !strings.ContainsRune(misread.Printed(read, use, cost), printed) {
					t.Errorf("%s: %q is not among what %q is printed as", use, printed, read)
				}
			}
		}
		if pairs == 0 {
			t.Errorf("%s knows no confusions", use)
		}
	}
	for _, use := range symmetric {
		for printed := rune(1); printed < last; printed++ {
			for _, read := range misread.Reads(printed, use, misread.Rare) {
				there, _ := misread.Cost(printed, read, use)
				if back, confused := misread.Cost(read, printed, use); !confused || back != there || read == printed {
					t.Errorf("%s: %q as %q costs %d, the other way %d", use, printed, read, there, back)
				}
			}
		}
	}
}

// What a repair of check digits believes, equations between amounts believe too.
func TestRarerConfusionsAddToFrequentOnes(t *testing.T) {
	t.Parallel()
	for printed := '0'; printed <= '9'; printed++ {
		for _, use := range []misread.Use{misread.Digit, misread.Number} {
			often, rare := misread.Reads(printed, use, misread.Often), misread.Reads(printed, use, misread.Rare)
			if strings.Trim(often, rare) != "" {
				t.Errorf("%q for %s: %q is not within %q", printed, use, often, rare)
			}
		}
	}
}

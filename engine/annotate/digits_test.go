package annotate

import (
	"strings"
	"testing"
)

func TestDigitsOf(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"O1/12/2O18": "01/12/2018", "l2.5O": "12.50", "1,23S.4O": "1,235.40", "I2:3O": "12:30", "2S-O3-17": "25-03-17",
		"S12": "", "SO.OO": "", "12.50": "", "FM43.00": "43.00", "RM43.00": "", "XY4": "", "B12": "", "100B": "", "1O": "", "OIL1.5": "", "1.5OOO": "",
	} {
		got, ok := digitsOf(read)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", read, got, ok, want)
		}
	}
}

func TestSlashesReadAsOnes(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"07107/2031": "07/07/2031", "07/0712031": "07/07/2031", "31112/2031.": "31/12/2031", "07/07/2031": "", "07207/2031": "",
		"45107/2031": "", "07177/2031": "", "071/2031": "", "0710712031": "", "A7107/2031": "",
	} {
		got, ok := slashed(read)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", read, got, ok, want)
		}
	}
}

// Old-style figures before a month and a year look like letters.
func TestDaysReadAsLetters(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"zo juin 2031": "20", "g mai 2031": "9", "z juillet 2031": "2", "1o mai 2031": "10", "rer avril 2031": "1er", "I mai 2031,": "1",
		"le mai 2031": "", "of May 2031": "", "12 mai 2031": "", "go July 2031": "", "zo juin": "", "zo Quai 2031": "", "zo juin 31": "",
	} {
		got, ok := dayOfMonth(strings.Fields(read), 0)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", read, got, ok, want)
		}
	}
}

package annotate

import (
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

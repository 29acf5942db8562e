package receiptline

import "testing"

// agrees checks a predicate on single words.
func agrees(t *testing.T, judge func(string) bool, yes, no []string) {
	t.Helper()
	for _, w := range yes {
		if !judge(w) {
			t.Errorf("%q was refused", w)
		}
	}
	for _, w := range no {
		if judge(w) {
			t.Errorf("%q was taken", w)
		}
	}
}

// Article numbers have at least four digits, or letters and three digits.
func TestNumbersOfArticles(t *testing.T) {
	t.Parallel()
	agrees(t, CodeShape,
		[]string{"4711", "40123456", "AB123", "A4711", "A-123", "12-34", "1850"},
		[]string{"123", "A12", "ABC4711", "ab123", "2031", "1999", "A", "", "47.11", "Tea"})
}

func TestCountsOfGoods(t *testing.T) {
	t.Parallel()
	agrees(t, countShape,
		[]string{"1", "12", "2.0", "2,00", "12.000"}, []string{"123", "", ".0", "2.5", "2.", "x", "1x", "-1"})
}

func TestCountsJoinedToNames(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"2x": {"2", ""}, "2×": {"2", ""}, "3X": {"3", ""}, "2-Tea": {"2", "Tea"}, "4@": {"4", ""}, "2-": {"2", ""},
		"2xTea": {}, "2-3": {}, "x2": {}, "Tea": {}, "250x": {}, "7-Up-2": {"7", "Up-2"}, "": {},
	} {
		digits, name, ok := cutCount(word)
		if got := [2]string{digits, name}; got != want || ok != (want[0] != "") {
			t.Errorf("%q: %q, %v", word, got, ok)
		}
	}
}

func TestWordsWithASignOfMultiplication(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"2x3.50": {"2", "3.50"}, "2x": {"2", ""}, "x3.50": {"", "3.50"}, "1.5kg×2.00": {"1.5kg", "2.00"},
		"2*3x4": {"2", "3x4"},
		"x":     {}, "Tea": {},
	} {
		a, b, ok := cutTimes(word)
		if got := [2]string{a, b}; got != want || ok != (want != [2]string{}) {
			t.Errorf("%q: %q, %v", word, got, ok)
		}
	}
}

func TestUnitsOfMeasure(t *testing.T) {
	t.Parallel()
	agrees(t, unitLike, []string{"kg", "Stück", "m²", "pcs.", "l"}, []string{"package", "2kg", "", "--"})
}

package match

import "testing"

func TestShapes(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{
		"VBM/24-25/0318": "AAA/99-99/9999", "r 17": "a 99", "": "", "É-7": "A-9",
		"0123456789012345678901234": "",
	} {
		if got := shapeOf(number); got != want {
			t.Errorf("%q: %q", number, got)
		}
	}
}

// One example corrects slashes; letters and digits need several.
func TestNumbersInTheShapeOfOthers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		read, shape string
		several     bool
		want        string
	}{
		"a stroke":                {"QTMI24-0318", "AAA/99-9999", false, "QTM/24-0318"},
		"a one":                   {"1127100", "9999/99", false, "1127/00"},
		"a dash":                  {"24~0318", "99-9999", false, "24-0318"},
		"as it is":                {"QTM/24", "AAA/99", false, "QTM/24"},
		"a letter for a digit":    {"QTM/2O", "AAA/99", true, "QTM/20"},
		"a digit for a letter":    {"025-0388", "A99-9999", true, "O25-0388"},
		"so of one page":          {"QTM/2O", "AAA/99", false, ""},
		"another length":          {"QTM/244", "AAA/99", true, ""},
		"what is no stroke":       {"QTMX24", "AAA/99", true, ""},
		"a digit that is no sign": {"24503", "99-99", true, ""},
	} {
		got, ok := inShape(c.read, c.shape, c.several)
		if ok != (c.want != "") || got != c.want {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

func TestStroked(t *testing.T) {
	t.Parallel()
	if got := strokeVariants("Quay 12/7"); len(got) != 3 || got[0] != "Quay 12/7" || got[1] != "Quay 1217" ||
		got[2] != "Quay 12I7" {
		t.Errorf("%q", got)
	}
	if got := strokeVariants("Quay 12"); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

package ocrconfusion_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/libs/assert"
)

func TestNear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"invoice", "lnvoice", true}, {"invoice", "invoic", true}, {"invoice", "invoicee", true},
		{"invoice", "invo1ce", true},
		{"invoice", "invoice", true}, {"invoice", "nvoicf", false}, {"total", "tota", true}, {"total", "motar", false},
		{"12.00", "17.00", true}, {"ab", "ba", false}, {"", "", true}, {"", "a", false}, {"abc", "abcde", false},
	} {
		assert.True(t, ocrconfusion.Near(c.a, c.b) == c.want && ocrconfusion.Near(c.b, c.a) == c.want,
			c.a, "and", c.b, "not", c.want)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		whole, part string
		want        int
	}{
		{"marlowfishbarltd", "fishbar", 0}, {"marlowfishbarltd", "fisbbar", 1}, {"marlowfishbarltd", "fihbar", 1},
		{"marlowfishbarltd", "fiishbar", 1}, {"abc", "", 0}, {"", "abc", 3}, {"abc", "xyz", 3}, {"abc", "abcd", 1},
	} {
		assert.Equal(t, ocrconfusion.Within(c.whole, c.part), c.want, c.part, "within", c.whole)
	}
}

func TestSlips(t *testing.T) {
	t.Parallel()
	const most = 20
	for _, c := range []struct {
		printed, read string
		want          int // above most: never
	}{
		{"northpier", "northpier", 0}, {"northpier", "n0rthpier", 1}, {"northpier", "orthpier", 1},
		{"northpier", "northpiier", 1}, {"northpier", "n0rthpjer", 2}, {"no12", "n012", 1}, {"12a", "128", 2},
		{"no12", "no13", most + 1}, {"no12", "no112", most + 1}, {"no12", "no1", most + 1}, {"dock4", "dock", most + 1},
		{"12oaklane", "120oaklane", most + 1},
		{"12oaklane", "120aklane", 1}, {"28195bremen", "28795bremen", 4},
		{"28195bremen", "2819bremen", most + 1}, {"", "abc", 3}, {"", "", 0},
	} {
		if got := ocrconfusion.Slips(c.printed, c.read); got != c.want && (c.want <= most || got <= most) {
			t.Errorf("%q read as %q: %d, want %d", c.printed, c.read, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	index := ocrconfusion.NewIndex(map[string]bool{"invoice": true, "total": true, "totals": true, "tot": true, "amount": true,
		"amounts": true, "iva": true, "billnummern": true, "summe": true, "mill": true, "miii": true})
	for read, want := range map[string]string{
		"invoice": "invoice", "lnvoice": "invoice", "invoce": "invoice", "total": "total", "totals": "totals",
		"tofal":   "total",
		"amountt": "", // either amount or amounts
		"tot":     "tot", "toot": "", "miiix": "", "xnvoicx": "", "": "",
		// Words with the same outline: similar strokes, touching letters.
		"lva": "iva", "iva": "iva", "va": "", "biiinummem": "billnummern", "surnme": "summe",
		"mili": "", "mill": "mill", "miii": "miii",
	} {
		got, ok := index.Nearest(read)
		assert.True(t, got == want && ok == (want != ""), read, got, ok, "want", want)
	}
}

// distance is the textbook edit distance (Wagner and Fischer, 1974).
func distance(a, b string) int {
	before := make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = before[j]
			if a[i] != b[j] {
				row[j+1] = 1 + min(before[j], before[j+1], row[j])
			}
		}
		before = row
	}
	return before[len(b)]
}

// outline merges the letters that Index takes for alike.
func outline(w string) string { return strings.NewReplacer("rn", "m", "vv", "w", "l", "i").Replace(w) }

func FuzzDistance(f *testing.F) {
	f.Add("invoice", "lnvoice")
	f.Add("total", "")
	f.Add("aab", "aba")
	f.Add("\xff0", "0")
	f.Add("00100", "0100")
	f.Add("modern", "modem")
	f.Add("iva", "lva")
	f.Fuzz(func(t *testing.T, a, b string) {
		const longest = 60
		a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
		apart := distance(a, b)
		anchored := a == b || a != "" && b != "" && (a[0] == b[0] || a[len(a)-1] == b[len(b)-1])
		if near := ocrconfusion.Near(a, b); near != (apart <= 1 && anchored) || near != ocrconfusion.Near(b, a) {
			t.Errorf("%q and %q are %d apart, near: %v", a, b, apart, near)
		}
		if slips := ocrconfusion.Slips(a, b); slips < apart || a == b && slips != 0 {
			t.Errorf("%q and %q are %d apart, slips: %d", a, b, apart, slips)
		}
		within := ocrconfusion.Within(a, b)
		if within < 0 || within > min(apart, len(b)) || (within == 0) != strings.Contains(a, b) {
			t.Errorf("%q within %q: %d of %d", b, a, within, apart)
		}
		least := len(b)
		for i := range len(a) + 1 {
			for j := i; j <= len(a); j++ {
				least = min(least, distance(a[i:j], b))
			}
			if len(a) > 8 {
				break // too many substrings
			}
		}
		if within > least || len(a) <= 8 && within != least {
			t.Errorf("%q within %q: %d, a stretch of it is %d apart", b, a, within, least)
		}
		index := ocrconfusion.NewIndex(map[string]bool{b: true})
		word, ok := index.Nearest(a)
		want := min(len(a), len(b)) >= ocrconfusion.MinWordLetters && ocrconfusion.Near(a, b) ||
			min(len(a), len(b)) >= 3 && outline(a) == outline(b)
		if ok != want || ok && word != b {
			t.Errorf("nearest of %q to %q: %q %v", b, a, word, ok)
		}
	})
}

package textsample_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/lines/textsample"
	"golang.org/x/text/unicode/norm"
)

func TestAlphabet(t *testing.T) {
	t.Parallel()
	alphabet := textsample.Alphabet()
	if !slices.IsSorted(alphabet) || alphabet[0] != " " {
		t.Errorf("alphabet begins with %q or is not sorted", alphabet[0])
	}
	for _, c := range "aZ09€£¥çßẞőŐșȘţŢłŁþÞďĎΐώΏЯяїЇЂћ№–„”…~|" {
		if !slices.Contains(alphabet, string(c)) {
			t.Errorf("%q is missing", c)
		}
	}
	if unique := slices.Compact(slices.Clone(alphabet)); len(unique) != len(alphabet) {
		t.Error("a letter is there twice")
	}
}

func TestTextAlphabetCoverage(t *testing.T) {
	t.Parallel()
	left := map[string]bool{}
	for _, label := range textsample.Alphabet() {
		left[label] = true
	}
	known := strings.Join(textsample.Alphabet(), "")
	source, r := textsample.NewSource(1, 20), rand.New(rand.NewPCG(1, 2))
	for i := range 12_000 {
		text := source.Text(r)
		if i%4 == 0 {
			text = source.Said(r)
		}
		if text == "" || text != strings.TrimSpace(text) || strings.Contains(text, "  ") || !norm.NFC.IsNormalString(text) {
			t.Fatalf("%q", text)
		}
		if !textsample.IsOneScript(text) {
			t.Fatalf("%q mixes scripts in a word", text)
		}
		for _, c := range text {
			if !strings.ContainsRune(known, c) {
				t.Fatalf("%q has %q", text, c)
			}
			delete(left, string(c))
		}
	}
	if len(left) > 0 {
		t.Errorf("never drawn: %v", left)
	}
}

func TestDeterministicTexts(t *testing.T) {
	t.Parallel()
	some := func() string {
		source, r := textsample.NewSource(3, 3), rand.New(rand.NewPCG(4, 5))
		var out []string
		for range 50 {
			out = append(out, source.Text(r))
		}
		return fmt.Sprint(out)
	}
	if a, b := some(), some(); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

func TestUpper(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"Straße": "STRASSE", "Τιμολόγιο": "ΤΙΜΟΛΟΓΙΟ", "żółć": "ŻÓŁĆ", "Фактура": "ФАКТУРА"} {
		if got := textsample.Upper(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

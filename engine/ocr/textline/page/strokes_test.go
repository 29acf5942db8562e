package page

import (
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

func TestStrokesByWord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		word  string
		first bool
		other float64 // how likely each stroke is the other one
		want  string
	}{
		"a small word":                      {"Iine", false, 0.2, "line"},
		"a name that opens its line":        {"Iolo", true, 0.2, "Iolo"},
		"a capital before a consonant":      {"lsaura", false, 0.4, "Isaura"},
		"behind a hyphen":                   {"Elektro-lnstal", true, 0.4, "Elektro-Instal"},
		"the recognizer is sure":            {"lze", false, 0, "lze"},
		"sure of the first letter":          {"Ian", false, 0, "Ian"},
		"a word in capitals":                {"CONAl", false, 0, "CONAI"},
		"two letters may be either":         {"Al", false, 0.4, "Al"},
		"within a small word":               {"AIbis", true, 0.4, "Albis"},
		"a capital within a name":           {"McIntyre", true, 0.4, "McIntyre"},
		"a code":                            {"l2I", false, 0.4, "l2I"},
		"one letter":                        {"l'Isle", false, 0.02, "l'Isle"},
		"doubled":                           {"Iliad", true, 0.4, "Iliad"},
		"a sure small letter is left alone": {"biIl", false, 0, "biIl"},
	} {
		word := make([]ctc.Character, 0, len(c.word))
		for _, letter := range c.word {
			one := ctc.Character{Text: string(letter), Probability: 1 - c.other}
			if isStroke(one.Text) && c.other > 0 {
				other := map[string]string{capitalI: smallL, smallL: capitalI}[one.Text]
				one.Alternatives = []ctc.Alternative{{Text: other, Probability: c.other}}
			}
			word = append(word, one)
		}
		resolveStrokes(word, c.first)
		if got := textOf(word); got != c.want {
			t.Errorf("%s: %s is %s, want %s", name, c.word, got, c.want)
		}
	}
}

package page

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// drawn is a line whose characters have the given columns of ink. In the text, a tilde is a space that the
// recognizer considered but did not read.
func drawn(columns int, text string, ink [][2]int) *attempt {
	const (
		step, sure, possible = 2, 8, -2 // scores, where nothing else has any
	)
	p := crop.Picture{Columns: columns, Ink: make([]byte, columns*crop.Rows)}
	for _, c := range ink {
		for x := c[0]; x < c[1]; x++ {
			p.Ink[crop.Rows/2*columns+x] = 255
		}
	}
	labels := append([]string{"", " "}, slices.Compact(slices.Sorted(slices.Values(strings.Split(text, ""))))...)
	scores := make([][]float32, columns/step)
	for i := range scores {
		scores[i] = slices.Repeat([]float32{-9}, len(labels))
		scores[i][0] = 0
	}
	k := 0
	for _, c := range text {
		if c == ' ' || c == '~' {
			before := 0
			if k > 0 {
				before = ink[k-1][1]
			}
			scores[(before+ink[k][0])/2/step][1] = map[rune]float32{' ': sure, '~': possible}[c]
			continue
		}
		scores[(ink[k][0]+ink[k][1])/2/step][slices.Index(labels, string(c))] = sure
		k++
	}
	read := ctc.New(labels).Decode(len(scores), func(i int) []float32 { return scores[i] }, 4)
	return &attempt{picture: p, text: read, step: step}
}

func TestWordSplitting(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		ink  [][2]int
		want []string
	}{
		"a space that was not seen":    {"ab c~de", [][2]int{{12, 20}, {22, 30}, {40, 48}, {58, 66}, {68, 76}}, []string{"ab", "c", "de"}},
		"figures in wide places":       {"a 11", [][2]int{{12, 20}, {30, 34}, {44, 48}}, []string{"a", "11"}},
		"a line without spaces":        {"abc", [][2]int{{12, 20}, {30, 38}, {48, 56}}, []string{"abc"}},
		"a figure and a word":          {"a b 1~kg", [][2]int{{12, 20}, {30, 38}, {48, 52}, {62, 70}, {72, 80}}, []string{"a", "b", "1", "kg"}},
		"behind a sign":                {"a b,~c", [][2]int{{12, 20}, {30, 38}, {39, 41}, {51, 59}}, []string{"a", "b,", "c"}},
		"a sign amid wide letters":     {"a b.~c", [][2]int{{12, 20}, {30, 38}, {46, 48}, {56, 64}}, []string{"a", "b.c"}},
		"decimals":                     {"a 1.~50", [][2]int{{12, 20}, {30, 38}, {39, 41}, {51, 59}, {61, 69}}, []string{"a", "1.50"}},
		"within a number":              {"a 1,2", [][2]int{{12, 20}, {30, 38}, {39, 41}, {49, 57}}, []string{"a", "1,2"}},
		"a narrow one, half seen":      {"a b~c", [][2]int{{12, 20}, {30, 38}, {44, 52}}, []string{"a", "b", "c"}},
		"a narrow one, not seen":       {"a bc", [][2]int{{12, 20}, {30, 38}, {44, 52}}, []string{"a", "bc"}},
		"behind a space that opens it": {" ab~cd", [][2]int{{12, 20}, {22, 30}, {39, 47}, {49, 57}}, []string{"ab", "cd"}},
		"two words alone":              {"ab~cd", [][2]int{{12, 20}, {22, 30}, {39, 47}, {49, 57}}, []string{"ab", "cd"}},
		"a stroke alone":               {"l", [][2]int{{12, 16}}, []string{"1"}},
		"a stroke in a word":           {"Il", [][2]int{{12, 16}, {18, 22}}, []string{"Il"}},
		"letters that stand far apart": {"a b cd", [][2]int{{12, 20}, {40, 48}, {68, 76}, {84, 92}}, []string{"a", "b", "cd"}},
	} {
		var got []string
		for _, s := range wordsOf(drawn(120, c.text, c.ink)) {
			word := ""
			for _, character := range s.characters {
				word += character.Text
			}
			got = append(got, word)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", name, got)
			continue
		}
		for i := range got {
			assert.Equal(t, got[i], c.want[i], name, got)
		}
	}
}

// A reading of two pictures beats a confident one of a third, and an illegible one is never elected.
func TestElected(t *testing.T) {
	t.Parallel()
	d := ctc.New([]string{"", "n", "ń"})
	read := func(sure float64, scores ...[]float32) *attempt {
		text := d.Decode(len(scores), func(step int) []float32 { return scores[step] }, 4)
		return &attempt{text: text, sure: sure}
	}
	plain, accent, doubtful := []float32{0, 6, 4}, []float32{0, 1, 6}, []float32{0, 4.5, 5}
	for name, c := range map[string]struct {
		attempts []*attempt
		want     string
	}{
		"one attempt":          {[]*attempt{read(.9, plain)}, "n"},
		"two against one":      {[]*attempt{read(.9, plain), read(.99, accent), read(.8, doubtful)}, "ń"},
		"nothing was read":     {[]*attempt{read(.5, doubtful), read(0)}, "ń"},
		"nothing was read yet": {[]*attempt{read(0), read(0)}, ""},
	} {
		assert.Equal(t, elected(c.attempts).text.String(), c.want, name)
	}
}

func TestCodesByFormat(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ language, line, want string }{
		"a British postcode":            {"en", "Leeds LS1 OAB", "Leeds LS1 0AB"},
		"the same without an outward":   {"en", "The OAB board", "The OAB board"},
		"an Irish one":                  {"en", "Kells R57XNOV", "Kells R57XN0V"},
		"a word that looks like one":    {"en", "R57XNOVA", "R57XNOVA"},
		"a Polish company":              {"pl", "Sp. z 0.O.", "Sp. z o.o."},
		"the same behind a capital":     {"pl", "Sp. Z 0.O.", "Sp. Z o.o."},
		"a zloty with a letter twice":   {"pl", "133000.00 zzł", "133000.00 zł"},
		"the same at its end":           {"pl", "90400.99 złł", "90400.99 zł"},
		"a word that begins so":         {"pl", "złłoto", "złłoto"},
		"a number in Polish":            {"pl", "w 0.0.", "w 0.0."},
		"a Spanish number sign":         {"es", "Factura n.° 12", "Factura n.º 12"},
		"the same taken for a nine":     {"pt", "Fatura n.9 12", "Fatura n.º 12"},
		"a degree sign of French":       {"fr", "Facture N° 12", "Facture N° 12"},
		"a lone stroke":                 {"", "Paper l 48.50", "Paper 1 48.50"},
		"a litre":                       {"", "Water 5 l", "Water 5 l"},
		"a page of no certain language": {"", "n.9", "n.9"},
	} {
		words := spelled(c.line, 0)
		newCodes().resolveCodes(words, c.language)
		assert.Equal(t, textsOf(words), c.want, name, c.line)
	}
}

// shown decodes steps that show characters: each of a row of fields is one step, "." a blank and
// "x/y" x or, about half as likely, y.
func shown(labels, steps string) ctc.Text {
	names := append([]string{""}, strings.Split(labels, "")...)
	var table [][]float32
	for step := range strings.FieldsSeq(steps) {
		row := make([]float32, len(names))
		for i, option := range strings.Split(step, "/") {
			for class, name := range names {
				if name == option || option == "." && class == 0 {
					row[class] = float32(9 - i)
				}
			}
		}
		table = append(table, row)
	}
	return ctc.New(names).Decode(len(table), func(i int) []float32 { return table[i] }, 8)
}

func TestRedoubled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ steps, want string }{
		"a figure that stands once": {
			". 1 . . . . . 0 ./0 0 . . . . 9 . . . . . 2 . . . . . 5 . . . . . 7 .", "109257"},
		"one that stands twice": {
			". 1 . . . . . 0 . . . . . 0 . . . . . 9 . . . . . 2 . . . . . 5 . . . . . 7 .", "1009257"},
		"print that says twice for certain": {
			". 1 . . . . . 0 . 0 . . . . 9 . . . . . 2 . . . . . 5 . . . . . 7 .", "1009257"},
		"a narrow letter with room for two": {
			". 9 . . . . . 2 . . . . . 5 . . . . . 7 . . . . l l/. l . . . 1 . . . . . 2 . . . . . 5 .", "9257ll125"},
		"too little to tell": {". 1 . . . . . 0 ./0 0 . . . .", "100"},
	} {
		assert.Equal(t, redoubled(shown("0123456789l", c.steps)).String(), c.want, name)
	}
}

// attemptAt is an attempt that reads a word, a letter in brackets as spelled has it.
func attemptAt(word string, other float64) *attempt {
	return &attempt{text: ctc.Text{Characters: spelled(word, other)[0].characters}}
}

func TestPooledAccents(t *testing.T) {
	t.Parallel()
	best := attemptAt("ofert[aą]", 0.01)
	pooled(best, []*attempt{best, attemptAt("ofert[aą]", 0.3), attemptAt("ofert[ąa]", 0.4)})
	last := best.text.Characters[5]
	require.True(t, last.Text == "a" && len(last.Alternatives) == 1 && last.Alternatives[0].Text == "ą", last)
	if want := (0.01 + 0.3 + 0.6) / 3; math.Abs(last.Alternatives[0].Probability-want) > 1e-9 {
		t.Errorf("ą of probability %g, want %g", last.Alternatives[0].Probability, want)
	}
	sum := last.Probability + last.Alternatives[0].Probability
	assert.True(t, math.Abs(sum-1) <= 1e-9, "together", sum)
}

func TestPooledOtherTexts(t *testing.T) {
	t.Parallel()
	best := attemptAt("b[ił]t", 0.2) // not the same without accents
	pooled(best, []*attempt{best, attemptAt("b[ił]t", 0.4), attemptAt("b[ií]t", 0.2), attemptAt("bíít", 0), attemptAt("bot", 0)})
	c := best.text.Characters[1]
	if c.Text != "i" || len(c.Alternatives) != 2 || c.Alternatives[0].Text != "í" || c.Alternatives[1].Probability != 0.2 {
		t.Errorf("%+v", c)
	}
	alone := attemptAt("[ił]t", 0.2)
	pooled(alone, []*attempt{alone, attemptAt("il", 0)})
	c = alone.text.Characters[0]
	assert.Equal(t, c.Probability, 0.8, "nobody to ask", c)
}

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
		assert.Equal(t, textOf(word), c.want, name, c.word)
	}
}

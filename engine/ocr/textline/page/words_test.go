package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
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
			if got[i] != c.want[i] {
				t.Errorf("%s: %q", name, got)
			}
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
		if got := elected(c.attempts).text.String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

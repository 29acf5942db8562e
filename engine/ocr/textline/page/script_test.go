package page

import (
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/libs/assert"
)

func spanned(text string) span {
	var s span
	for _, c := range text {
		s.characters = append(s.characters, ctc.Character{Text: string(c), Probability: 0.6})
	}
	return s
}

// Words have letters of one alphabet: that of their page, if they can.
func TestUnify(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ read, want []string }{
		"Latin":    {[]string{"RЕСEIPT", "Total", "ΤОΤАL", "MАX"}, []string{"RECEIPT", "Total", "TOTAL", "MAX"}},
		"Greek":    {[]string{"ΑΠΟΔΕΙΞΗ", "TΙΜΗ", "ΦΠA"}, []string{"ΑΠΟΔΕΙΞΗ", "ΤΙΜΗ", "ΦΠΑ"}},
		"Cyrillic": {[]string{"ФАКТУРА", "CУМА", "ХОТEЛ"}, []string{"ФАКТУРА", "СУМА", "ХОТЕЛ"}},
		"numbers":  {[]string{"12.50", "x"}, []string{"12.50", "x"}},
	} {
		lines := make([][]span, 1)
		for _, word := range c.read {
			lines[0] = append(lines[0], spanned(word))
		}
		newScripts().unify(lines)
		for i, s := range lines[0] {
			got := ""
			for _, character := range s.characters {
				got += character.Text
			}
			if got != c.want[i] {
				t.Errorf("%s: %q became %q, want %q", name, c.read[i], got, c.want[i])
			}
		}
	}
}

// The probabilities of a letter's twins are added to its own.
func TestUnifyTwins(t *testing.T) {
	t.Parallel()
	s := spanned("CL")
	s.characters[0].Alternatives = []ctc.Alternative{{Text: "С", Probability: 0.3}, {Text: "G", Probability: 0.1}}
	newScripts().unify([][]span{{s}})
	p := s.characters[0].Probability
	assert.True(t, p >= 0.89 && p <= 0.91, "probability", p)
}

// Words impossible on a Latin page are read again; a name in other letters stays.
func TestStrays(t *testing.T) {
	t.Parallel()
	sure := spanned("Балкан")
	for i := range sure.characters {
		sure.characters[i].Probability = 0.99
	}
	latin := []span{spanned("Invoice for goods delivered"), spanned("and some more words of ours")}
	for name, c := range map[string]struct {
		lines [][]span
		want  int
	}{
		"letters of two alphabets":  {[][]span{latin, latin, {spanned("Viewпоint")}}, 1},
		"doubtful":                  {[][]span{latin, latin, {spanned("БТН")}}, 1},
		"sure":                      {[][]span{latin, latin, latin, latin, {sure}}, 0},
		"twins only":                {[][]span{latin, {spanned("ΤОΤАL")}}, 0},
		"a page in another letters": {[][]span{{spanned("ФАКТУРА")}, {spanned("БТЯ")}, {spanned("Invoice")}}, 0},
	} {
		got := newScripts().strays(c.lines)
		assert.Equal(t, len(got), c.want, name, "lines", got)
	}
}

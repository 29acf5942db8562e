package words_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/libs/assert"
)

func TestPartedAt(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"Date:3/4/24": "3/4/24", "FactuurnummerRE-31/291": "RE-31/291", "0,84/100": "/100", "Monitor27": "", "20:49": "",
		"http://a.b": "", "": "", ":": "", "12/100": "",
	} {
		got := ""
		if k := words.PartedAt(word); k >= 0 {
			got = word[k:]
		}
		assert.Equal(t, got, want, word)
	}
}

func TestTextClasses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		is      func(string) bool
		yes, no []string
	}{
		"ruled":    {words.Ruled, []string{"-----", "|", "—", ""}, []string{"-", "–", "a"}},
		"lettered": {words.Lettered, []string{"Oak board", "Ø 22 mm pipe"}, []string{"12 m", "2031", "EUR 1,205.00"}},
		"plain":    {words.Plain, []string{"oak", "éla"}, []string{"ok", "oak2"}},
		"numbers of columns": {words.NumberColumns, []string{"0 1 2 3 4 5 (3x4) 6", "1 2 3 4=2*3"},
			[]string{"1 2", "1 3 4 5", "Oak 1 2 3 4"}},
		"digits":    {words.DigitsOnly, []string{"12"}, []string{"", "1.2"}},
		"a number":  {func(s string) bool { return words.Numeric(strings.Fields(s)) }, []string{"1 205.00", "3 pcs"}, []string{"Oak"}},
		"thousands": {func(s string) bool { return words.Groups("63", s) }, []string{"684", "684,50"}, []string{"68", "6841"}},
	} {
		for _, text := range c.yes {
			assert.True(t, c.is(text), name, text, "is none")
		}
		for _, text := range c.no {
			assert.False(t, c.is(text), name, text, "is one")
		}
	}
}

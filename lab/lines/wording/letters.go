package wording

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
)

// scriptOf is that of a text's first letter that is not Latin, else Latin.
func scriptOf(text string) script {
	for _, c := range text {
		switch {
		case unicode.Is(unicode.Greek, c):
			return scriptGreek
		case unicode.Is(unicode.Cyrillic, c):
			return scriptCyrillic
		}
	}
	return scriptLatin
}

// letterWords are the words of a text that have letters.
func letterWords(text string) []string {
	var words []string
	for w := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			words = append(words, w)
		}
	}
	return words
}

// alphabets returns the small letters of languages, each with what it adds to a-z
// twice as often as that.
func alphabets() []string {
	const plain = "abcdefghijklmnoprstuvwyz"
	latins := accents()
	for i, own := range latins {
		latins[i] = plain + own + own
	}
	return latins
}

// accents returns the small letters that languages add to a-z.
func accents() []string {
	return []string{
		"áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "ăâîșț", "ăâîşţ", "åæø", "åäö", "áéíóúýþðæö",
		"äöüß", "čćđšž", "äõöüšž", "ąčęėįšųūž", "āčēģīķļņšūž", "áéíñóúü", "áâãàçéêíóôõú", "àâæçéèêëîïôœùûüÿ", "àèéìòù",
		"çğöşü", "äëïöüáéíóú", "ċġżà",
	}
}

// families returns the Latin letters that have accents by what they are without, which is
// among them thrice: it is the commonest of them in any language.
func families() map[rune][]rune {
	out := map[rune][]rune{}
	for _, c := range latin {
		for _, c := range []rune{c, capital(c)} {
			if plain := unaccented(c); plain != c {
				if out[plain] == nil {
					out[plain] = []rune{plain, plain, plain}
				}
				out[plain] = append(out[plain], c)
			}
		}
	}
	return out
}

// unaccented is a letter without its accent: of those that Unicode takes apart, and of those
// with a stroke. A ligature is a letter of its own.
func unaccented(c rune) rune {
	if strings.ContainsRune("æÆœŒ", c) {
		return c
	}
	return accent.Plain(c)
}

// strange makes a word of a language's letters, which no language model knows.
func strange(r *rand.Rand, letters string) string {
	runes := []rune(letters)
	word := make([]rune, 2+r.IntN(9))
	for i := range word {
		word[i] = runes[r.IntN(len(runes))]
	}
	return string(word)
}

// cased writes a word small, with a capital or in capitals.
func cased(r *rand.Rand, word string) string {
	switch r.IntN(4) {
	case 0:
		return word
	case 1, 2:
		runes := []rune(word)
		runes[0] = capital(runes[0])
		return string(runes)
	}
	runes := []rune(word)
	for i, c := range runes {
		runes[i] = capital(c)
		if c == 'ς' {
			runes[i] = 'Σ'
		}
	}
	return string(runes)
}

// draw returns n letters of a choice.
func draw(r *rand.Rand, n int, from string) string {
	letters := []rune(from)
	out := make([]rune, n)
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return string(out)
}

func digits(r *rand.Rand, n int) string { return draw(r, n, "0123456789") }

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

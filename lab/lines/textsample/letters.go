package textsample

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
)

// scriptOf returns the script of a text's first letter that is not Latin, else Latin.
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

func letterWords(text string) []string {
	var words []string
	for w := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			words = append(words, w)
		}
	}
	return words
}

// alphabets returns the small letters of languages; additional letters have twice the weight of a-z.
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

// families returns the accented Latin letters by base letter. The base letter itself has triple weight, because it is
// the most frequent one in any language.
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

// unaccented returns a letter without its accent or stroke. Ligatures are separate letters.
func unaccented(c rune) rune {
	if strings.ContainsRune("æÆœŒ", c) {
		return c
	}
	return accent.Plain(c)
}

// strange makes a random word of a language's letters, unknown to any language model.
func strange(r *rand.Rand, letters string) string {
	runes := []rune(letters)
	word := make([]rune, 2+r.IntN(9))
	for i := range word {
		word[i] = runes[r.IntN(len(runes))]
	}
	return string(word)
}

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

func draw(r *rand.Rand, n int, from string) string {
	letters := []rune(from)
	out := make([]rune, n)
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return string(out)
}

func digits(r *rand.Rand, n int) string { return draw(r, n, "0123456789") }

func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

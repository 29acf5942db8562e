// Package wording makes up what lines of documents say, for a text recogniser to
// learn reading: the words of made documents, and what stands among them anywhere,
// such as amounts, dates, numbers and codes, in all letters that the recogniser
// shall know.
package wording

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// small letters beyond ASCII, by script; capital ones follow from them.
const (
	latin = "áàâäãåāăąæçćčċďđðéèêëėēěęğģíìîïīįķłĺľļñńňņóòôöõőøœŕřśšşșßťţțþúùûüůűūųýÿźżž"
	greek = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
	// Bulgarian, Russian, Ukrainian and Serbian.
	cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґђјљњћџѝ"
	signs    = "€£¥¢§°№%‰–—‘’“”„«»•·×±²³½¼®©™¿¡…"
)

// Alphabet returns all letters and signs that made lines consist of, in the order
// of their code points: the labels of the recogniser without CTC's blank. The
// first is the space.
func Alphabet() []string {
	var letters []rune
	for c := ' '; c < unicode.MaxASCII; c++ {
		letters = append(letters, c)
	}
	for _, c := range latin + greek + cyrillic {
		letters = append(letters, c, capital(c))
	}
	letters = append(letters, []rune(signs)...)
	slices.Sort(letters)
	letters = slices.Compact(letters)
	out := make([]string, len(letters))
	for i, c := range letters {
		out[i] = string(c)
	}
	return out
}

// capital is the capital of a letter, for those without one the letter itself.
func capital(c rune) rune {
	switch c {
	case 'ß':
		return 'ẞ'
	case 'ΐ', 'ΰ':
		return c
	}
	return unicode.ToUpper(c)
}

// Upper writes a text in capitals as papers do: Greek ones have no accents and ß is
// SS.
func Upper(text string) string {
	accents := strings.NewReplacer("ß", "SS", "ά", "Α", "έ", "Ε", "ή", "Η", "ί", "Ι", "ό", "Ο", "ύ", "Υ", "ώ", "Ω",
		"ΐ", "Ϊ", "ΰ", "Ϋ")
	return strings.ToUpper(accents.Replace(text))
}

// Normaliser writes texts in the alphabet's letters.
type Normaliser struct {
	known map[rune]bool
	like  *strings.Replacer
}

// NewNormaliser makes a Normaliser.
func NewNormaliser() *Normaliser {
	n := &Normaliser{known: map[rune]bool{}}
	for _, label := range Alphabet() {
		n.known[[]rune(label)[0]] = true
	}
	// Signs that look the same have one label.
	n.like = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "‑", "-", "‐", "-", "−", "–", "‚", ",",
		"º", "°", "µ", "μ", "₤", "£", "´", "’", "ʼ", "’", "∙", "·", "●", "•", "ˈ", "'", "′", "'", "″", "\"",
		"‹", "<", "›", ">",
		"\u00ad", "", "\u200b", "")
	return n
}

// Text returns a text in NFC and the alphabet's letters, with single spaces between
// words and none around; false if it has others or says nothing.
func (n *Normaliser) Text(text string) (string, bool) {
	text = n.like.Replace(norm.NFC.String(text))
	text = strings.Join(strings.Fields(text), " ")
	for _, c := range text {
		if !n.known[c] {
			return "", false
		}
	}
	return text, text != ""
}

// IsOneScript reports whether no word of a text mixes Latin, Greek and Cyrillic
// letters.
func IsOneScript(text string) bool {
	for word := range strings.FieldsSeq(text) {
		found := map[*unicode.RangeTable]bool{}
		for _, c := range word {
			for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic} {
				if unicode.Is(script, c) {
					found[script] = true
				}
			}
		}
		if len(found) > 1 {
			return false
		}
	}
	return true
}

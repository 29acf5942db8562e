// Package textsample makes texts of document lines for training text recognition: words of synthetic documents, and
// amounts, dates, numbers and codes, in all letters of the recognition alphabet.
package textsample

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Small letters beyond ASCII, by script; capitals are derived.
const (
	latin = "áàâäãåāăąæçćčċďđðéèêëėēěęğģíìîïīįķłĺľļñńňņóòôöõőøœŕřśšşșßťţțþúùûüůűūųýÿźżž"
	greek = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
	// Bulgarian, Russian, Ukrainian and Serbian.
	cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґђјљњћџѝ"
	signs    = "€£¥¢₹₺₴₽₦₱₫₪﷼☐☑☒§°№%‰–—‘’“”„«»•·×±²³½¼®©™¿¡…"
)

// Alphabet returns all letters and signs of synthetic lines, sorted by code point: the labels of text recognition
// without CTC's blank. The first is the space.
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

// capital returns the capital of a letter, or the letter itself.
func capital(c rune) rune {
	switch c {
	case 'ß':
		return 'ẞ'
	case 'ΐ', 'ΰ':
		return c
	}
	return unicode.ToUpper(c)
}

// Upper converts a text to capitals as printed on documents: without Greek accents, and with SS for ß.
func Upper(text string) string {
	accents := strings.NewReplacer("ß", "SS", "ά", "Α", "έ", "Ε", "ή", "Η", "ί", "Ι", "ό", "Ο", "ύ", "Υ", "ώ", "Ω",
		"ΐ", "Ϊ", "ΰ", "Ϋ")
	return strings.ToUpper(accents.Replace(text))
}

// Normalizer maps texts to the alphabet.
type Normalizer struct {
	known map[rune]bool
	like  *strings.Replacer
}

// NewNormalizer returns a Normalizer of the alphabet.
func NewNormalizer() *Normalizer {
	n := &Normalizer{known: map[rune]bool{}}
	for _, label := range Alphabet() {
		n.known[[]rune(label)[0]] = true
	}
	// Signs that look alike have one label.
	n.like = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "‑", "-", "‐", "-", "−", "–", "‚", ",",
		"□", "☐", "❏", "☐", "❑", "☐", "❒", "☐", "■", "•",
		"º", "°", "µ", "μ", "₤", "£", "´", "’", "ʼ", "’", "∙", "·", "●", "•", "ˈ", "'", "′", "'", "″", "\"",
		"‹", "<", "›", ">",
		"\u00ad", "", "\u200b", "")
	return n
}

// Text returns a text in NFC and the alphabet's letters, with single spaces between words. It returns false for other
// letters and empty texts.
func (n *Normalizer) Text(text string) (string, bool) {
	text = n.like.Replace(norm.NFC.String(text))
	text = strings.Join(strings.Fields(text), " ")
	for _, c := range text {
		if !n.known[c] {
			return "", false
		}
	}
	return text, text != ""
}

// IsOneScript reports whether no word of a text mixes Latin, Greek and Cyrillic letters.
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

package recognize

import (
	"strings"
	"unicode"
)

// Fold brings a text into the form in which labels are compared: lower case,
// no diacritics, everything but letters and digits turned into single spaces.
// "Rechnungs-Nr.:" and "RECHNUNGS NR" fold alike. A number sign becomes the
// word "no", as it is read aloud.
func Fold(s string) string {
	var sb strings.Builder
	sb.Grow(len(s))
	gap := false
	put := func(t string) {
		if gap && sb.Len() > 0 {
			sb.WriteByte(' ')
		}
		gap = false
		sb.WriteString(t)
	}
	for _, r := range s {
		switch {
		case r < 0x80 && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9'):
			put(asciiText[r : r+1])
		case r >= 'A' && r <= 'Z':
			put(asciiText[r+32 : r+33])
		case r == '#':
			gap = true
			put("no")
			gap = true
		case unicode.Is(unicode.Mn, r) || r == '\u00ad' || r == '’' || r == '\'':
			// A combining mark, soft hyphen or apostrophe parts no word.
		case r == 'º' || r == 'ª' || r == '°':
			gap = true // ordinal signs, as in "nº 12"
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			put(foldLetter(unicode.ToLower(r)))
		default:
			gap = true
		}
	}
	return sb.String()
}

// FoldWords is Fold, split into its words.
func FoldWords(s string) []string { return strings.Fields(Fold(s)) }

// Compact is Fold without any spaces: for comparing names that a recogniser
// may have spaced differently.
func Compact(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

// asciiText lets single ASCII characters be taken as substrings, so that
// folding plain text allocates nothing per character.
var asciiText = func() string {
	var b [128]byte
	for i := range b {
		b[i] = byte(i)
	}
	return string(b[:])
}()

// latinLetters are the lower-case letters of the Latin script by the plain
// ones that they fold to.
var latinLetters = map[string]string{
	"a": "äàáâãåąăā", "ae": "æ", "c": "çćč", "d": "ďđð", "e": "èéêëęěēė", "fi": "ﬁ", "fl": "ﬂ", "g": "ğ", "i": "ìíîïıī",
	"l": "łľĺ", "n": "ñńň", "o": "òóôõöøőō", "oe": "œ", "r": "řŕ", "s": "śšşș", "ss": "ß", "t": "ťţț", "u": "ùúûüůűū",
	"y": "ýÿ", "z": "źżž",
}

var plainLetter = func() map[rune]string {
	m := map[rune]string{}
	for plain, letters := range latinLetters {
		for _, r := range letters {
			m[r] = plain
		}
	}
	return m
}()

// foldLetter maps a lower-case letter to a plain one, others to themselves.
func foldLetter(r rune) string {
	if plain, ok := plainLetter[r]; ok {
		return plain
	}
	return string(r)
}

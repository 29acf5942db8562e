package lexicon

import (
	"strings"
	"unicode"
)

// Fold normalizes a text for comparing labels: lower case, no diacritics, and single spaces for everything except
// letters and digits. "Rechnungs-Nr.:" and "RECHNUNGS NR" fold alike. A number sign becomes the word "no". A word that
// mixes Latin letters with Greek or Cyrillic look-alikes is converted to a single script.
func Fold(s string) string {
	if mayMixScripts(s) {
		s = oneScript(s)
	}
	var sb strings.Builder
	sb.Grow(len(s))
	gap := false
	part := func() {
		if gap && sb.Len() > 0 {
			sb.WriteByte(' ')
		}
		gap = false
	}
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			part()
			sb.WriteByte(byte(r))
		case r >= 'A' && r <= 'Z':
			part()
			sb.WriteByte(byte(r) + 'a' - 'A')
		case r == '#' || r == '№':
			gap = true
			part()
			sb.WriteString("no")
			gap = true
		case unicode.Is(unicode.Mn, r) || r == '\u00ad' || r == '’' || r == '\'':
			// Combining marks, soft hyphens and apostrophes do not separate words.
		case r == 'º' || r == 'ª' || r == '°':
			gap = true // ordinal signs, as in "nº 12"
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			part()
			sb.WriteString(foldLetter(unicode.ToLower(r)))
		default:
			gap = true
		}
	}
	folded := sb.String()
	if mayMixScripts(folded) { // letters without diacritics can have look-alikes that the originals lack
		if again := oneScript(folded); again != folded {
			return Fold(again)
		}
	}
	return folded
}

// FoldWords returns the words of Fold(s).
func FoldWords(s string) []string { return strings.Fields(Fold(s)) }

// Compact returns Fold(s) without spaces, for comparing names that text recognition spaced differently.
func Compact(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

// foldLetter maps a lower-case letter to its plain letters. Letters without diacritics map to themselves.
func foldLetter(r rune) string {
	if r >= firstGreek {
		return foldGreekOrCyrillic(r)
	}
	switch r {
	case 'ä', 'à', 'á', 'â', 'ã', 'å', 'ą', 'ă', 'ā':
		return "a"
	case 'æ':
		return "ae"
	case 'ç', 'ć', 'č':
		return "c"
	case 'ď', 'đ', 'ð':
		return "d"
	case 'è', 'é', 'ê', 'ë', 'ę', 'ě', 'ē', 'ė':
		return "e"
	case 'ğ':
		return "g"
	case 'ì', 'í', 'î', 'ï', 'ı', 'ī':
		return "i"
	case 'ł', 'ľ', 'ĺ':
		return "l"
	case 'ñ', 'ń', 'ň':
		return "n"
	case 'ò', 'ó', 'ô', 'õ', 'ö', 'ø', 'ő', 'ō':
		return "o"
	case 'œ':
		return "oe"
	case 'ř', 'ŕ':
		return "r"
	case 'ś', 'š', 'ş', 'ș':
		return "s"
	case 'ß':
		return "ss"
	case 'ť', 'ţ', 'ț':
		return "t"
	case 'ù', 'ú', 'û', 'ü', 'ů', 'ű', 'ū':
		return "u"
	case 'ý', 'ÿ':
		return "y"
	case 'ź', 'ż', 'ž':
		return "z"
	case 'µ': // the micro sign is often typed for the Greek letter
		return "μ"
	}
	return string(r)
}

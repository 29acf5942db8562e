package lexicon

import (
	"strings"
	"unicode"
)

// Fold brings a text into the form in which labels are compared: lower case,
// no diacritics, everything but letters and digits turned into single spaces.
// "Rechnungs-Nr.:" and "RECHNUNGS NR" fold alike. A number sign becomes the
// word "no", as it is read aloud. A word that mixes Latin with Greek or Cyrillic
// letters of the same look is taken for one of a single script.
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
			// A combining mark, soft hyphen or apostrophe parts no word.
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
	if mayMixScripts(folded) { // letters without their diacritics may have look-alikes that they had not
		if again := oneScript(folded); again != folded {
			return Fold(again)
		}
	}
	return folded
}

// FoldWords is Fold, split into its words.
func FoldWords(s string) []string { return strings.Fields(Fold(s)) }

// Compact is Fold without any spaces: for comparing names that a recogniser
// may have spaced differently.
func Compact(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

// foldLetter maps a lower-case letter to the plain ones that it folds to, letters
// without diacritics to themselves.
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
	case 'µ': // the sign of micro is typed for the Greek letter
		return "μ"
	}
	return string(r)
}

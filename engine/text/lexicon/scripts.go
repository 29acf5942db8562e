package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of the blocks of Greek and Cyrillic letters in Unicode.
const (
	firstGreek    = '\u0370'
	firstCyrillic = '\u0400'
	endCyrillic   = '\u0500'
)

// foldGreekOrCyrillic maps a lower-case letter from firstGreek on to the plain one:
// without tonos and dialytika, the final sigma as any other, й and ѝ as и, which
// decomposed text makes of them in any case.
func foldGreekOrCyrillic(r rune) string {
	switch r {
	case 'ά':
		return "α"
	case 'έ':
		return "ε"
	case 'ή':
		return "η"
	case 'ί', 'ϊ', 'ΐ':
		return "ι"
	case 'ό':
		return "ο"
	case 'ύ', 'ϋ', 'ΰ':
		return "υ"
	case 'ώ':
		return "ω"
	case 'ς':
		return "σ"
	case 'й', 'ѝ':
		return "и"
	case 'ё', 'ѐ':
		return "е"
	case 'ﬁ':
		return "fi"
	case 'ﬂ':
		return "fl"
	}
	return string(r)
}

// mayMixScripts is a cheap test that text of the Latin script fails: whether a byte
// opens a Greek or Cyrillic letter of UTF-8, beside letters of ASCII.
func mayMixScripts(s string) bool {
	latin, other := false, false
	for i := range len(s) {
		c := s[i]
		latin = latin || c|0x20 >= 'a' && c|0x20 <= 'z'
		other = other || c >= 0xCD && c <= 0xD3
		if latin && other {
			return true
		}
	}
	return false
}

// script is what a letter is of, as far as look-alikes go.
type script uint8

const (
	noScript script = iota
	latin
	greek
	cyrillic
)

func scriptOf(r rune) script {
	switch {
	case r < utf8.RuneSelf:
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return latin
		}
	case r < firstGreek || r >= endCyrillic:
	case r < firstCyrillic:
		return greek
	default:
		return cyrillic
	}
	return noScript
}

// oneScript writes each word that mixes Latin with Greek or Cyrillic letters in one
// script: keyboards and recognisers take "A" for "Α" and "А". The script is the one
// whose letters in the word have no look-alikes; where all have some, Latin for a
// word that has digits, which is a code, and else the other.
func oneScript(s string) string {
	var sb strings.Builder
	sb.Grow(len(s))
	for len(s) > 0 {
		end := strings.IndexFunc(s, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(s)
		}
		sb.WriteString(wordInOneScript(s[:end]))
		_, size := utf8.DecodeRuneInString(s[end:])
		sb.WriteString(s[end : end+size])
		s = s[end+size:]
	}
	return sb.String()
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func wordInOneScript(word string) string {
	other, hasLatin, fixedLatin, fixedOther, digits := noScript, false, false, false, false
	for _, r := range word {
		switch of := scriptOf(r); of {
		case latin:
			hasLatin = true
		case greek, cyrillic:
			other = of
			fixedOther = fixedOther || latinLookAlike(r) == r
		case noScript:
			digits = digits || unicode.IsDigit(r)
		}
	}
	if !hasLatin || other == noScript {
		return word
	}
	for _, r := range word {
		fixedLatin = fixedLatin || scriptOf(r) == latin && lookAlike(r, other) == r
	}
	switch {
	case fixedLatin && fixedOther:
		return word // of two scripts, as "Bαν" would be
	case fixedLatin || digits && !fixedOther:
		return strings.Map(latinLookAlike, word)
	}
	return strings.Map(func(r rune) rune { return lookAlike(r, other) }, word)
}

// Letters of the same look, in the same order in all three scripts; a space where a
// script has none.
const (
	latinShapes    = "ABCEHIKMNOPTXYZSJaceiopxysjvu"
	greekShapes    = "ΑΒ ΕΗΙΚΜΝΟΡΤΧΥΖ  α  ιορχγ  νυ"
	cyrillicShapes = "АВСЕНІКМ ОРТХУ ЅЈасеіорхуѕј  "
)

// latinLookAlike returns the Latin letter that a Greek or Cyrillic one looks like,
// other letters as they are.
func latinLookAlike(r rune) rune {
	switch scriptOf(r) {
	case greek:
		return shapeAt(r, greekShapes, latinShapes)
	case cyrillic:
		return shapeAt(r, cyrillicShapes, latinShapes)
	case noScript, latin:
	}
	return r
}

// lookAlike returns the letter of another script that a Latin one looks like.
func lookAlike(r rune, of script) rune {
	switch {
	case scriptOf(r) != latin:
		return r
	case of == greek:
		return shapeAt(r, latinShapes, greekShapes)
	}
	return shapeAt(r, latinShapes, cyrillicShapes)
}

// shapeAt returns the rune of to that stands where r stands in from.
func shapeAt(r rune, from, to string) rune {
	at := strings.IndexRune(from, r)
	if at < 0 {
		return r
	}
	n := utf8.RuneCountInString(from[:at])
	for _, other := range to {
		if n == 0 {
			if other == ' ' {
				return r
			}
			return other
		}
		n--
	}
	return r
}

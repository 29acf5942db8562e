package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of the Greek and Cyrillic blocks in Unicode.
const (
	firstGreek    = '\u0370'
	firstCyrillic = '\u0400'
	endCyrillic   = '\u0500'
)

// foldGreekOrCyrillic maps a lower-case letter from firstGreek on to its plain letter: no tonos or dialytika, ς as σ,
// and й and ѝ as и, which equals their decomposed form.
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

// mayMixScripts is a cheap test that Latin text fails: the bytes include ASCII letters and the first byte of a Greek
// or Cyrillic letter in UTF-8.
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

// oneScript converts each word that mixes Latin with Greek or Cyrillic letters to one script, because keyboards and
// text recognition confuse "A", "Α" and "А". It chooses the script whose letters in the word have no look-alikes. If
// all have some, it chooses Latin for a word with digits (a code), and the other script otherwise.
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
		return word // of two scripts, such as "Bαν"
	case fixedLatin || digits && !fixedOther:
		return strings.Map(latinLookAlike, word)
	}
	return strings.Map(func(r rune) rune { return lookAlike(r, other) }, word)
}

// Letters of the same shape, in the same order in all three scripts. A space marks a missing letter.
const (
	latinShapes    = "ABCEHIKMNOPTXYZSJaceiopxysjvu"
	greekShapes    = "ΑΒ ΕΗΙΚΜΝΟΡΤΧΥΖ  α  ιορχγ  νυ"
	cyrillicShapes = "АВСЕНІКМ ОРТХУ ЅЈасеіорхуѕј  "
)

// latinLookAlike returns the Latin letter of the same shape, or other letters unchanged.
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

// lookAlike returns the letter of another script with the shape of a Latin one.
func lookAlike(r rune, of script) rune {
	switch {
	case scriptOf(r) != latin:
		return r
	case of == greek:
		return shapeAt(r, latinShapes, greekShapes)
	}
	return shapeAt(r, latinShapes, cyrillicShapes)
}

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

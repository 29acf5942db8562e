package recognize

import "strings"

// Identifier reads a word that can be a document, customer or order number: at
// least one digit, letters, Greek and Cyrillic capitals, digits and -/._# only, no decimal amount, no time.
// The value has enclosing punctuation removed.
func Identifier(word string) (string, bool) {
	w := strings.Trim(word, ".,;:()[]\"'*|#=")
	if len(w) < 2 || len(w) > 40 || CountDigits(w) == 0 {
		return "", false
	}
	for _, c := range w {
		if !identifying(c) {
			return "", false
		}
	}
	if len(Dates([]string{w})) > 0 && !allDigits(w) {
		return "", false
	}
	if n, ok := ParseNumber(w); ok && n.Fraction == 2 {
		return "", false
	}
	return w, true
}

// identifying accepts digits, letters without accents of the scripts that numbers of
// documents have, and the signs between their parts.
func identifying(c rune) bool {
	switch {
	case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
		return true
	case c >= 'Α' && c <= 'Ω', c >= 'А' && c <= 'Я': // Greek, Cyrillic
		return true
	}
	return strings.ContainsRune("-/._#+", c)
}

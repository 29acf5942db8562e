package recognize

import "strings"

// Identifier reads a word that can be a document, customer or order number: at least one digit; only letters, Greek
// and Cyrillic capitals, digits and -/._#; no decimal amount and no time. The value excludes enclosing punctuation.
func Identifier(word string) (string, bool) {
	w := strings.Trim(word, ".,;:()[]\"'*|#=")
	if len(w) < 2 || len(w) > 40 || CountDigits(w) == 0 || VehicleNumber(w) {
		return "", false
	}
	for i, c := range w {
		if !identifying(c) && !initialsJoined(w, i) {
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

// VehicleNumber reports whether a word has the form of a vehicle identification number (ISO 3779): 17 digits and
// capitals without I, O and Q, the last four of them digits.
func VehicleNumber(word string) bool {
	const length, serial, least = 17, 4, 3 // characters, digits at the end, minimum letters
	if len(word) != length || CountDigits(word[length-serial:]) != serial {
		return false
	}
	for _, c := range []byte(word) {
		if !isDigit(c) && !isUpper(c) || strings.IndexByte("IOQ", c) >= 0 {
			return false
		}
	}
	return length-CountDigits(word) >= least
}

// identifying accepts digits, letters without accents in the scripts of document numbers, and separators.
func identifying(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || PlainCapital(c) || strings.ContainsRune("-/._#+", c)
}

// initialsJoined reports whether w[i] is an "&" between two initials: "T&K/31-077".
func initialsJoined(w string, i int) bool {
	return w[i] == '&' && i > 0 && i+1 < len(w) && isUpper(w[i-1]) && isUpper(w[i+1])
}

// PlainCapital reports whether a letter is a Latin, Greek or Cyrillic capital without accents.
func PlainCapital(c rune) bool {
	return c >= 'A' && c <= 'Z' || c >= 'Α' && c <= 'Ω' || c >= 'А' && c <= 'Я'
}

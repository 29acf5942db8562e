package recognize

import "strings"

// Identifier reads a word that can be a document, customer or order number: at
// least one digit, letters, digits and -/._# only, no decimal amount, no time.
// The value has enclosing punctuation removed.
func Identifier(word string) (string, bool) {
	w := strings.Trim(word, ".,;:()[]\"'*|#=")
	if len(w) < 2 || len(w) > 40 || CountDigits(w) == 0 {
		return "", false
	}
	for i := 0; i < len(w); i++ {
		c := w[i]
		if !isDigit(c) && !isUpper(c) && (c < 'a' || c > 'z') && strings.IndexByte("-/._#+", c) < 0 {
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

package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// respelledPostCodes corrects confused digits and letters in final post codes of two words: "S014 3FJ" is "SO14 3FJ".
func respelledPostCodes(words []string) {
	for i := range len(words) - 1 {
		code := strings.TrimRight(words[i+1], ",")
		if ends := i+2 == len(words) || code != words[i+1]; !ends || strings.HasSuffix(words[i], ",") {
			continue
		}
		if first, second, ok := respelledPostCode(words[i], code); ok {
			words[i], words[i+1] = first, second+strings.Repeat(",", len(words[i+1])-len(code))
		}
	}
}

// respelledPostCode returns the post code with the fewest changed characters, at most two and fewer than it has
// digits. ok is false if there is none or several.
func respelledPostCode(first, second string) (a, b string, ok bool) {
	const longest = 4 // characters of each word
	if len(first) > longest || len(second) > longest || country.IsSplitPostCode(first, second, country.Exact) {
		return "", "", false
	}
	read := []byte(first + second)
	split := func(signs []byte) bool {
		return country.IsSplitPostCode(string(signs[:len(first)]), string(signs[len(first):]), country.Exact)
	}
	digits := recognize.CountDigits(first + second)
	if digits == 0 {
		return "", "", false // these are words
	}
	found := swapped(read, 0, split)
	for i := 0; len(found) == 0 && digits > 1 && i < len(read); i++ {
		if sign, ok := otherKind(read[i]); ok {
			changed := slices.Clone(read)
			changed[i] = sign
			found = swapped(changed, i+1, split)
		}
	}
	if len(found) != 1 {
		return "", "", false
	}
	return found[0][:len(first)], found[0][len(first):], true
}

// swapped returns the valid texts with one changed character at or after a position.
func swapped(signs []byte, from int, right func([]byte) bool) []string {
	var found []string
	for i := from; i < len(signs); i++ {
		sign, ok := otherKind(signs[i])
		if !ok {
			continue
		}
		changed := slices.Clone(signs)
		if changed[i] = sign; right(changed) {
			found = append(found, string(changed))
		}
	}
	return found
}

// otherKind returns the capital letter that is most often confused with a digit, or the digit for a letter.
func otherKind(read byte) (printed byte, ok bool) {
	if read < '0' || read > '9' {
		digit, ok := ocrconfusion.DigitFor(rune(read), ocrconfusion.Rare)
		return byte(digit), ok
	}
	letter, ok := ocrconfusion.LetterFor(rune(read))
	return byte(letter), ok
}

package fields

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// respelled lists the fields whose words may be corrected.
func respelled() []string {
	return []string{"vendorName", "customerName", "vendorAddress", "customerAddress", "shippingAddress"}
}

// Limits of the correction of words.
const (
	surelyRead            = 0.93 // minimum certainty of words that are not corrected
	minLettersAnyEdit     = 6    // minimum letters of a word in which any one letter may be wrong
	minLettersSimilarEdit = 3    // … in which one letter may be wrong that looks like the right one
)

// respellSet corrects words of names and addresses with one misread letter, if they are legal forms or common in
// addresses, and slashes and letters of numbers. The raw text of the value remains as read.
func respellSet(r *annotate.Document, set *value.Set) {
	for _, name := range []string{"invoiceNumber", "purchaseOrderNumber", "receiptNumber"} {
		if v, ok := set.Scalars[name]; ok && v.Source == document.SourceOCR {
			if v.Value = slashed(v.Value); name == "purchaseOrderNumber" {
				v.Value = orderLetters(v.Value)
			}
			set.Scalars[name] = v
		}
	}
	var sure map[string]bool
	for _, name := range respelled() {
		v, ok := set.Scalars[name]
		if !ok || v.Source != document.SourceOCR {
			continue
		}
		if sure == nil {
			sure = surely(r)
		}
		v.Value = respell(v.Value, sure)
		set.Scalars[name] = v
	}
}

// Respelled corrects the words of a text for a field, like respellSet.
func Respelled(r *annotate.Document, name, text string) string {
	if !slices.Contains(respelled(), name) {
		return text
	}
	return respell(text, surely(r))
}

// surely returns the words that were read with certainty.
func surely(r *annotate.Document) map[string]bool {
	sure := map[string]bool{}
	for _, s := range r.Layout.Segments {
		for i, w := range s.Words {
			if s.Tokens[i].Confidence >= surelyRead {
				sure[bare(w)] = true
			}
		}
	}
	return sure
}

// bare returns a word without the punctuation around it.
func bare(w string) string {
	return strings.TrimFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

func respell(text string, sure map[string]bool) string {
	words := strings.Fields(text)
	for i := range words {
		if i > 0 {
			words[i-1], words[i] = companyForm(words[i-1], words[i])
		}
	}
	restoredForm(words)
	respelledPostCodes(words)
	respelledStrokes(words)
	for i, w := range words {
		pieces := strings.FieldsFunc(w, func(c rune) bool { return c == ',' || c == '.' || c == '-' })
		for _, piece := range pieces {
			if right, ok := knownWord(piece, sure); ok {
				words[i] = strings.Replace(words[i], piece, right, 1)
			}
		}
	}
	return strings.Join(words, " ")
}

// companyForm corrects a legal form of two words if at most one letter of each is wrong: "SON BHD".
func companyForm(first, second string) (a, b string) {
	x, y := strings.ToUpper(bare(first)), strings.ToUpper(bare(second))
	for _, form := range country.Companies() {
		if x == form.First && y == form.Last || len(x) < 2 || len(y) < 3 {
			continue
		}
		if (x == form.First || ocrconfusion.Alike(x, form.First)) && (y == form.Last || ocrconfusion.Alike(y, form.Last)) {
			a = strings.Replace(first, bare(first), cased(form.First, bare(first)), 1)
			return a, strings.Replace(second, bare(second), cased(form.Last, bare(second)), 1)
		}
	}
	return first, second
}

// restoredForm corrects a misread legal form at the end if the rest identifies it: only one form has "SDN" first,
// or "BHD" last. "S/B" is short for both.
func restoredForm(words []string) {
	n := len(words)
	if n < 3 {
		return
	}
	const most = 3 // letters of a misread one of the two
	x, y := bare(words[n-2]), bare(words[n-1])
	for _, form := range country.Companies() {
		isFirst, isLast := strings.ToUpper(x) == form.First, strings.ToUpper(y) == form.Last
		switch {
		case !form.Distinct:
		case isFirst && !isLast && len(y) > 0 && len(y) <= most:
			words[n-1] = cased(form.Last, x)
		case isLast && !isFirst && len(x) > 0 && len(x) <= most && readAs(strings.ToUpper(x[:1]), form.First[:1]):
			words[n-2] = cased(form.First, y)
		case form.Short != "" && readAs(words[n-1], form.Short):
			words[n-1] = form.Short
		}
	}
}

// readAs reports whether each character of a text equals the word's, or is often confused with it in capitals.
func readAs(read, word string) bool {
	if len(read) != len(word) {
		return false
	}
	for i := range len(word) {
		if read[i] != word[i] && !ocrconfusion.CanConfuse(rune(word[i]), rune(read[i]), ocrconfusion.Word) {
			return false
		}
	}
	return true
}

// knownWord returns the only known word that differs from a word by one letter.
func knownWord(w string, sure map[string]bool) (string, bool) {
	w = bare(w)
	upper := strings.ToUpper(w)
	if len(w) < minLettersSimilarEdit || sure[w] || recognize.CountDigits(w) > 1 || country.Spelled(upper) {
		return "", false
	}
	found := ""
	for _, known := range country.Spellings() {
		if !ocrconfusion.Alike(upper, known) &&
			(len(known) < minLettersAnyEdit || upper[0] != known[0] || !ocrconfusion.Near(upper, known)) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = known
	}
	if found == "" {
		return "", false
	}
	return cased(found, w), true
}

// cased returns a word in the case of the one that it replaces.
func cased(word, like string) string {
	switch {
	case strings.ToUpper(like) == like:
		return word
	case strings.ToLower(like) == like:
		return strings.ToLower(word)
	}
	return word[:1] + strings.ToLower(word[1:])
}

// respelledStrokes corrects a small l and a capital I, which look alike. Separate strokes are a Roman numeral
// ("Umberto l" is "Umberto I"), and among lower-case words "EI" is an article. At the start of a word before a
// consonant that cannot follow an l, the stroke is a capital: "lxelles" is "Ixelles". "clo" before an address is
// "c/o", and old-style figures that look like the letter o are zeros: "118o".
func respelledStrokes(words []string) {
	const longest = 3 // strokes of a number
	small := slices.ContainsFunc(words, func(w string) bool {
		return len(bare(w)) > 1 && strings.IndexFunc(bare(w)[1:], unicode.IsLower) >= 0
	})
	if len(words) > 1 && words[0] == "clo" {
		words[0] = "c/o"
	}
	for i, w := range words {
		switch piece := bare(w); {
		case piece == "":
		case textshape.CapitalStroke(piece):
			words[i] = strings.Replace(w, piece, "I"+piece[1:], 1)
		case strings.Trim(piece, "l") == "" && len(piece) <= longest:
			words[i] = strings.Replace(w, piece, strings.Repeat("I", len(piece)), 1)
		case misreadZeros(piece):
			words[i] = strings.Replace(w, piece, strings.NewReplacer("o", "0", "O", "0").Replace(piece), 1)
		case piece == "EI" && small:
			words[i] = strings.Replace(w, piece, "El", 1)
		}
	}
}

// misreadZeros reports whether a word is a number whose zeros were read as the letter o. One o after one or two
// digits may be an ordinal: "3o" is the third floor.
func misreadZeros(piece string) bool {
	const minDigits = 3
	zeros := strings.Count(strings.ToLower(piece), "o")
	digits := len(piece) - zeros
	return zeros > 0 && digits > 0 && strings.Trim(piece, "0123456789oO") == "" &&
		(zeros > 1 || digits >= minDigits || annotate.IsDigitByte(piece[len(piece)-1])) && annotate.IsDigitByte(piece[0])
}

// slashed restores a slash that was read as the stroke of a letter: between digits of which one side is a year,
// before the last letter, or before the business year of an Indian number after letters: "2031I0417", "38IB",
// "KTLI30-31/7".
func slashed(number string) string {
	const century, year = "20", 4
	for i := 1; i < len(number)-1; i++ {
		if number[i] == 'I' && annotate.IsUpperByte(number[i-1]) && businessYear(number[i+1:]) {
			number = number[:i] + "/" + number[i+1:]
		}
		if c := number[i]; c != 'I' && c != 'l' || !annotate.IsDigitByte(number[i-1]) {
			continue
		}
		before := number[strings.LastIndexFunc(number[:i], notDigit)+1 : i]
		after := number[i+1:]
		if n := strings.IndexFunc(after, notDigit); n >= 0 {
			after = after[:n]
		}
		ofYear := func(s string) bool { return len(s) == year && strings.HasPrefix(s, century) }
		last := i+2 == len(number) && annotate.IsUpperByte(number[i+1])
		if last || after != "" && (ofYear(before) || ofYear(after)) {
			number = number[:i] + "/" + number[i+1:]
		}
	}
	return number
}

// orderLetters restores the letters of a purchase order whose O was read as a zero: "P0-4711", "P088123".
func orderLetters(number string) string {
	const letters, misread, minDigits = "PO", "P0", 3
	rest, ok := strings.CutPrefix(number, misread)
	if !ok || len(rest) <= minDigits || strings.ContainsFunc(rest, unicode.IsLetter) {
		return number
	}
	return letters + rest
}

// businessYear reports whether a text opens with two consecutive years of two digits and a slash: "30-31/7".
func businessYear(s string) bool {
	const form, decade = "00-00/", 10
	if len(s) <= len(form) {
		return false
	}
	year := func(at int) int { return int(s[at]-'0')*decade + int(s[at+1]-'0') }
	for i := range form {
		if digit := annotate.IsDigitByte(s[i]); digit != (form[i] == '0') || !digit && s[i] != form[i] {
			return false
		}
	}
	return year(3) == year(0)+1
}

func notDigit(c rune) bool { return c < '0' || c > '9' }

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

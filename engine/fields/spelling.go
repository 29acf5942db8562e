package fields

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
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

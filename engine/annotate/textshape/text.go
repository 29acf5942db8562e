package textshape

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// JoinParts joins the texts of parts, without the punctuation around each.
func JoinParts(parts []layout.Part, sep string) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = strings.Trim(p.Text(), " ,;:|·•●")
	}
	return strings.Join(texts, sep)
}

// AddressText joins the lines of an address, without a country code before the post code ("DE 80333", "D-80333").
func AddressText(parts []layout.Part) string {
	text := ""
	for i, p := range parts {
		words := p.Words()
		if CodeFirst(words) || len(words) > 2 && splitCode(words) {
			words = withoutCountry(words)
		}
		if i > 0 && wraps(parts[i-1], p) {
			text += " "
		} else if i > 0 {
			text += ", "
		}
		text += strings.Trim(strings.Join(words, " "), " ,;|·•●")
	}
	return withoutStop(text)
}

// withoutStop removes the full stop of a sentence that ends with an address, but not that of an abbreviation.
func withoutStop(text string) string {
	const minWord = 4 // minimum letters of a word that is not an abbreviation
	last := text[strings.LastIndexAny(text, " ,")+1:]
	word, stopped := strings.CutSuffix(last, ".")
	if !stopped || strings.Contains(word, ".") ||
		len([]rune(word)) < minWord && recognize.CountDigits(word) == 0 {
		return text
	}
	return text[:len(text)-1]
}

// wraps reports whether a line of an address ends in a word such as "de", or in a post code whose town follows.
func wraps(upper, lower layout.Part) bool {
	words := upper.Words()
	if upper.Segment == lower.Segment {
		return false
	}
	next := lower.Words()
	return AddressOpen(words) || Halves(words, next) || len(words) == 1 && PostCode(words[0]) && TownWords(next)
}

// withoutCountry removes a country code before a postal line.
func withoutCountry(words []string) []string {
	if isCountryCode(words[0]) && len(words) > 2 {
		return words[1:]
	}
	if k := strings.IndexByte(words[0], '-'); k > 0 && isCountryCode(words[0][:k]) {
		return append([]string{words[0][k+1:]}, words[1:]...)
	}
	return words
}

// Halves reports whether a post code of two words is split between two lines: "S49", "1AJ".
func Halves(upper, lower []string) bool {
	return len(lower) == 1 && country.IsSplitPostCode(upper[len(upper)-1], lower[0], country.Anywhere)
}

// AddressOpen reports whether words cannot end a line of an address, as after "jud." and "nr.". A word for streets
// counts only if it opens its piece of the line, because others follow the name: "Bonner Str."
func AddressOpen(words []string) bool {
	n := len(words) - 1
	if n < 0 {
		return false
	}
	last := recognize.Fold(words[n])
	opens := n == 0 || strings.HasSuffix(words[n-1], ",")
	return lexicon.Unended.Has(last) && (opens || !lexicon.Street.Has(last)) || EndsOpen(words)
}

// quoteOpen reports whether a straight quotation mark before a word is not closed. Inch marks follow a number.
func quoteOpen(words []string) bool {
	open := false
	for _, w := range words {
		if strings.HasPrefix(w, `"`) {
			open = true
		}
		if strings.HasSuffix(strings.TrimRight(w, ".,;)"), `"`) && len(w) > 1 {
			open = false
		}
	}
	return open
}

// EndsOpen reports whether words cannot end a name or an address: the last one is a short lower-case word other
// than a legal form, an ampersand, or a connective, or a bracket or a quotation is not closed.
func EndsOpen(words []string) bool {
	if len(words) == 0 {
		return false
	}
	if text := strings.Join(words, " "); strings.Count(text, "(") > strings.Count(text, ")") || quoteOpen(words) {
		return true
	}
	last := words[len(words)-1]
	if last == "&" || last == "+" {
		return true
	}
	const short = 3 // letters
	folded, letters := recognize.Fold(last), []rune(last)
	joins := lexicon.Joining.Has(folded) || lexicon.NameJoiner.Has(folded)
	if len(words) == 1 || len(letters) > short && !joins {
		return false
	}
	for _, c := range letters {
		if !unicode.IsLower(c) {
			return false
		}
	}
	return joins || !lexicon.LegalForm.Has(recognize.Compact(last))
}

// TaxNumber reports whether words are exactly a tax number in the format of a country.
func TaxNumber(words []string) bool {
	if len(words) == 1 && country.IsTaxNumber(words[0]) {
		return true
	}
	found := recognize.VATIDs(words)
	return len(found) == 1 && found[0].First == 0 && found[0].Last == len(words)-1 &&
		found[0].Checksum != recognize.ChecksumInvalid
}

// MinTaxDigits is the minimum number of digits of a tax number.
const MinTaxDigits = 6

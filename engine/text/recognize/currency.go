package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/text/lexicon"

	"github.com/docmill/docmill/engine/text/country"
)

// currencySymbol returns the code of a printed sign or abbreviation.
func currencySymbol(s string) (code string, known bool) {
	if code, known = country.CurrencyOf(s); known {
		return code, true
	}
	return lexicon.CurrencyName(s)
}

// MinorDigits returns the minor digits of a currency, 2 where it is not known.
func MinorDigits(currency string) int32 {
	if d, ok := country.MinorDigits(currency); ok {
		return d
	}
	return 2
}

// Currency reads a word that is a currency sign, abbreviation or ISO 4217
// code, and gives the code.
func Currency(word string) (string, bool) {
	if c, ok := currencySymbol(word); ok {
		return c, true
	}
	if len(word) > 3 {
		word = strings.Trim(word, "()[].,:;")
	}
	if _, ok := country.MinorDigits(word); ok {
		return word, true
	}
	if c, ok := currencySymbol(word); ok {
		return c, true
	}
	return "", false
}

// currencyPrefix cuts a currency off the front of s.
func currencyPrefix(s string) (code, rest string) {
	return cutCurrency(s, func(n int) (string, string) { return s[:n], s[n:] })
}

// currencySuffix cuts a currency off the end of s.
func currencySuffix(s string) (code, rest string) {
	return cutCurrency(s, func(n int) (string, string) { return s[len(s)-n:], s[:len(s)-n] })
}

// cutCurrency tries parts of falling length, so that "US$" wins over "$". None is looked
// for at a digit: no sign, name or code begins or ends with one.
func cutCurrency(s string, part func(n int) (piece, rest string)) (code, rest string) {
	for n := min(6, len(s)-1); n > 0; n-- {
		piece, rest := part(n)
		if isDigit(piece[0]) || isDigit(piece[n-1]) {
			continue
		}
		if code, ok := currencySymbol(piece); ok {
			return code, rest
		}
		if _, ok := country.MinorDigits(piece); ok {
			return piece, rest
		}
	}
	return "", s
}

package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/text/lexicon"

	"github.com/docmill/docmill/engine/text/country"
)

func currencySymbol(s string) (code string, known bool) {
	if code, known = country.CurrencyOf(s); known {
		return code, true
	}
	return lexicon.CurrencyName(s)
}

// MinorDigits returns the minor digits of a currency, or 2 for an unknown one.
func MinorDigits(currency string) int32 {
	if d, ok := country.MinorDigits(currency); ok {
		return d
	}
	return 2
}

// Currency returns the ISO 4217 code of a currency sign, abbreviation or code.
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

func currencyPrefix(s string) (code, rest string) {
	return cutCurrency(s, func(n int) (string, string) { return s[:n], s[n:] })
}

func currencySuffix(s string) (code, rest string) {
	return cutCurrency(s, func(n int) (string, string) { return s[len(s)-n:], s[:len(s)-n] })
}

// cutCurrency tries parts of decreasing length, so that "US$" wins over "$". It skips parts that end at a digit,
// because no sign, name or code has one there.
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

package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/lexicon"
)

// minorDigits gives the minor digits of the currencies that are recognised, by
// ISO 4217 code.
func minorDigits(code string) (digits int32, known bool) {
	switch code {
	case "EUR", "USD", "GBP", "CHF", "PLN", "CZK", "SEK", "NOK", "DKK", "HUF", "RON", "BGN", "TRY", "UAH", "CAD", "AUD",
		"NZD", "SGD", "HKD", "TWD", "MYR", "INR", "IDR", "PHP", "THB", "CNY", "BRL", "MXN", "ARS", "COP", "PEN", "ZAR",
		"AED", "SAR", "ILS", "EGP", "MAD", "NGN", "KES", "RUB", "HRK", "RSD":
		return 2, true
	case "JPY", "KRW", "VND", "CLP", "ISK":
		return 0, true
	case "TND", "KWD", "BHD", "OMR", "JOD":
		return 3, true
	}
	return 0, false
}

// currencySymbol gives the code of a printed sign or abbreviation. The dollar
// sign alone is read as US dollars, the yen sign as yen.
func currencySymbol(s string) (code string, known bool) {
	switch s {
	case "€":
		return "EUR", true
	case "$", "US$":
		return "USD", true
	case "£":
		return "GBP", true
	case "¥":
		return "JPY", true
	case "₹":
		return "INR", true
	case "R$":
		return "BRL", true
	case "S$":
		return "SGD", true
	case "A$", "AU$":
		return "AUD", true
	case "C$", "CA$":
		return "CAD", true
	case "HK$":
		return "HKD", true
	case "NT$":
		return "TWD", true
	case "NZ$":
		return "NZD", true
	case "₺":
		return "TRY", true
	case "₩":
		return "KRW", true
	case "₫":
		return "VND", true
	case "฿":
		return "THB", true
	case "₪":
		return "ILS", true
	case "₽":
		return "RUB", true
	case "₴":
		return "UAH", true
	case "₦":
		return "NGN", true
	case "₱":
		return "PHP", true
	}
	return lexicon.CurrencyName(s)
}

// MinorDigits gives the minor digits of a currency, 2 where it is not known.
func MinorDigits(currency string) int32 {
	if d, ok := minorDigits(currency); ok {
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
	if _, ok := minorDigits(word); ok {
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

// cutCurrency tries parts of falling length, so that "US$" wins over "$".
func cutCurrency(s string, part func(n int) (piece, rest string)) (code, rest string) {
	for n := min(6, len(s)-1); n > 0; n-- {
		piece, rest := part(n)
		if code, ok := currencySymbol(piece); ok {
			return code, rest
		}
		if _, ok := minorDigits(piece); ok {
			return piece, rest
		}
	}
	return "", s
}

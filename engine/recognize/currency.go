package recognize

import "strings"

// currencyMinor gives the minor digits of the currencies that are recognised,
// by ISO 4217 code.
var currencyMinor = map[string]int32{
	"EUR": 2, "USD": 2, "GBP": 2, "CHF": 2, "PLN": 2, "CZK": 2, "SEK": 2, "NOK": 2, "DKK": 2, "HUF": 2,
	"RON": 2, "BGN": 2, "TRY": 2, "UAH": 2, "CAD": 2, "AUD": 2, "NZD": 2, "SGD": 2, "HKD": 2, "TWD": 2,
	"MYR": 2, "INR": 2, "IDR": 2, "PHP": 2, "THB": 2, "CNY": 2, "JPY": 0, "KRW": 0, "VND": 0, "CLP": 0,
	"ISK": 0, "BRL": 2, "MXN": 2, "ARS": 2, "COP": 2, "PEN": 2, "ZAR": 2, "AED": 2, "SAR": 2, "ILS": 2,
	"EGP": 2, "MAD": 2, "TND": 3, "KWD": 3, "BHD": 3, "OMR": 3, "JOD": 3, "NGN": 2, "KES": 2, "RUB": 2,
	"HRK": 2, "RSD": 2,
}

// currencySymbols maps printed signs and abbreviations to codes. The dollar
// sign alone is read as US dollars, the yen sign as yen.
var currencySymbols = map[string]string{
	"€": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "¥": "JPY", "zł": "PLN", "zl": "PLN", "ZŁ": "PLN",
	"Kč": "CZK", "Ft": "HUF", "lei": "RON", "RM": "MYR", "Rs": "INR", "Rs.": "INR", "₹": "INR", "R$": "BRL",
	"S$": "SGD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NT$": "TWD", "NZ$": "NZD",
	"Fr.": "CHF", "SFr.": "CHF", "sFr.": "CHF", "₺": "TRY", "₩": "KRW", "₫": "VND", "฿": "THB", "₪": "ILS",
	"₽": "RUB", "₴": "UAH", "₦": "NGN", "Rp": "IDR", "Rp.": "IDR", "Euro": "EUR", "EURO": "EUR", "euro": "EUR",
	"Euros": "EUR", "euros": "EUR", "Eur": "EUR", "PHP": "PHP", "₱": "PHP",
}

// MinorDigits gives the minor digits of a currency, 2 where it is not known.
func MinorDigits(currency string) int32 {
	if d, ok := currencyMinor[currency]; ok {
		return d
	}
	return 2
}

// Currency reads a word that is a currency sign, abbreviation or ISO 4217
// code, and gives the code.
func Currency(word string) (string, bool) {
	if c, ok := currencySymbols[word]; ok {
		return c, true
	}
	if len(word) > 3 {
		word = strings.Trim(word, "()[].,:;")
	}
	if _, ok := currencyMinor[word]; ok {
		return word, true
	}
	if c, ok := currencySymbols[word]; ok {
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
		if code, ok := currencySymbols[piece]; ok {
			return code, rest
		}
		if _, ok := currencyMinor[piece]; ok {
			return piece, rest
		}
	}
	return "", s
}

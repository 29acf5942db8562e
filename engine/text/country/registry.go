package country

import (
	_ "embed" // for the two tables
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed banks.txt
var banks string

//go:embed currencies.txt
var currencies string

type bank struct {
	iban int    // length, or 0 if the country has no IBANs
	form string // see IBANForm
}

// IBANLength returns the length of a country's IBANs, or 0 if it has none.
func IBANLength(code string) int { return loaded().banks[code].iban }

// BareAccounts returns the codes of the countries that print account numbers as IBANs without the country's code.
func BareAccounts() []string { return loaded().bareAccounts }

// IBANForm returns the kind of each character after the country's code: n for a digit, a for a capital letter, c for
// either. It is "" for a country without IBANs.
func IBANForm(code string) string { return loaded().banks[code].form }

// HasBIC reports whether banks of a country have BICs.
func HasBIC(code string) bool {
	_, ok := loaded().banks[code]
	return ok
}

// MinorDigits returns the minor digits of a currency (ISO 4217 code). known is false for an unknown currency.
func MinorDigits(currency string) (digits int32, known bool) {
	if len(currency) != codeLength { // rejects most words early: called for every piece of every word
		return 0, false
	}
	digits, known = loaded().minorDigits[currency]
	return digits, known
}

// CurrencyOf returns the currency of a printed sign. A lone dollar sign means US dollars, a yen sign yen.
func CurrencyOf(sign string) (code string, known bool) {
	x := loaded()
	if sign == "" || !x.signStarts[sign[0]] {
		return "", false
	}
	code, known = x.signs[sign]
	return code, known
}

// CurrencyOfLetters returns the currency whose sign is one or two capital letters, such as R for the rand, or "". Codes
// begin with such letters as well, so callers require an amount with the currency's minor digits beside it.
func CurrencyOfLetters(letters string) (code string) { return loaded().letterSigns[letters] }

// HasLetter reports whether the sign of a currency (ISO 4217) is a single capital letter.
func HasLetter(currency string) bool {
	for sign, code := range loaded().letterSigns {
		if len(sign) == 1 && code == currency {
			return true
		}
	}
	return false
}

const codeLength = 3

// addBanks reads lines such as "IT 27 a1n10c12" and "US -".
func (x *index) addBanks(text string) error {
	for line, columns := range table(text) {
		var b bank
		switch {
		case len(columns) == 2 && columns[1] == "-":
		case len(columns) == 3:
			n, err := strconv.Atoi(columns[1])
			if b.form = ibanForm(columns[2]); err != nil || len(b.form)+len(columns[0]) != n {
				return fmt.Errorf("banks.txt: %q: what follows the check digits is not so long", line)
			}
			b.iban = n
		default:
			return fmt.Errorf("banks.txt: %q: not a code, a length and a form", line)
		}
		x.banks[columns[0]] = b
	}
	return nil
}

// ibanForm expands a form such as "a1n3" with the check digits in front: "nnannn". It returns "" for an invalid form.
func ibanForm(runs string) string {
	form := "nn"
	for runs != "" {
		digits := strings.TrimLeft(runs[1:], "0123456789")
		n, err := strconv.Atoi(runs[1 : len(runs)-len(digits)])
		if err != nil || !strings.Contains("nac", runs[:1]) {
			return ""
		}
		form, runs = form+strings.Repeat(runs[:1], n), digits
	}
	return form
}

const (
	capitals    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	threeDigits = 3
)

// addCurrencies reads lines such as "USD 2 $ US$".
func (x *index) addCurrencies(text string) error {
	for line, columns := range table(text) {
		if len(columns) < 2 || len(columns[0]) != codeLength {
			return fmt.Errorf("currencies.txt: %q: not a code and minor digits", line)
		}
		n, err := strconv.ParseInt(columns[1], 10, 32)
		if err != nil {
			return fmt.Errorf("currencies.txt: %q: %w", line, err)
		}
		x.minorDigits[columns[0]] = int32(n)
		for _, sign := range columns[2:] {
			if isLetters := strings.Trim(sign, capitals) == ""; isLetters && (len(sign) == 1 || n == threeDigits) {
				x.letterSigns[sign] = columns[0]
				continue
			}
			x.signs[sign] = columns[0]
			x.signStarts[sign[0]] = true
		}
	}
	return nil
}

// table yields the lines of a table, without empty lines and comments, with their columns.
func table(text string) func(yield func(line string, columns []string) bool) {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && !yield(line, strings.Fields(line)) {
				return
			}
		}
	}
}

func errValue(key, value, why string) error { return fmt.Errorf("%s %q: %s", key, value, why) }

// SharingSign returns the countries whose currency shares the sign whose default is the given currency: for US dollars
// all countries with "$", including the US. It returns none for a currency with a unique sign.
func SharingSign(currency string) []*Country {
	x := loaded()
	var out []*Country
	for _, c := range x.all {
		if c.sign != "" && x.signs[c.sign] == currency {
			out = append(out, c)
		}
	}
	return out
}

// HasOwnSign reports whether a word contains a sign that only this currency has: "US$5".
func HasOwnSign(word, currency string) bool {
	x := loaded()
	for sign, code := range x.signs {
		if code == currency && !x.sharedSigns[sign] && strings.Contains(word, sign) {
			return true
		}
	}
	return false
}

// HasName reports whether a line of an address is the name of the country.
func (c *Country) HasName(text string) bool {
	return slices.ContainsFunc(c.names, func(name string) bool { return strings.EqualFold(name, text) })
}

// HasTax reports whether a word is the name of a tax that only this country has.
func (c *Country) HasTax(word string) bool { return slices.Contains(c.taxes, word) }

// HasRegion reports whether a word is a region of the country and code a post code that follows it.
func (c *Country) HasRegion(region, code string) bool {
	return slices.Contains(c.regions, region) && slices.ContainsFunc(c.posts, func(p post) bool {
		return (p.place == BehindRegion || p.place == BehindLastRegion) && matches(code, p.form)
	})
}

// HasSplitPostCode reports whether two words form a post code of the country.
func (c *Country) HasSplitPostCode(first, second string) bool {
	return slices.ContainsFunc(c.posts, func(p post) bool {
		one, other, split := strings.Cut(p.form, " ")
		return split && matches(first, one) && matches(second, other)
	})
}

package country

import "slices"

// Outcome is the result of checking a number's check digits.
type Outcome uint8

// Outcomes.
const (
	Unknown Outcome = iota // no check digits, or an unknown scheme
	Valid
	Invalid
)

// HasVAT reports whether a prefix opens VAT identification numbers: usually the country's code, "EL" for Greece, "XI"
// for Northern Ireland, "CHE" for Switzerland.
func HasVAT(prefix string) bool { return len(loaded().vat[prefix].forms) > 0 }

// IsVAT reports whether the text after a prefix, without spaces, has the form of a VAT number. It does not verify
// check digits.
func IsVAT(prefix, number string) bool {
	if !hasDigit(number) {
		return false
	}
	for _, form := range loaded().vat[prefix].forms {
		if matches(number, form) {
			return true
		}
	}
	return false
}

// CheckVAT verifies the check digits of a VAT identification number with a prefix of two letters. One number in
// modulus is valid by chance; modulus is 0 if the outcome is unknown.
func CheckVAT(id string) (outcome Outcome, modulus int) {
	const prefix = 2
	if len(id) <= prefix || !IsVAT(id[:prefix], id[prefix:]) {
		return Unknown, 0
	}
	s := loaded().vat[id[:prefix]].scheme
	if s.check == nil {
		return Unknown, 0
	}
	valid, known := s.check(id[prefix:])
	switch {
	case !known:
		return Unknown, 0
	case valid:
		return Valid, s.modulus
	}
	return Invalid, s.modulus
}

// IsTaxNumber reports whether a word has the distinctive form of a tax number printed without a country prefix:
// "26.685.541/0001-92".
func IsTaxNumber(word string) bool {
	return slices.ContainsFunc(loaded().taxNumbers, func(form string) bool { return matches(word, form) })
}

// HasTaxNumber is IsTaxNumber for the country's forms.
func (c *Country) HasTaxNumber(word string) bool {
	return slices.ContainsFunc(c.taxNumbers, func(form string) bool { return matches(word, form) })
}

// SwissVATMark reports whether a word marks a Swiss company number as a VAT number: the name of the tax in one of the
// country's languages.
func SwissVATMark(word string) bool {
	switch word {
	case "MWST", "MwSt", "TVA", "IVA", "TPV":
		return true
	}
	return false
}

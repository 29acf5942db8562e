package country

import "slices"

// Outcome is the outcome of a check of a number's digits.
type Outcome uint8

// Outcomes.
const (
	Unknown Outcome = iota // the form has no check digits, or none are known here
	Valid
	Invalid
)

// HasVAT reports whether VAT identification numbers begin with a prefix: mostly a
// country's code, "EL" for Greece, "XI" for Northern Ireland, "CHE" for
// Switzerland.
func HasVAT(prefix string) bool { return len(loaded().vat[prefix].forms) > 0 }

// IsVAT reports whether what follows a prefix, in one piece, has the form of such
// a number. Its check digits may be wrong.
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

// CheckVAT checks the digits of a VAT identification number that begins with a
// prefix of two letters. Of modulus numbers one is valid by chance; it is 0 if
// the outcome is unknown.
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

// IsTaxNumber reports whether a word has the form of a tax number that is printed without
// a country's prefix and looks like nothing else: "26.685.541/0001-92".
func IsTaxNumber(word string) bool {
	return slices.ContainsFunc(loaded().taxNumbers, func(form string) bool { return matches(word, form) })
}

// HasTaxNumber is IsTaxNumber of the country's own forms.
func (c *Country) HasTaxNumber(word string) bool {
	return slices.ContainsFunc(c.taxNumbers, func(form string) bool { return matches(word, form) })
}

// SwissVATMark reports whether a word is what stands behind a Swiss company number
// that is a VAT number: the tax in one of the country's languages.
func SwissVATMark(word string) bool {
	switch word {
	case "MWST", "MwSt", "TVA", "IVA", "TPV":
		return true
	}
	return false
}

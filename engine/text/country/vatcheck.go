package country

import "strings"

// checker verifies the check digits of a number in valid form. known is false if the scheme for this number is
// unknown.
type checker func(number string) (valid, known bool)

type scheme struct {
	check   checker
	modulus int // one number in modulus is valid by chance
	length  int // of the numbers, or 0 for any
}

// fits reports whether a form has the digits that the scheme needs. Only letters may follow them ("999999999MVA").
func (s scheme) fits(form string) bool {
	return len(form) >= s.length && !strings.ContainsAny(form[s.length:], "9*")
}

// oneDigit is the modulus of schemes with one check digit.
const oneDigit = 10

// newScheme returns the scheme with a name and its weights, if it uses any. The schemes are those of the European
// Commission's VIES VAT number algorithms (DG TAXUD). ok is false for an unknown one.
func newScheme(name string, weights []int) (s scheme, ok bool) {
	if s = namedScheme(name); s.check != nil {
		return s, len(weights) == 0
	}
	switch name {
	case "sum11": // over all digits, including the check digit
		s = scheme{always(func(s string) bool { return weighted(s, weights)%11 == 0 }), oneDigit, len(weights)}
	case "sum10": // over all digits, including the check digit
		s = scheme{always(func(s string) bool { return weighted(s, weights)%10 == 0 }), oneDigit, len(weights)}
	case "sum11-or-0": // the complement to 11; a check digit of two digits is printed as 0
		s = scheme{always(func(s string) bool { return complementOr0(s, weights) }), oneDigit, len(weights) + 1}
	case "sum11-disproves": // the same for ambiguous forms: a valid check digit proves nothing
		s = scheme{func(s string) (valid, known bool) { return false, !complementOr0(s, weights) }, oneDigit,
			len(weights) + 1}
	}
	return s, s.check != nil && len(weights) > 0
}

func namedScheme(name string) scheme {
	switch name {
	case "luhn": // ISO/IEC 7812-1
		return scheme{always(luhn), oneDigit, 0}
	case "divisible11": // the whole number, Slovakia
		return scheme{always(func(s string) bool { return parseDigits(s)%11 == 0 }), oneDigit, 10}
	case "luhn-plus-4": // after a U
		return scheme{always(luhnPlus4), oneDigit, 9}
	case "mod11-10": // ISO 7064, hybrid system MOD 11,10
		return scheme{always(mod1110), oneDigit, 0}
	case "sum11-or-mod97":
		return scheme{always(eleventhOr97), oneDigit, 12}
	case "nif": // Spain, Real Decreto 1065/2007
		return scheme{always(nif), oneDigit, 9}
	case "complement-mod97":
		return scheme{always(func(s string) bool { return 97-parseDigits(s[:8])%97 == parseDigits(s[8:]) }), 97, 10}
	case "mod89":
		return scheme{always(func(s string) bool { return parseDigits(s[:6])%89 == parseDigits(s[6:]) }), 89, 8}
	case "siren-mod97":
		return scheme{sirenKey, 97, 11}
	}
	return balkanScheme(name)
}

// balkanScheme returns the schemes of south-eastern Europe.
func balkanScheme(name string) scheme {
	switch name {
	case "cui": // Romania
		return scheme{always(cui), oneDigit, 0}
	case "eik": // Bulgaria
		return scheme{eik, oneDigit, 0}
	case "afm": // Greece
		return scheme{always(afm), oneDigit, 9}
	case "cyprus":
		return scheme{always(cyprus), 26, 9}
	}
	return scheme{}
}

func always(check func(string) bool) checker {
	return func(s string) (valid, known bool) { return check(s), true }
}

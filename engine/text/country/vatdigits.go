package country

import (
	"strconv"
	"strings"
)

// parseDigits parses digits. Callers have validated them.
func parseDigits(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + digit(s, i)
	}
	return n
}

func digit(s string, i int) int { return int(s[i] - '0') }

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func weighted(s string, weights []int) int {
	sum := 0
	for i, w := range weights {
		sum += digit(s, i) * w
	}
	return sum
}

func complementOr0(s string, weights []int) bool {
	check := 11 - weighted(s, weights)%11
	if check > 9 {
		check = 0
	}
	return check == digit(s, len(weights))
}

// mod1110 is the hybrid system MOD 11,10 of ISO 7064.
func mod1110(s string) bool {
	product := 10
	for i := range len(s) - 1 {
		sum := (digit(s, i) + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = 2 * sum % 11
	}
	return (11-product)%10 == digit(s, len(s)-1)
}

func luhn(s string) bool {
	sum := 0
	for i := range len(s) {
		sum += doubled(digit(s, len(s)-1-i), i)
	}
	return sum%10 == 0
}

// doubled returns d, or the digit sum of 2d if i is odd.
func doubled(d, i int) int {
	if i%2 == 1 {
		d *= 2
	}
	return d/10 + d%10
}

// luhnPlus4 checks the digits after Austria's U; 4 is added to their sum.
func luhnPlus4(s string) bool {
	if s[0] != 'U' {
		return false
	}
	sum := 4
	for i := range 7 {
		sum += doubled(digit(s, 1+i), i)
	}
	return (10-sum%10)%10 == digit(s, 8)
}

// eleventhOr97 accepts both schemes of the Netherlands: the eleven test for companies and mod 97 for sole traders
// (since 2020).
func eleventhOr97(s string) bool {
	if s[9] != 'B' {
		return false
	}
	if weighted(s, []int{9, 8, 7, 6, 5, 4, 3, 2})%11 == digit(s, 8) {
		return true
	}
	return mod97("NL"+s) == 1
}

// mod97 returns the remainder of a number whose letters count as 10 to 35 (ISO 7064, MOD 97-10).
func mod97(s string) int {
	rest := 0
	for _, c := range []byte(s) {
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest
}

// sirenKey checks only France's numeric key. Keys with letters are unknown.
func sirenKey(s string) (valid, known bool) {
	if !allDigits(s) {
		return false, false
	}
	return (12+3*(parseDigits(s[2:])%97))%97 == parseDigits(s[:2]), true
}

func nif(s string) bool {
	const personal = "TRWAGMYFPDXBNJZSQVHLCKE"
	first, last := s[0], s[8]
	switch {
	case isDigit(first):
		return allDigits(s[:8]) && personal[parseDigits(s[:8])%23] == last
	case strings.IndexByte("XYZ", first) >= 0:
		return personal[(int(first-'X')*10_000_000+parseDigits(s[1:8]))%23] == last
	}
	sum := 0
	for i := 1; i < 8; i++ {
		sum += doubled(digit(s, i), i)
	}
	control := (10 - sum%10) % 10
	return last == byte('0'+control) || last == "JABCDEFGHI"[control] //nolint:gosec // one digit
}

// cui checks Romania's numbers of two to ten digits. The weights align with the digits before the check digit, from
// the right.
func cui(s string) bool {
	weights := []int{7, 5, 3, 2, 1, 7, 5, 3, 2}
	last := len(s) - 1
	sum := weighted(s[:last], weights[len(weights)-last:])
	return sum*10%11%10 == digit(s, last)
}

// eik checks Bulgaria's numbers of legal entities. Numbers of persons follow several schemes and are unknown.
func eik(s string) (valid, known bool) {
	const entity = 9
	if len(s) != entity {
		return false, false
	}
	check := weighted(s, []int{1, 2, 3, 4, 5, 6, 7, 8}) % 11
	if check > 9 {
		check = weighted(s, []int{3, 4, 5, 6, 7, 8, 9, 10}) % 11 % 10
	}
	return check == digit(s, entity-1), true
}

func afm(s string) bool {
	return weighted(s, []int{256, 128, 64, 32, 16, 8, 4, 2})%11%10 == digit(s, 8)
}

// cyprus checks the letter after eight digits; every other digit is substituted.
func cyprus(s string) bool {
	odd := [...]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}
	sum := 0
	for i := range 8 {
		if i%2 == 0 {
			sum += odd[digit(s, i)]
		} else {
			sum += digit(s, i)
		}
	}
	return int(s[8]-'A') == sum%26
}

type vatNumber struct {
	forms  []string
	scheme scheme // without a check if the scheme is unknown
}

// addVAT reads a prefix and a form: "DE 999999999".
func (c *Country) addVAT(value string) error {
	prefix, form, ok := strings.Cut(value, " ")
	if !ok || strings.Trim(form, "9*ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return errValue("vat", value, "not a prefix and a form of 9, * and capital letters")
	}
	number := c.vat[prefix]
	if number.scheme.check != nil {
		return errValue("vat", value, "stands below the check of its prefix")
	}
	number.forms = append(number.forms, form)
	c.vat[prefix] = number
	return nil
}

// addTaxNumber reads a form: "99-9999999".
func (c *Country) addTaxNumber(form string) error {
	if strings.Trim(form, "9*./-ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || !strings.Contains(form, "9") {
		return errValue("tax-number", form, "not a form of 9, *, capital letters and marks")
	}
	c.taxNumbers = append(c.taxNumbers, form)
	return nil
}

// addVATCheck reads a prefix, a scheme and its weights: "DK sum11 2 7 6 5 4 3 2 1".
func (c *Country) addVATCheck(value string) error {
	words := strings.Fields(value)
	if len(words) < 2 || len(c.vat[words[0]].forms) == 0 {
		return errValue("vat-check", value, "not a prefix with a form above, and a scheme")
	}
	weights := make([]int, len(words)-2)
	for i, w := range words[2:] {
		n, err := strconv.Atoi(w)
		if err != nil {
			return errValue("vat-check", value, "a weight is no number")
		}
		weights[i] = n
	}
	number := c.vat[words[0]]
	scheme, ok := newScheme(words[1], weights)
	if !ok {
		return errValue("vat-check", value, "unknown scheme, or weights where there are none")
	}
	for _, form := range number.forms {
		if scheme.length > 0 && !scheme.fits(form) {
			return errValue("vat-check", value, "not a scheme for numbers of the form "+form)
		}
	}
	number.scheme = scheme
	c.vat[words[0]] = number
	return nil
}

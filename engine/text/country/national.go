package country

import (
	"fmt"
	"slices"
	"strings"
)

// national is a form of tax numbers that are printed without a country prefix and recognized by form and check digits:
// "866212848 RT0001" in Canada.
type national struct {
	words   []string // the form, split as printed
	check   func(number string) bool
	country string
}

// NationalNumber reads a national tax number at the beginning of words. It returns the joined groups, the country, the
// number of words and the outcome of the check. All-digit forms need valid check digits, because telephone numbers are
// grouped in the same way.
func NationalNumber(words []string) (number, country string, count int, outcome Outcome) {
	for _, n := range loaded().nationals {
		if len(words) < len(n.words) || !n.matches(words) {
			continue
		}
		count = len(n.words)
		number = strings.Join(words[:count], "")
		digits := withoutMarks(number)
		switch {
		case n.check(digits):
			return number, n.country, count, Valid
		case !allDigits(digits):
			return number, n.country, count, Invalid
		}
	}
	return "", "", 0, Unknown
}

func (n national) matches(words []string) bool {
	for i, form := range n.words {
		if !matches(words[i], form) {
			return false
		}
	}
	return true
}

// addNational reads a scheme and a form: "abn 99 999 999 999".
func (c *Country) addNational(value string) error {
	name, form, _ := strings.Cut(value, " ")
	check := nationalScheme(name)
	const checked = "999999999" // digits that every scheme reads
	groups := strings.ReplaceAll(withoutMarks(form), " ", "")
	if name == dotted {
		groups = strings.TrimSuffix(groups, "K")
	}
	signs := "9 ABCDEFGHIJKLMNOPQRSTUVWXYZ" + marksOf(name)
	if check == nil || strings.Trim(form, signs) != "" ||
		!strings.HasPrefix(groups, checked[:min(len(groups), len(checked))]) || len(groups) < minCheckedDigits {
		return errValue("national-number", value, fmt.Sprintf("%q: not a scheme and a form of digits and capitals", name))
	}
	c.nationals = append(c.nationals, national{words: strings.Fields(form), check: check, country: c.Code})
	return nil
}

// Schemes whose numbers are printed with marks between their groups.
const (
	dashed = "ird"
	dotted = "rut"
)

func marksOf(scheme string) string {
	switch scheme {
	case dashed:
		return "-"
	case dotted:
		return ".-"
	}
	return ""
}

func withoutMarks(number string) string { return strings.NewReplacer("-", "", ".", "").Replace(number) }

const minCheckedDigits = 8

// Announces reports whether a word announces tax numbers of a country: "GST" or "IRD" in New Zealand.
func Announces(code, word string) bool {
	return slices.ContainsFunc(loaded().all, func(c *Country) bool {
		return c.Code == code && slices.Contains(c.numbers, strings.ToLower(word))
	})
}

func nationalScheme(name string) func(number string) bool {
	switch name {
	case "abn":
		return abn
	case "luhn-9": // over the first nine digits
		return func(s string) bool { return luhn(s[:9]) }
	case "mod97-or-55":
		return britishVAT
	case "sum11-9": // over the first nine digits
		return norwegian
	case dashed:
		return ird
	case dotted:
		return rut
	case "unchecked": // the form alone is distinctive
		return func(string) bool { return true }
	}
	return nil
}

// abn checks Australian business numbers (Australian Business Register): subtract 1 from the first digit; 89 divides
// the weighted sum.
func abn(s string) bool {
	weights := []int{10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19}
	return len(s) == len(weights) && (weighted(s, weights)-weights[0])%89 == 0
}

// britishVAT checks the nine digits of a British VAT number by both of HMRC's schemes.
func britishVAT(s string) bool {
	sum := weighted(s, []int{8, 7, 6, 5, 4, 3, 2}) + parseDigits(s[7:])
	return sum%97 == 0 || (sum+55)%97 == 0
}

// norwegian checks Norway's organization numbers (Brønnøysundregistrene), whose nine digits include the check digit.
func norwegian(s string) bool { return weighted(s, []int{3, 2, 7, 6, 5, 4, 3, 2, 1})%11 == 0 }

// ird checks New Zealand's eight or nine digits (Inland Revenue, Resident withholding tax file upload specification).
// A second row of weights applies if the first gives ten.
func ird(s string) bool {
	const most, modulus = 9, 11
	s = strings.Repeat("0", max(0, most-len(s))) + s
	for _, weights := range [][]int{{3, 2, 7, 6, 5, 4, 3, 2}, {7, 4, 3, 2, 5, 2, 7, 6}} {
		if check := (modulus - weighted(s, weights)%modulus) % modulus; check < modulus-1 {
			return check == digit(s, most-1)
		}
	}
	return false
}

// rut checks the last character of Chile's tax numbers (Servicio de Impuestos Internos): a digit, or K for ten. The
// weights run from two to seven from the right.
func rut(s string) bool {
	const first, weights, modulus = 2, 6, 11
	last, sum := len(s)-1, 0
	for i := range last {
		sum += digit(s, last-1-i) * (first + i%weights)
	}
	check := (modulus - sum%modulus) % modulus
	if check == modulus-1 {
		return s[last] == 'K'
	}
	return isDigit(s[last]) && digit(s, last) == check
}

package synth_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
)

func TestAccountNumberCheckDigits(t *testing.T) {
	t.Parallel()
	seen := 0
	for seed := range uint64(400) {
		s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Design: synth.DesignFixed})
		if iban := s.Truth.Scalars["iban"]; iban != "" {
			seen++
			if !validIBAN(iban) {
				t.Errorf("seed %d: %s", seed, iban)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d account numbers", seen)
	}
}

// validIBAN checks the country's length and the remainder 1 modulo 97 (ISO 13616).
func validIBAN(iban string) bool {
	lengths := map[string]int{
		"DE": 22, "AT": 20, "CH": 21, "FR": 27, "BE": 16, "ES": 24, "IT": 27, "NL": 18, "PT": 25, "PL": 28,
		"GB": 22, "IE": 22,
		"SK": 24, "HR": 21, "SI": 19,
		"RO": 24, "BG": 22, "GR": 27, "CY": 28,
		"NO": 15, "FI": 18, "HU": 28,
	}
	if len(iban) != lengths[iban[:2]] {
		return false
	}
	var digits strings.Builder
	for _, c := range iban[4:] + iban[:4] {
		if c >= 'A' {
			digits.WriteString(big.NewInt(int64(c - 'A' + 10)).String())
		} else {
			digits.WriteRune(c)
		}
	}
	n, ok := new(big.Int).SetString(digits.String(), 10)
	return ok && new(big.Int).Mod(n, big.NewInt(97)).Int64() == 1
}

func TestTaxNumberCheckDigits(t *testing.T) {
	t.Parallel()
	checked := map[string]int{}
	for _, language := range synth.Languages() {
		for seed := range uint64(150) {
			s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Language: language, Design: synth.DesignFixed})
			for _, field := range []string{"vendorTaxId", "customerTaxId"} {
				rule, digits := taxRule(language, s.Truth.Scalars[field])
				if rule == nil {
					continue
				}
				checked[language]++
				if !rule(digits) {
					t.Errorf("%s seed %d: %s", language, seed, s.Truth.Scalars[field])
				}
			}
		}
	}
	for _, language := range synth.Languages() {
		if checked[language] == 0 {
			t.Errorf("no tax number was checked in %s", language)
		}
	}
}

// taxRule returns the check of the number's country, if the number identifies it, and the digits it applies to.
func taxRule(language, number string) (func([]int) bool, []int) {
	var digits []int
	for _, c := range number {
		if c >= '0' && c <= '9' {
			digits = append(digits, int(c-'0'))
		}
	}
	n := len(digits)
	switch {
	case strings.HasPrefix(number, "DE"):
		return iso7064, digits
	case language == "hr" && n == 11:
		return iso7064, digits
	case language == "sl" && n == 8:
		return slovenian, digits
	case language == "sk" && n == 10:
		return func(d []int) bool { return weighed(d, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1)%11 == 0 }, digits
	case strings.HasPrefix(number, "FR"):
		return luhnHolds, digits[2:]
	case language == "it" && n == 11:
		return luhnHolds, digits
	case strings.HasPrefix(number, "NL"):
		return func(d []int) bool { return weighed(d, 9, 8, 7, 6, 5, 4, 3, 2, -1)%11 == 0 }, digits
	case strings.HasPrefix(number, "CHE"):
		return func(d []int) bool { return weighed(d, 5, 4, 3, 2, 7, 6, 5, 4, 1)%11 == 0 }, digits
	case language == "pl" && n == 10:
		return func(d []int) bool { return weighed(d, 6, 5, 7, 2, 3, 4, 5, 6, 7, -1)%11 == 0 }, digits
	case language == "ro" && n > 0, language == "bg" && n == 9, language == "el" && n > 0:
		return balkan(language, number), digits
	case language == "pt" && n == 9:
		return portuguese, digits
	case language == "es" && n == 8 && strings.Trim(number, "ABES-0123456789") == "":
		return luhnHolds, digits
	case language == "en" && n == 11 && strings.Count(number, " ") == 3:
		return func(d []int) bool { return (weighed(d, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0 }, digits
	}
	return nil, nil
}

// portuguese replaces a check digit of ten or eleven by zero.
func portuguese(digits []int) bool {
	check := 11 - weighed(digits, 9, 8, 7, 6, 5, 4, 3, 2)%11
	if check > 9 {
		check = 0
	}
	return digits[8] == check
}

// slovenian replaces a check digit of ten by zero. Eleven is not issued.
func slovenian(digits []int) bool {
	rest := weighed(digits, 8, 7, 6, 5, 4, 3, 2) % 11
	return rest != 0 && (11-rest)%10 == digits[7]
}

func weighed(digits []int, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += w * digits[i]
	}
	return sum
}

func luhnHolds(digits []int) bool {
	sum := 0
	for i := range digits {
		d := digits[len(digits)-1-i]
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum%10 == 0
}

func iso7064(digits []int) bool {
	product := 10
	for _, d := range digits[:len(digits)-1] {
		sum := (d + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = 2 * sum % 11
	}
	return (product+digits[len(digits)-1])%10 == 1
}

func balkan(language, number string) func([]int) bool {
	switch {
	case language == "ro":
		return func(d []int) bool {
			weights := []int{7, 5, 3, 2, 1, 7, 5, 3, 2}
			last := len(d) - 1
			return weighed(d[:last], weights[len(weights)-last:]...)*10%11%10 == d[last]
		}
	case language == "bg":
		return func(d []int) bool {
			if rest := weighed(d, 1, 2, 3, 4, 5, 6, 7, 8) % 11; rest < 10 {
				return rest == d[8]
			}
			return weighed(d, 3, 4, 5, 6, 7, 8, 9, 10)%11%10 == d[8]
		}
	case number[len(number)-1] >= 'A': // Cyprus
		return func(d []int) bool {
			odd := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}
			sum := odd[d[0]] + d[1] + odd[d[2]] + d[3] + odd[d[4]] + d[5] + odd[d[6]] + d[7]
			return int(number[len(number)-1]-'A') == sum%26
		}
	}
	return func(d []int) bool { return weighed(d, 256, 128, 64, 32, 16, 8, 4, 2)%11%10 == d[8] }
}

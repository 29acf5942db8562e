package locale

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
)

func randomDigits(r *rand.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = r.IntN(10)
	}
	out[0] = 1 + r.IntN(9)
	return out
}

func joinDigits(digits []int) string {
	var sb strings.Builder
	for _, d := range digits {
		sb.WriteString(strconv.Itoa(d))
	}
	return sb.String()
}

func weightedSum(digits []int, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += digits[i] * w
	}
	return sum
}

// luhn returns the check digit for the given digits (ISO/IEC 7812).
func luhn(digits []int) int {
	sum := 0
	for i := range digits {
		d := digits[len(digits)-1-i]
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return (10 - sum%10) % 10
}

// mod11 draws digits until 11 minus their weighted sum modulo 11 gives a single check digit. ten and eleven are the
// check digits for those results, or -1 to reject them.
func mod11(r *rand.Rand, ten, eleven int, weights ...int) []int {
	for {
		d := randomDigits(r, len(weights))
		check := 11 - weightedSum(d, weights...)%11
		switch check {
		case 10:
			check = ten
		case 11:
			check = eleven
		}
		if check >= 0 {
			return append(d, check)
		}
	}
}

// IBAN adds country and check digits (ISO 13616, ISO 7064 MOD 97-10) to a random account of the country's form.
func IBAN(r *rand.Rand, country, form string) string {
	account := random.Fill(r, form)
	var sb strings.Builder
	for _, c := range account + country + "00" {
		if c >= 'A' {
			sb.WriteString(strconv.Itoa(int(c-'A') + 10))
		} else {
			sb.WriteRune(c)
		}
	}
	n, _ := new(big.Int).SetString(sb.String(), 10)
	check := 98 - int(new(big.Int).Mod(n, big.NewInt(97)).Int64())
	return country + twoDigits(check) + account
}

func twoDigits(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

// GroupInFours separates groups of four characters by spaces.
func GroupInFours(number string) string {
	var sb strings.Builder
	for i, c := range number {
		if i > 0 && i%4 == 0 {
			sb.WriteByte(' ')
		}
		sb.WriteRune(c)
	}
	return sb.String()
}

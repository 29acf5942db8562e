package locale

import (
	"math/rand/v2"
	"strconv"

	"github.com/docmill/docmill/lab/synth/random"
)

// vatSK makes a multiple of 11.
func vatSK(r *rand.Rand) string {
	const least, most = 200_000_000, 700_000_000 // elevenths
	s := strconv.Itoa(11 * (least + r.IntN(most-least)))
	return random.Pick(r, "SK"+s, "SK"+s, "SK "+s)
}

// oibHR follows ISO 7064 MOD 11,10 over ten digits, with the prefix HR abroad.
func oibHR(r *rand.Rand) string {
	d := randomDigits(r, 10)
	product := 10
	for _, x := range d {
		sum := (x + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	s := joinDigits(append(d, (11-product)%10))
	return random.Pick(r, s, s, "HR"+s, "HR "+s)
}

func vatSI(r *rand.Rand) string {
	s := joinDigits(mod11(r, 0, -1, 8, 7, 6, 5, 4, 3, 2))
	return random.Pick(r, "SI"+s, "SI"+s, "SI "+s, s)
}

// adoHU makes a Hungarian tax number, in the domestic form with tax type and county at the end, or in the EU form
// (weights 9 7 3 1 9 7 3, check digit modulo 10).
func adoHU(r *rand.Rand) string {
	d := randomDigits(r, 7)
	s := joinDigits(append(d, (10-weightedSum(d, 9, 7, 3, 1, 9, 7, 3)%10)%10))
	home := s + "-" + strconv.Itoa(1+r.IntN(5)) + "-" + twoDigits(2+r.IntN(19))
	return random.Pick(r, home, home, home, "HU"+s)
}

// dicCZ makes a Czech company's tax number: weights 8 to 2, check digit modulo 11.
func dicCZ(r *rand.Rand) string { return "CZ" + joinDigits(mod11(r, 0, 1, 8, 7, 6, 5, 4, 3, 2)) }

func nipPL(r *rand.Rand) string {
	for {
		d := randomDigits(r, 9)
		if check := weightedSum(d, 6, 5, 7, 2, 3, 4, 5, 6, 7) % 11; check < 10 {
			s := joinDigits(append(d, check))
			return random.Pick(r, s, s[:3]+"-"+s[3:6]+"-"+s[6:8]+"-"+s[8:], "PL"+s)
		}
	}
}

// cuiRO has a check digit over up to nine digits. Companies print it with or without the country's letters, which mean
// that they are registered for the tax.
func cuiRO(r *rand.Rand) string {
	d := randomDigits(r, 6+r.IntN(3))
	weights := []int{7, 5, 3, 2, 1, 7, 5, 3, 2}
	check := weightedSum(d, weights[len(weights)-len(d):]...) * 10 % 11 % 10
	s := joinDigits(append(d, check))
	return random.Pick(r, "RO"+s, "RO"+s, "RO "+s, s)
}

// eikBG makes the number of a legal entity. A remainder of ten requires a second set of weights.
func eikBG(r *rand.Rand) string {
	d := randomDigits(r, 8)
	check := weightedSum(d, 1, 2, 3, 4, 5, 6, 7, 8) % 11
	if check > 9 {
		check = weightedSum(d, 3, 4, 5, 6, 7, 8, 9, 10) % 11 % 10
	}
	s := joinDigits(append(d, check))
	return random.Pick(r, "BG"+s, "BG"+s, s, "BG "+s)
}

// afmEL makes a number without EL, the domestic form.
func afmEL(r *rand.Rand) string {
	d := randomDigits(r, 8)
	s := joinDigits(append(d, weightedSum(d, 256, 128, 64, 32, 16, 8, 4, 2)%11%10))
	return random.Pick(r, s, s, s, "EL"+s, "EL "+s)
}

// vatCY ends in a letter; every other digit is substituted.
func vatCY(r *rand.Rand) string {
	d := randomDigits(r, 8)
	odd := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}
	sum := 0
	for i, x := range d {
		if i%2 == 0 {
			x = odd[x]
		}
		sum += x
	}
	s := joinDigits(d) + string(rune('A'+sum%26))
	return random.Pick(r, s, "CY"+s)
}

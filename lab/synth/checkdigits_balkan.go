package synth

import "math/rand/v2"

// cuiRO has a check digit over up to nine digits. Companies print it with or without the country's letters, which mean
// that they are registered for the tax.
func cuiRO(r *rand.Rand) string {
	d := digitsOf(r, 6+r.IntN(3))
	weights := []int{7, 5, 3, 2, 1, 7, 5, 3, 2}
	check := dot(d, weights[len(weights)-len(d):]...) * 10 % 11 % 10
	s := text(append(d, check))
	return pick(r, "RO"+s, "RO"+s, "RO "+s, s)
}

// eikBG makes the number of a legal entity. A remainder of ten requires a second set of weights.
func eikBG(r *rand.Rand) string {
	d := digitsOf(r, 8)
	check := dot(d, 1, 2, 3, 4, 5, 6, 7, 8) % 11
	if check > 9 {
		check = dot(d, 3, 4, 5, 6, 7, 8, 9, 10) % 11 % 10
	}
	s := text(append(d, check))
	return pick(r, "BG"+s, "BG"+s, s, "BG "+s)
}

// afmEL makes a number without EL, the domestic form.
func afmEL(r *rand.Rand) string {
	d := digitsOf(r, 8)
	s := text(append(d, dot(d, 256, 128, 64, 32, 16, 8, 4, 2)%11%10))
	return pick(r, s, s, s, "EL"+s, "EL "+s)
}

// vatCY ends in a letter; every other digit is substituted.
func vatCY(r *rand.Rand) string {
	d := digitsOf(r, 8)
	odd := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}
	sum := 0
	for i, x := range d {
		if i%2 == 0 {
			x = odd[x]
		}
		sum += x
	}
	s := text(d) + string(rune('A'+sum%26))
	return pick(r, s, "CY"+s)
}

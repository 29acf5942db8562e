package locale

import (
	"math/rand/v2"

	"github.com/docmill/docmill/lab/synth/random"
)

// vatSE makes a Swedish VAT number: an organization's number with its check digit (Luhn), and 01.
func vatSE(r *rand.Rand) string {
	d := append([]int{5}, randomDigits(r, 8)...)
	return "SE" + joinDigits(append(d, luhn(d))) + "01"
}

// cvrDK makes a Danish company number: weights 2 7 6 5 4 3 2, check digit modulo 11.
func cvrDK(r *rand.Rand) string {
	const none = -1
	return random.Pick(r, "DK", "DK", "", "DK ") + joinDigits(mod11(r, none, 0, 2, 7, 6, 5, 4, 3, 2))
}

// mvaNO makes the number of a Norwegian organization with its check digit (weights 3 2 7 6 5 4 3 2, modulo 11),
// usually followed by MVA, which means that it is registered for the tax.
func mvaNO(r *rand.Rand) string {
	const none = -1
	s := joinDigits(mod11(r, none, 0, 3, 2, 7, 6, 5, 4, 3, 2))
	spaced := s[:3] + " " + s[3:6] + " " + s[6:]
	return random.Pick(r, "NO "+s+" MVA", "NO"+s+"MVA", "NO "+spaced+" MVA", s+" MVA", spaced+" MVA", s, spaced, s+"MVA")
}

// alvFI makes a Finnish business id or the VAT number that contains it (weights 7 9 10 5 8 4 2, check digit modulo
// 11).
func alvFI(r *rand.Rand) string {
	const none = -1
	s := joinDigits(mod11(r, none, 0, 7, 9, 10, 5, 8, 4, 2))
	id := s[:7] + "-" + s[7:]
	return random.Pick(r, "FI"+s, id, id, "FI"+s)
}

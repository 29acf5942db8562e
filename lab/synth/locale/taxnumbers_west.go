package locale

import (
	"math/rand/v2"
	"strconv"

	"github.com/docmill/docmill/lab/synth/random"
)

// vatDE follows ISO 7064 MOD 11,10.
func vatDE(r *rand.Rand) string {
	d := randomDigits(r, 8)
	product := 10
	for _, x := range d {
		sum := (x + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return "DE" + joinDigits(append(d, (11-product)%10))
}

func vatAT(r *rand.Rand) string {
	d := randomDigits(r, 7)
	sum := 4
	for i, x := range d {
		if i%2 == 1 {
			x = 2*x/10 + 2*x%10
		}
		sum += x
	}
	return "ATU" + joinDigits(append(d, (10-sum%10)%10))
}

func uidDigits(r *rand.Rand) string {
	s := joinDigits(mod11(r, -1, 0, 5, 4, 3, 2, 7, 6, 5, 4))
	return "CHE-" + s[:3] + "." + s[3:6] + "." + s[6:]
}

func uidCH(r *rand.Rand) string { return uidDigits(r) + random.Pick(r, " MWST", "", " MWST") }

// vatFR has a key of two digits before a SIREN with its own check digit.
func vatFR(r *rand.Rand) string {
	d := randomDigits(r, 8)
	siren := joinDigits(append(d, luhn(d)))
	n, _ := strconv.Atoi(siren)
	key := (12 + 3*(n%97)) % 97
	return "FR" + twoDigits(key) + siren
}

func vatBE(r *rand.Rand) string {
	s := "0" + random.Fill(r, "*######")
	n, _ := strconv.Atoi(s)
	s += twoDigits(97 - n%97)
	return random.Pick(r, "BE"+s, "BE "+s[:4]+"."+s[4:7]+"."+s[7:])
}

func vatGB(r *rand.Rand) string {
	d := randomDigits(r, 7)
	check := 97 - weightedSum(d, 8, 7, 6, 5, 4, 3, 2)%97
	s := joinDigits(d) + twoDigits(check)
	return random.Pick(r, "GB"+s, "GB "+s[:3]+" "+s[3:7]+" "+s[7:], s[:3]+" "+s[3:7]+" "+s[7:])
}

func vatIE(r *rand.Rand) string {
	d := randomDigits(r, 7)
	return "IE" + joinDigits(d) + string("WABCDEFGHIJKLMNOPQRSTUV"[weightedSum(d, 8, 7, 6, 5, 4, 3, 2)%23])
}

// cifES makes a company number: a letter, seven digits and a check digit.
func cifES(r *rand.Rand) string {
	d := randomDigits(r, 7)
	s := random.Pick(r, "A", "B", "B") + joinDigits(append(d, luhn(d)))
	return random.Pick(r, s, s, "ES"+s, s[:1]+"-"+s[1:])
}

func ivaIT(r *rand.Rand) string {
	d := randomDigits(r, 10)
	d[0] = 0
	s := joinDigits(append(d, luhn(d)))
	return random.Pick(r, s, s, "IT"+s)
}

func btwNL(r *rand.Rand) string {
	for {
		d := randomDigits(r, 8)
		if check := weightedSum(d, 9, 8, 7, 6, 5, 4, 3, 2) % 11; check < 10 {
			s := joinDigits(append(d, check))
			return random.Pick(r, "NL"+s+"B01", "NL"+s+"B0"+random.Fill(r, "*"), "NL"+s[:4]+"."+s[4:6]+"."+s[6:]+".B01")
		}
	}
}

// nifPT makes a company number, which begins with five.
func nifPT(r *rand.Rand) string {
	d := randomDigits(r, 8)
	d[0] = 5
	check := 11 - weightedSum(d, 9, 8, 7, 6, 5, 4, 3, 2)%11
	if check > 9 {
		check = 0
	}
	s := joinDigits(append(d, check))
	return random.Pick(r, s, s, "PT"+s)
}

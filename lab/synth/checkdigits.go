package synth

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
)

func digitsOf(r *rand.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = r.IntN(10)
	}
	out[0] = 1 + r.IntN(9)
	return out
}

func text(digits []int) string {
	var sb strings.Builder
	for _, d := range digits {
		sb.WriteString(strconv.Itoa(d))
	}
	return sb.String()
}

func dot(digits []int, weights ...int) int {
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
		d := digitsOf(r, len(weights))
		check := 11 - dot(d, weights...)%11
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

// iban adds country and check digits (ISO 13616, ISO 7064 MOD 97-10) to a random account of the country's form.
func iban(r *rand.Rand, country, form string) string {
	account := fill(r, form)
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

// vatDE follows ISO 7064 MOD 11,10.
func vatDE(r *rand.Rand) string {
	d := digitsOf(r, 8)
	product := 10
	for _, x := range d {
		sum := (x + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return "DE" + text(append(d, (11-product)%10))
}

func vatAT(r *rand.Rand) string {
	d := digitsOf(r, 7)
	sum := 4
	for i, x := range d {
		if i%2 == 1 {
			x = 2*x/10 + 2*x%10
		}
		sum += x
	}
	return "ATU" + text(append(d, (10-sum%10)%10))
}

func uidDigits(r *rand.Rand) string {
	s := text(mod11(r, -1, 0, 5, 4, 3, 2, 7, 6, 5, 4))
	return "CHE-" + s[:3] + "." + s[3:6] + "." + s[6:]
}

func uidCH(r *rand.Rand) string { return uidDigits(r) + pick(r, " MWST", "", " MWST") }

// vatFR has a key of two digits before a SIREN with its own check digit.
func vatFR(r *rand.Rand) string {
	d := digitsOf(r, 8)
	siren := text(append(d, luhn(d)))
	n, _ := strconv.Atoi(siren)
	key := (12 + 3*(n%97)) % 97
	return "FR" + twoDigits(key) + siren
}

func vatBE(r *rand.Rand) string {
	s := "0" + fill(r, "*######")
	n, _ := strconv.Atoi(s)
	s += twoDigits(97 - n%97)
	return pick(r, "BE"+s, "BE "+s[:4]+"."+s[4:7]+"."+s[7:])
}

func twoDigits(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

func gstCA(r *rand.Rand) string {
	d := digitsOf(r, 8)
	return text(append(d, luhn(d))) + pick(r, "RT0001", " RT0001")
}

func vatGB(r *rand.Rand) string {
	d := digitsOf(r, 7)
	check := 97 - dot(d, 8, 7, 6, 5, 4, 3, 2)%97
	s := text(d) + twoDigits(check)
	return pick(r, "GB"+s, "GB "+s[:3]+" "+s[3:7]+" "+s[7:], s[:3]+" "+s[3:7]+" "+s[7:])
}

func vatIE(r *rand.Rand) string {
	d := digitsOf(r, 7)
	return "IE" + text(d) + string("WABCDEFGHIJKLMNOPQRSTUV"[dot(d, 8, 7, 6, 5, 4, 3, 2)%23])
}

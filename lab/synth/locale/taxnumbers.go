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

// unissued is a check digit that makes mod11 draw again.
const unissued = -1

// mod11 makes numbers whose last digit is 11 minus the weighted sum of the others modulo 11. ten and eleven replace
// these two results.
func mod11(ten, eleven int, weights ...int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
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
				return joinDigits(append(d, check))
			}
		}
	}
}

// sum11 makes numbers whose last digit is the weighted sum of the others modulo 11.
func sum11(weights ...int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		for {
			d := randomDigits(r, len(weights))
			if check := weightedSum(d, weights...) % 11; check < 10 {
				return joinDigits(append(d, check))
			}
		}
	}
}

// mod1110 makes numbers of n digits and a check digit (ISO 7064 MOD 11,10).
func mod1110(n int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		d := randomDigits(r, n)
		product := 10
		for _, x := range d {
			sum := (x + product) % 10
			if sum == 0 {
				sum = 10
			}
			product = sum * 2 % 11
		}
		return joinDigits(append(d, (11-product)%10))
	}
}

// taxDigits make the digits of tax numbers by country.
//
//nolint:gochecknoglobals // read-only
var taxDigits = map[string]func(*rand.Rand) string{
	"AT": digitsAT, "AU": digitsAU, "BE": digitsBE, "BG": digitsBG, "BR": digitsBR, "CA": digitsCA, "CY": digitsCY,
	"ES": digitsES, "FR": digitsFR, "GB": digitsGB, "GR": digitsGR, "IE": digitsIE, "IN": digitsIN, "IT": digitsIT,
	"MX": digitsMX, "PT": digitsPT, "RO": digitsRO,
	"CH": mod11(unissued, 0, 5, 4, 3, 2, 7, 6, 5, 4),
	"CZ": mod11(0, 1, 8, 7, 6, 5, 4, 3, 2),
	"DE": mod1110(8),
	"DK": func(r *rand.Rand) string {
		return random.Pick(r, "DK", "DK", "", "DK ") + mod11(unissued, 0, 2, 7, 6, 5, 4, 3, 2)(r)
	},
	"FI": mod11(unissued, 0, 7, 9, 10, 5, 8, 4, 2),
	"HR": mod1110(10),
	"NO": mod11(unissued, 0, 3, 2, 7, 6, 5, 4, 3, 2),
	"PL": sum11(6, 5, 7, 2, 3, 4, 5, 6, 7),
	"SI": mod11(0, unissued, 8, 7, 6, 5, 4, 3, 2),
	"HU": func(r *rand.Rand) string { // followed by the tax type and the county, which only the domestic form has
		d := randomDigits(r, 7)
		s := joinDigits(append(d, (10-weightedSum(d, 9, 7, 3, 1, 9, 7, 3)%10)%10))
		return s + strconv.Itoa(1+r.IntN(5)) + twoDigits(2+r.IntN(19))
	},
	"MY": func(r *rand.Rand) string {
		return random.Pick(r, random.Fill(r, "00##########"), random.Fill(r, "@##-####-########"))
	},
	"NL": func(r *rand.Rand) string { // followed by the number of an establishment
		return sum11(9, 8, 7, 6, 5, 4, 3, 2)(r) + random.Fill(r, "*")
	},
	"SE": func(r *rand.Rand) string { // a number of an organization
		d := append([]int{5}, randomDigits(r, 8)...)
		return joinDigits(append(d, luhn(d)))
	},
	"SG": func(r *rand.Rand) string {
		return random.Pick(r, random.Fill(r, "20#######@"), random.Fill(r, "M2-#######-#"))
	},
	"SK": func(r *rand.Rand) string { // a multiple of 11
		return strconv.Itoa(11 * (200_000_000 + r.IntN(500_000_000)))
	},
	"US": func(r *rand.Rand) string { return random.Fill(r, "*########") },
}

func digitsAT(r *rand.Rand) string {
	d := randomDigits(r, 7)
	sum := 4
	for i, x := range d {
		if i%2 == 1 {
			x = 2*x/10 + 2*x%10
		}
		sum += x
	}
	return joinDigits(append(d, (10-sum%10)%10))
}

// digitsAU makes eleven digits; 89 divides their weighted sum with the first digit reduced by 1.
func digitsAU(r *rand.Rand) string {
	d := append([]int{1, 0}, randomDigits(r, 9)...)
	first := 99 - weightedSum(d[2:], 3, 5, 7, 9, 11, 13, 15, 17, 19)%89
	return twoDigits(first) + joinDigits(d[2:])
}

func digitsBE(r *rand.Rand) string {
	s := "0" + random.Fill(r, "*######")
	n, _ := strconv.Atoi(s)
	return s + twoDigits(97-n%97)
}

// digitsBG makes the number of a legal entity. A remainder of ten requires a second set of weights.
func digitsBG(r *rand.Rand) string {
	d := randomDigits(r, 8)
	check := weightedSum(d, 1, 2, 3, 4, 5, 6, 7, 8) % 11
	if check > 9 {
		check = weightedSum(d, 3, 4, 5, 6, 7, 8, 9, 10) % 11 % 10
	}
	return joinDigits(append(d, check))
}

func digitsBR(r *rand.Rand) string {
	d := append(randomDigits(r, 8), 0, 0, 0, 1)
	weights := []int{6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}
	for _, w := range [][]int{weights[1:], weights} {
		check := 11 - weightedSum(d, w...)%11
		if check > 9 {
			check = 0
		}
		d = append(d, check)
	}
	return joinDigits(d)
}

func digitsCA(r *rand.Rand) string {
	d := randomDigits(r, 8)
	return joinDigits(append(d, luhn(d)))
}

// digitsCY ends in a letter; every other digit is substituted.
func digitsCY(r *rand.Rand) string {
	d := randomDigits(r, 8)
	odd := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}
	sum := 0
	for i, x := range d {
		if i%2 == 0 {
			x = odd[x]
		}
		sum += x
	}
	return joinDigits(d) + string(rune('A'+sum%26))
}

// digitsES makes a company number: a letter, seven digits and a check digit.
func digitsES(r *rand.Rand) string {
	d := randomDigits(r, 7)
	return random.Pick(r, "A", "B", "B") + joinDigits(append(d, luhn(d)))
}

// digitsFR has a key of two digits before a SIREN with its own check digit.
func digitsFR(r *rand.Rand) string {
	d := randomDigits(r, 8)
	siren := joinDigits(append(d, luhn(d)))
	n, _ := strconv.Atoi(siren)
	return twoDigits((12+3*(n%97))%97) + siren
}

func digitsGB(r *rand.Rand) string {
	d := randomDigits(r, 7)
	return joinDigits(d) + twoDigits(97-weightedSum(d, 8, 7, 6, 5, 4, 3, 2)%97)
}

func digitsGR(r *rand.Rand) string {
	d := randomDigits(r, 8)
	return joinDigits(append(d, weightedSum(d, 256, 128, 64, 32, 16, 8, 4, 2)%11%10))
}

func digitsIE(r *rand.Rand) string {
	d := randomDigits(r, 7)
	return joinDigits(d) + string("WABCDEFGHIJKLMNOPQRSTUV"[weightedSum(d, 8, 7, 6, 5, 4, 3, 2)%23])
}

// digitsIN makes a state, a PAN, a count, Z and a check character modulo 36.
func digitsIN(r *rand.Rand) string {
	const base36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	s := random.Pick(r, "27", "33", "29", "08", "32", "24", "09") + random.Fill(r, "@@@C@####@") + "1Z"
	sum := 0
	for i, c := range s {
		v := strings.IndexRune(base36, c) * (1 + i%2)
		sum += v/36 + v%36
	}
	return s + string(base36[(36-sum%36)%36])
}

func digitsIT(r *rand.Rand) string {
	d := randomDigits(r, 10)
	d[0] = 0
	return joinDigits(append(d, luhn(d)))
}

// digitsMX makes a company's registration: letters, a date and a key whose last character is a check character.
func digitsMX(r *rand.Rand) string {
	const alphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ #"
	s := random.Fill(r, "@@@") + strconv.Itoa(70+r.IntN(29)) + random.Pick(r, "01", "04", "09", "11") +
		random.Pick(r, "07", "12", "23", "28") + random.Fill(r, "@*")
	sum := 0
	for i, c := range " " + s {
		sum += strings.IndexRune(alphabet, c) * (13 - i)
	}
	return s + string("0A987654321"[sum%11])
}

// digitsPT makes a company number, which begins with five.
func digitsPT(r *rand.Rand) string {
	d := randomDigits(r, 8)
	d[0] = 5
	check := 11 - weightedSum(d, 9, 8, 7, 6, 5, 4, 3, 2)%11
	if check > 9 {
		check = 0
	}
	return joinDigits(append(d, check))
}

// digitsRO has a check digit over up to nine digits.
func digitsRO(r *rand.Rand) string {
	d := randomDigits(r, 6+r.IntN(3))
	weights := []int{7, 5, 3, 2, 1, 7, 5, 3, 2}
	check := weightedSum(d, weights[len(weights)-len(d):]...) * 10 % 11 % 10
	return joinDigits(append(d, check))
}

// taxNumber makes a tax number with valid check digits in one of the country's forms. In a form, # is the next digit
// and % all of them.
func (c Country) taxNumber(r *rand.Rand) string {
	digits := taxDigits[c.Code](r)
	form := c.TaxNumbers[0]
	if len(c.TaxNumbers) > 1 {
		form = random.Pick(r, c.TaxNumbers...)
	}
	out := []byte(strings.Replace(form, "%", digits, 1))
	for i, c := range out {
		if c == '#' {
			out[i], digits = digits[0], digits[1:]
		}
	}
	return string(out)
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

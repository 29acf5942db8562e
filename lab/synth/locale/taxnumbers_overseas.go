package locale

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
)

func gstCA(r *rand.Rand) string {
	d := randomDigits(r, 8)
	return joinDigits(append(d, luhn(d))) + random.Pick(r, "RT0001", " RT0001")
}

const base36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// gstinIN makes a state, a PAN, a count, Z and a check character modulo 36.
func gstinIN(r *rand.Rand) string {
	s := random.Pick(r, "27", "33", "29", "08", "32", "24", "09") + random.Fill(r, "@@@C@####@") + "1Z"
	sum := 0
	for i, c := range s {
		v := strings.IndexRune(base36, c) * (1 + i%2)
		sum += v/36 + v%36
	}
	return s + string(base36[(36-sum%36)%36])
}

// abnAU makes eleven digits; 89 divides their weighted sum with the first digit reduced by 1.
func abnAU(r *rand.Rand) string {
	d := append([]int{1, 0}, randomDigits(r, 9)...)
	rest := weightedSum(d[2:], 3, 5, 7, 9, 11, 13, 15, 17, 19)
	first := 99 - rest%89
	d[0], d[1] = first/10, first%10
	s := joinDigits(d)
	return s[:2] + " " + s[2:5] + " " + s[5:8] + " " + s[8:]
}

// rfcMX makes a company's registration: letters, a date and a key whose last character is a check character.
func rfcMX(r *rand.Rand) string {
	const alphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ #"
	s := random.Fill(r, "@@@") + strconv.Itoa(70+r.IntN(29)) + random.Pick(r, "01", "04", "09", "11") + random.Pick(r,
		"07", "12", "23", "28") +
		random.Fill(r, "@*")
	sum := 0
	for i, c := range " " + s {
		sum += strings.IndexRune(alphabet, c) * (13 - i)
	}
	check := "0"
	if rest := sum % 11; rest == 1 {
		check = "A"
	} else if rest > 0 {
		check = strconv.Itoa(11 - rest)
	}
	return s + check
}

func cnpjBR(r *rand.Rand) string {
	d := append(randomDigits(r, 8), 0, 0, 0, 1)
	d = append(d, cnpjCheck(weightedSum(d, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)))
	d = append(d, cnpjCheck(weightedSum(d, 6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)))
	s := joinDigits(d)
	return s[:2] + "." + s[2:5] + "." + s[5:8] + "/" + s[8:12] + "-" + s[12:]
}

func cnpjCheck(sum int) int {
	if sum%11 < 2 {
		return 0
	}
	return 11 - sum%11
}

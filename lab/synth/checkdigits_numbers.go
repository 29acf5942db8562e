package synth

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

const base36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// gstinIN makes a state, a PAN, a count, Z and a check character modulo 36.
func gstinIN(r *rand.Rand) string {
	s := pick(r, "27", "33", "29", "08", "32", "24", "09") + fill(r, "@@@C@####@") + "1Z"
	sum := 0
	for i, c := range s {
		v := strings.IndexRune(base36, c) * (1 + i%2)
		sum += v/36 + v%36
	}
	return s + string(base36[(36-sum%36)%36])
}

// abnAU makes eleven digits; 89 divides their weighted sum with the first digit reduced by 1.
func abnAU(r *rand.Rand) string {
	d := append([]int{1, 0}, digitsOf(r, 9)...)
	rest := dot(d[2:], 3, 5, 7, 9, 11, 13, 15, 17, 19)
	first := 99 - rest%89
	d[0], d[1] = first/10, first%10
	s := text(d)
	return s[:2] + " " + s[2:5] + " " + s[5:8] + " " + s[8:]
}

// cifES makes a company number: a letter, seven digits and a check digit.
func cifES(r *rand.Rand) string {
	d := digitsOf(r, 7)
	s := pick(r, "A", "B", "B") + text(append(d, luhn(d)))
	return pick(r, s, s, "ES"+s, s[:1]+"-"+s[1:])
}

// rfcMX makes a company's registration: letters, a date and a key whose last character is a check character.
func rfcMX(r *rand.Rand) string {
	const alphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ #"
	s := fill(r, "@@@") + strconv.Itoa(70+r.IntN(29)) + pick(r, "01", "04", "09", "11") + pick(r, "07", "12", "23", "28") +
		fill(r, "@*")
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

func ivaIT(r *rand.Rand) string {
	d := digitsOf(r, 10)
	d[0] = 0
	s := text(append(d, luhn(d)))
	return pick(r, s, s, "IT"+s)
}

func btwNL(r *rand.Rand) string {
	for {
		d := digitsOf(r, 8)
		if check := dot(d, 9, 8, 7, 6, 5, 4, 3, 2) % 11; check < 10 {
			s := text(append(d, check))
			return pick(r, "NL"+s+"B01", "NL"+s+"B0"+fill(r, "*"), "NL"+s[:4]+"."+s[4:6]+"."+s[6:]+".B01")
		}
	}
}

// nifPT makes a company number, which begins with five.
func nifPT(r *rand.Rand) string {
	d := digitsOf(r, 8)
	d[0] = 5
	check := 11 - dot(d, 9, 8, 7, 6, 5, 4, 3, 2)%11
	if check > 9 {
		check = 0
	}
	s := text(append(d, check))
	return pick(r, s, s, "PT"+s)
}

func cnpjBR(r *rand.Rand) string {
	d := append(digitsOf(r, 8), 0, 0, 0, 1)
	d = append(d, cnpjCheck(dot(d, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)))
	d = append(d, cnpjCheck(dot(d, 6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)))
	s := text(d)
	return s[:2] + "." + s[2:5] + "." + s[5:8] + "/" + s[8:12] + "-" + s[12:]
}

func cnpjCheck(sum int) int {
	if sum%11 < 2 {
		return 0
	}
	return 11 - sum%11
}

func nipPL(r *rand.Rand) string {
	for {
		d := digitsOf(r, 9)
		if check := dot(d, 6, 5, 7, 2, 3, 4, 5, 6, 7) % 11; check < 10 {
			s := text(append(d, check))
			return pick(r, s, s[:3]+"-"+s[3:6]+"-"+s[6:8]+"-"+s[8:], "PL"+s)
		}
	}
}

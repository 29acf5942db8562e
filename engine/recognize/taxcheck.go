package recognize

import "strings"

// checkVAT checks the part after the prefix, whose shape is already right, by
// the country's scheme.
func checkVAT(country, s string) Checksum {
	switch country {
	case "DE":
		return checksum(iso7064Mod1110(s))
	case "AT":
		return checksum(s[0] == 'U' && austrian(s[1:]))
	case "NL":
		return dutch(s)
	case "IT":
		return checksum(luhn(s))
	case "FR":
		return french(s)
	case "ES":
		return spanish(s)
	case "BE":
		return checksum(97-number(s[:8])%97 == number(s[8:]))
	case "PL":
		return checksum(weighted(s, 6, 5, 7, 2, 3, 4, 5, 6, 7)%11 == int(s[9]-'0'))
	case "PT":
		return checksum(portuguese(s))
	case "LU":
		return checksum(number(s[:6])%89 == number(s[6:]))
	case "DK":
		return checksum(weighted(s, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0)
	case "FI":
		return checksum((weighted(s, 7, 9, 10, 5, 8, 4, 2)+int(s[7]-'0'))%11 == 0)
	}
	return ChecksumUnknown
}

func portuguese(s string) bool {
	c := 11 - weighted(s, 9, 8, 7, 6, 5, 4, 3, 2)%11
	if c > 9 {
		c = 0
	}
	return c == int(s[8]-'0')
}

func number(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func weighted(s string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += int(s[i]-'0') * w
	}
	return sum
}

// iso7064Mod1110 is the hybrid system MOD 11,10 of ISO 7064.
func iso7064Mod1110(s string) bool {
	product := 10
	for i := 0; i < len(s)-1; i++ {
		sum := (int(s[i]-'0') + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = 2 * sum % 11
	}
	return (11-product)%10 == int(s[len(s)-1]-'0')
}

func luhn(s string) bool {
	sum := 0
	for i := len(s) - 1; i >= 0; i-- {
		d := int(s[i] - '0')
		if (len(s)-1-i)%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func austrian(s string) bool {
	sum := 4
	for i := range 7 {
		d := int(s[i] - '0')
		if i%2 == 1 {
			d *= 2
			d = d/10 + d%10
		}
		sum += d
	}
	return (10-sum%10)%10 == int(s[7]-'0')
}

// dutch accepts both schemes: the eleven test of companies and the mod 97 of
// sole traders (since 2020).
func dutch(s string) Checksum {
	if s[9] != 'B' {
		return ChecksumInvalid
	}
	if weighted(s, 9, 8, 7, 6, 5, 4, 3, 2)%11 == int(s[8]-'0') {
		return ChecksumValid
	}
	rest := 0
	for _, c := range []byte("NL" + s) {
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return checksum(rest == 1)
}

// french knows the numeric key only; keys with letters are not checked.
func french(s string) Checksum {
	if !allDigits(s) {
		return ChecksumUnknown
	}
	return checksum((12+3*(number(s[2:])%97))%97 == number(s[:2]))
}

func spanish(s string) Checksum {
	const personal = "TRWAGMYFPDXBNJZSQVHLCKE"
	first, last := s[0], s[8]
	switch {
	case isDigit(first):
		return checksum(allDigits(s[:8]) && personal[number(s[:8])%23] == last)
	case strings.IndexByte("XYZ", first) >= 0:
		return checksum(personal[(int(first-'X')*10_000_000+number(s[1:8]))%23] == last)
	}
	sum := 0
	for i := 1; i < 8; i++ {
		d := int(s[i] - '0')
		if i%2 == 1 {
			d *= 2
			d = d/10 + d%10
		}
		sum += d
	}
	control := (10 - sum%10) % 10
	return checksum(last == byte('0'+control) || last == "JABCDEFGHI"[control])
}

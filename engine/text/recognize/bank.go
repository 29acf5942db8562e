package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/text/country"
)

// Code is a recognized account, bank or tax number in compact form.
type Code struct {
	Span
	Value    string
	Country  string // ISO 3166-1 alpha-2, or "" if the scheme has none
	Checksum Checksum
}

// IBANs finds account numbers (ISO 13616), printed without spaces or in groups. Checksum marks those with wrong check
// digits.
func IBANs(words []string) []Code {
	var found []Code
	for i := 0; i < len(words); i++ {
		if c, ok := ibanAt(words, i); ok {
			found = append(found, c)
			i = c.Last
		}
	}
	return found
}

// ibanHead returns the first group of an IBAN and the length of IBANs in its country, or 0 if the word opens none.
func ibanHead(word string) (head string, want int) {
	head = trimCode(word)
	if k := strings.IndexByte(head, ':'); k >= 0 {
		head = head[k+1:]
	}
	if len(head) < 2 || !isUpper(head[0]) || !isUpper(head[1]) || len(head) > 2 && !isDigit(head[2]) {
		return "", 0
	}
	return head, country.IBANLength(head[:2])
}

func ibanAt(words []string, i int) (Code, bool) {
	head, want := ibanHead(words[i])
	if want == 0 {
		return Code{}, false
	}
	text, last := compactCode(head), i
	for len(text) < want && last+1 < len(words) {
		next := compactCode(trimCode(words[last+1]))
		if next == "" || !alnumUpper(next) || len(text)+len(next) > want {
			break
		}
		text += next
		last++
	}
	if len(text) != want || !alnumUpper(text) || !allDigits(text[2:4]) {
		return Code{}, false
	}
	return Code{Span: Span{i, last}, Value: text, Country: text[:2], Checksum: checksum(ValidIBAN(text))}, true
}

// BareIBAN finds an account number printed in domestic form, without the country's code: "61 1090 1014 0000 0712 1981
// 2874" in Poland. It requires valid check digits. The value includes the code.
func BareIBAN(words []string) (Code, bool) {
	for _, of := range country.BareAccounts() {
		for i := range words {
			if i > 0 && allDigits(words[i-1]) {
				continue // part of a longer number
			}
			text, last := of, i-1
			for last+1 < len(words) && len(text) < country.IBANLength(of) && allDigits(compactCode(trimCode(words[last+1]))) {
				last++
				text += compactCode(trimCode(words[last]))
			}
			if ValidIBAN(text) && (last+1 == len(words) || CountDigits(words[last+1]) == 0) {
				return Code{Span: Span{i, last}, Value: text, Country: of, Checksum: ChecksumValid}, true
			}
		}
	}
	return Code{}, false
}

// IBANAcross finds an IBAN that runs to the end of one line and continues in the next, because narrow columns break it
// between groups. The span's first word is in the upper line, its last in the lower. It returns false unless the check
// digits are valid.
func IBANAcross(upper, lower []string) (Code, bool) {
	for i, w := range upper {
		if _, want := ibanHead(w); want == 0 {
			continue
		}
		words := append(upper[i:len(upper):len(upper)], lower...)
		c, ok := ibanAt(words, 0)
		if n := len(upper) - i; ok && c.Last >= n && c.Checksum == ChecksumValid {
			c.First, c.Last = i, c.Last-n
			return c, true
		}
	}
	return Code{}, false
}

// ValidIBAN checks the length and the mod 97 check digits (ISO 7064) of a compact IBAN.
func ValidIBAN(s string) bool {
	if len(s) < 5 || country.IBANLength(s[:2]) != len(s) {
		return false
	}
	rest := 0
	for _, c := range []byte(s[4:] + s[:4]) {
		switch {
		case isDigit(c):
			rest = (rest*10 + int(c-'0')) % 97
		case isUpper(c):
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// BICs finds bank identifiers (ISO 9362). Many ordinary words in capitals have the same form, so callers must require
// a label nearby.
func BICs(words []string) []Code {
	var found []Code
	for i, w := range words {
		w = trimCode(w)
		if k := strings.IndexByte(w, ':'); k >= 0 {
			w = w[k+1:]
		}
		if len(w) != 8 && len(w) != 11 || !alnumUpper(w) {
			continue
		}
		if !country.HasBIC(w[4:6]) {
			continue
		}
		if CountDigits(w[:6]) == 0 {
			found = append(found, Code{Span: Span{i, i}, Value: w, Country: w[4:6]})
		}
	}
	return found
}

func trimCode(s string) string { return strings.Trim(s, ".,;:()[]") }

func compactCode(s string) string {
	return Without(s, " -./")
}

// Without removes all of the signs from s.
func Without(s, signs string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(signs, r) {
			return -1
		}
		return r
	}, s)
}

func alnumUpper(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && !isUpper(s[i]) {
			return false
		}
	}
	return s != ""
}

package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/text/country"
)

// Code is a recognised account, bank or tax number in its compact form.
type Code struct {
	Span
	Value    string
	Country  string // ISO 3166-1 alpha-2, "" where the scheme names none
	Checksum Checksum
}

// IBANs finds account numbers (ISO 13616), printed in one piece or in groups.
// Those with wrong check digits are given too, and marked.
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

// ibanHead is the first group of an account number, and how long that is in its country;
// 0 where the word is none.
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

// BareIBAN finds an account number that is printed as in its own country, without the
// country's code: "61 1090 1014 0000 0712 1981 2874" in Poland. Nothing but right check
// digits tells it; the value has the code.
func BareIBAN(words []string) (Code, bool) {
	for _, of := range country.BareAccounts() {
		for i := range words {
			if i > 0 && allDigits(words[i-1]) {
				continue // within a longer number
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

// IBANAcross finds an account number that begins in the words of one line, the end of
// which it reaches, and ends in those of the next: narrow columns break it between two
// groups. The span's first word is one of the upper line, its last one of the lower. It
// is false where there is none whose check digits are right.
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

// ValidIBAN checks length and the mod 97 check digits (ISO 7064) of a compact
// IBAN.
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

// BICs finds bank identifiers (ISO 9362). Their shape is that of many ordinary
// words in capitals, so a label has to stand near.
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

// compactCode drops the signs that are printed between the groups of a number.
func compactCode(s string) string {
	return Without(s, " -./")
}

// Without drops all of the signs from s.
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

package recognize

import "strings"

// ibanLengths gives the length of an IBAN by country (SWIFT IBAN registry).
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29,
	"BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
	"ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
	"HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
	"LB": 28, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27,
	"MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24,
	"RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TN": 24, "TR": 26, "UA": 29, "VG": 24,
	"XK": 20,
}

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

func ibanAt(words []string, i int) (Code, bool) {
	head := trimCode(words[i])
	if k := strings.IndexByte(head, ':'); k >= 0 {
		head = head[k+1:]
	}
	if len(head) < 2 || !isUpper(head[0]) || !isUpper(head[1]) || len(head) > 2 && !isDigit(head[2]) {
		return Code{}, false
	}
	want, ok := ibanLengths[head[:2]]
	if !ok {
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

// ValidIBAN checks length and the mod 97 check digits (ISO 7064) of a compact
// IBAN.
func ValidIBAN(s string) bool {
	if len(s) < 5 || ibanLengths[s[:2]] != len(s) {
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
		if _, known := ibanLengths[w[4:6]]; !known && !bicOnly[w[4:6]] {
			continue
		}
		if CountDigits(w[:6]) == 0 {
			found = append(found, Code{Span: Span{i, i}, Value: w, Country: w[4:6]})
		}
	}
	return found
}

// bicOnly are countries with BICs but no IBANs.
var bicOnly = map[string]bool{
	"US": true, "CA": true, "AU": true, "NZ": true, "JP": true, "CN": true, "HK": true, "SG": true, "MY": true,
	"IN": true, "ZA": true, "MX": true, "KR": true, "TH": true, "ID": true, "PH": true, "TW": true, "AR": true,
}

func trimCode(s string) string { return strings.Trim(s, ".,;:()[]") }

// compactCode drops the signs that are printed between the groups of a number.
func compactCode(s string) string {
	if !strings.ContainsAny(s, " -./") {
		return s
	}
	return strings.NewReplacer(" ", "", "-", "", ".", "", "/", "").Replace(s)
}

func alnumUpper(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && !isUpper(s[i]) {
			return false
		}
	}
	return s != ""
}

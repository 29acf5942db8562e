package recognize

import "strings"

// vatShapes describes VAT identification numbers by prefix: the characters
// after it, 9 for a digit, A for a letter, * for either (VIES, structure of
// VAT identification numbers). Several shapes are parted by '|'.
var vatShapes = map[string]string{
	"AT": "A99999999", "BE": "9999999999", "BG": "999999999|9999999999", "CY": "99999999A",
	"CZ": "99999999|999999999|9999999999", "DE": "999999999", "DK": "99999999", "EE": "999999999",
	"EL": "999999999", "ES": "*9999999*", "FI": "99999999", "FR": "**999999999", "HR": "99999999999",
	"HU": "99999999", "IE": "9999999A|9999999AA|9*99999A", "IT": "99999999999", "LT": "999999999|999999999999",
	"LU": "99999999", "LV": "99999999999", "MT": "99999999", "NL": "999999999A99", "PL": "9999999999",
	"PT": "999999999", "RO": "99999999|999999999|9999999999", "SE": "999999999999", "SI": "99999999",
	"SK": "9999999999", "GB": "999999999|999999999999", "XI": "999999999", "CHE": "999999999", "NO": "999999999",
}

// VATIDs finds VAT identification numbers with a country prefix, printed in
// one piece or in groups. Those with wrong check digits are given too, and
// marked.
func VATIDs(words []string) []Code {
	var found []Code
	for i := 0; i < len(words); i++ {
		if c, ok := vatAt(words, i); ok {
			found = append(found, c)
			i = c.Last
		}
	}
	return found
}

func vatAt(words []string, i int) (Code, bool) {
	head := trimCode(words[i])
	if k := strings.IndexByte(head, ':'); k >= 0 {
		head = head[k+1:]
	}
	text := compactCode(head)
	if len(text) < 2 || !isUpper(text[0]) || !isUpper(text[1]) {
		return Code{}, false
	}
	country := text[:2]
	if strings.HasPrefix(text, "CHE") {
		country = "CHE"
	}
	shapes, ok := vatShapes[country]
	if !ok || len(text) == 2 && i+1 < len(words) && CountDigits(words[i+1]) == 0 {
		return Code{}, false
	}
	best, ok := Code{}, false
	for last := i; last < len(words) && last < i+7; last++ {
		if last > i {
			next := compactCode(trimCode(words[last]))
			if next == "" || !alnumUpper(next) {
				break
			}
			text += next
		}
		if matchesShape(text[len(country):], shapes) {
			best = Code{Span: Span{i, last}, Value: text, Country: country[:2], Checksum: VATChecksum(text)}
			ok = true
		}
	}
	return best, ok
}

func matchesShape(s, shapes string) bool {
	for shape := range strings.SplitSeq(shapes, "|") {
		if len(shape) == len(s) && fits(s, shape) {
			return CountDigits(s) > 0
		}
	}
	return false
}

func fits(s, shape string) bool {
	for i := 0; i < len(s); i++ {
		switch shape[i] {
		case '9':
			if !isDigit(s[i]) {
				return false
			}
		case 'A':
			if !isUpper(s[i]) {
				return false
			}
		default:
			if !isDigit(s[i]) && !isUpper(s[i]) {
				return false
			}
		}
	}
	return true
}

// VATChecksum checks the national check digits of a compact VAT identification
// number; unknown for countries whose scheme is not implemented.
func VATChecksum(id string) Checksum {
	if len(id) < 4 {
		return ChecksumUnknown
	}
	check, ok := vatChecks[id[:2]]
	if !ok {
		return ChecksumUnknown
	}
	shapes := vatShapes[id[:2]]
	if !matchesShape(id[2:], shapes) {
		return ChecksumUnknown
	}
	return check(id[2:])
}

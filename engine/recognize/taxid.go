package recognize

import "strings"

// vatShapes describes VAT identification numbers by prefix: the characters
// after it, 9 for a digit, A for a letter, * for either (VIES, structure of
// VAT identification numbers). Several shapes are parted by '|'; "" is no
// country's.
func vatShapes(country string) string {
	switch country {
	case "AT":
		return "A99999999"
	case "BE", "PL", "SK":
		return "9999999999"
	case "BG":
		return "999999999|9999999999"
	case "CY":
		return "99999999A"
	case "CZ", "RO":
		return "99999999|999999999|9999999999"
	case "DE", "EE", "EL", "PT", "XI", "CHE", "NO":
		return "999999999"
	case "DK", "FI", "HU", "LU", "MT", "SI":
		return "99999999"
	case "ES":
		return "*9999999*"
	case "FR":
		return "**999999999"
	case "HR", "IT", "LV":
		return "99999999999"
	case "IE":
		return "9999999A|9999999AA|9*99999A"
	case "LT", "GB":
		return "999999999|999999999999"
	case "NL":
		return "999999999A99"
	case "SE":
		return "999999999999"
	}
	return ""
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
	shapes := vatShapes(country)
	if shapes == "" || len(text) == 2 && i+1 < len(words) && CountDigits(words[i+1]) == 0 {
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
	if !matchesShape(id[2:], vatShapes(id[:2])) {
		return ChecksumUnknown
	}
	return checkVAT(id[:2], id[2:])
}

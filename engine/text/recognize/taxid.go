package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/text/country"
)

// VATIDs finds VAT identification numbers with a country prefix, printed without spaces or in groups. Checksum marks
// those with wrong check digits.
func VATIDs(words []string) []Code {
	var found []Code
	for i := 0; i < len(words); i++ {
		c, ok := vatAt(words, i)
		if ok && saysNumber(words, i, c) {
			ok = false
		}
		if !ok {
			c, ok = nationalAt(words, i)
		}
		if ok {
			found = append(found, c)
			i = c.Last
		}
	}
	return found
}

// saysNumber reports whether an apparent Norwegian prefix is the abbreviation "NO." for number, alone or before
// another country's number.
func saysNumber(words []string, i int, c Code) bool {
	const norway = "NO"
	if c.Country != norway || compactCode(trimCode(words[i])) != norway || i+1 >= len(words) {
		return false
	}
	national, ok := nationalAt(words, i+1)
	return strings.HasSuffix(words[i], ".") || ok && national.Country != norway
}

// nationalAt reads a tax number without a country prefix by its form, with surrounding brackets or a "#": "GST 5%
// (866212848RT0001):".
func nationalAt(words []string, i int) (Code, bool) {
	const most = 5 // words of a number
	head := strings.TrimLeft(words[i], "#([")
	if head == "" || !isDigit(head[0]) {
		return Code{}, false
	}
	var parts [most]string
	n := 0
	for ; n < most && i+n < len(words); n++ {
		parts[n] = trimCode(strings.TrimLeft(words[i+n], "#(["))
	}
	number, of, count, outcome := country.NationalNumber(parts[:n])
	if count == 0 {
		number, of, count, outcome = misreadNational(parts[:n])
	}
	bare := strings.Contains(number, "-") && !strings.Contains(number, ".")
	if count == 0 || bare && !announced(words[:i], of) {
		return Code{}, false
	}
	return Code{Span: Span{i, i + count - 1}, Value: number, Country: of, Checksum: outcomeOf(outcome)}, true
}

// misreadNational reads a number whose zeros text recognition read as letters: "142 887 3o6 RT ooo1". It requires a
// form with letters and valid check digits.
func misreadNational(words []string) (number, of string, count int, outcome country.Outcome) {
	zeros := make([]string, len(words))
	changed := false
	for i, w := range words {
		zeros[i] = w
		if strings.ContainsRune(w, 'o') && strings.Trim(w, "0123456789o") == "" {
			zeros[i], changed = strings.ReplaceAll(w, "o", "0"), true
		}
	}
	if !changed {
		return "", "", 0, country.Unknown
	}
	number, of, count, outcome = country.NationalNumber(zeros)
	if outcome != country.Valid || strings.Trim(number, "0123456789") == "" {
		return "", "", 0, country.Unknown
	}
	return number, of, count, outcome
}

// announced reports whether one of the last words before a number announces a country's tax number. Dashes alone are
// ambiguous, because article and telephone numbers have them as well.
func announced(before []string, of string) bool {
	const near = 4 // "GST Reg. No. 12-345-678"
	for _, w := range before[max(0, len(before)-near):] {
		if country.Announces(of, trimCode(w)) {
			return true
		}
	}
	return false
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
	prefix := text[:2]
	if long := text[:min(3, len(text))]; country.HasVAT(long) { // "CHE"
		prefix = long
	}
	if !country.HasVAT(prefix) || len(text) == 2 && i+1 < len(words) && CountDigits(words[i+1]) == 0 {
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
		if country.IsVAT(prefix, text[len(prefix):]) {
			best = Code{Span: Span{i, last}, Value: text, Country: prefix[:2], Checksum: VATChecksum(text)}
			ok = true
		}
	}
	if ok && accountGroups(words[i:], best.Last+1-i) {
		return Code{}, false
	}
	if ok && prefix == swissVAT && best.Last+1 < len(words) && country.SwissVATMark(trimCode(words[best.Last+1])) {
		best.Last++
		best.Value += trimCode(words[best.Last])
	}
	return best, ok
}

// accountGroups reports whether the first words open an account number with wrong check digits: groups of four
// characters followed by more.
func accountGroups(words []string, n int) bool {
	const group, most = 4, 34 // printed group size and maximum length (ISO 13616)
	if n >= len(words) || n*group > most {
		return false
	}
	for _, w := range words[:n+1] {
		if len(w) != group || !alnumUpper(w) {
			return false
		}
	}
	return isDigit(words[0][2]) && isDigit(words[0][3]) && CountDigits(words[n]) == group
}

// swissVAT is the prefix of Swiss company numbers. One followed by the name of the tax is a VAT number (Swiss VAT Act,
// article 26).
const swissVAT = "CHE"

// VATChecksum checks the national check digits of a compact VAT identification number. It returns ChecksumUnknown for
// unsupported schemes.
func VATChecksum(id string) Checksum {
	outcome, _ := country.CheckVAT(id)
	return outcomeOf(outcome)
}

func outcomeOf(outcome country.Outcome) Checksum {
	switch outcome {
	case country.Valid:
		return ChecksumValid
	case country.Invalid:
		return ChecksumInvalid
	case country.Unknown:
	}
	return ChecksumUnknown
}

package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/country"
)

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
	if ok && prefix == swissVAT && best.Last+1 < len(words) && country.SwissVATMark(trimCode(words[best.Last+1])) {
		best.Last++
		best.Value += trimCode(words[best.Last])
	}
	return best, ok
}

// swissVAT is the prefix of Swiss company numbers: with the name of the tax behind it,
// one is a VAT number (Swiss VAT Act, article 26).
const swissVAT = "CHE"

// VATChecksum checks the national check digits of a compact VAT identification
// number; unknown for countries whose scheme is not implemented.
func VATChecksum(id string) Checksum {
	switch outcome, _ := country.CheckVAT(id); outcome {
	case country.Valid:
		return ChecksumValid
	case country.Invalid:
		return ChecksumInvalid
	case country.Unknown:
	}
	return ChecksumUnknown
}

package layout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/recognize"
)

// groupRoom is the maximum gap between the digit groups of a number, in heights. Monospaced print has slightly more
// than a half.
const groupRoom = 0.56

// partsNumbers reports whether the gap before a token separates two numbers of adjacent columns, although it is not
// wide: both sides are digits, and it is clearly wider than the gap between the digit groups of one of them: "63
// 684   386 484".
func partsNumbers(tokens []Token, i int, height float64) bool {
	const wider = 1.6
	gap := gapBefore(tokens, i)
	if gap < groupRoom*height || !words.DigitsOnly(tokens[i-1].Text) || tokens[i].Text == "" ||
		!isASCIIDigit(tokens[i].Text[0]) {
		return false
	}
	return i > 1 && words.Groups(tokens[i-2].Text, tokens[i-1].Text) && wider*gapBefore(tokens, i-1) < gap ||
		i+1 < len(tokens) && words.Groups(tokens[i].Text, tokens[i+1].Text) && wider*gapBefore(tokens, i+1) < gap
}

func gapBefore(tokens []Token, i int) float64 { return tokens[i].Box.X0 - tokens[i-1].Box.X1 }

// groupsFrom returns the last digit group of an amount that begins at a token, or -1.
func (s *Segment) groupsFrom(first int) int {
	for _, a := range s.Amounts() {
		if first < a.First || first >= a.Last || !isASCIIDigit(s.Words[first][0]) {
			continue
		}
		last := first
		for last < a.Last && isASCIIDigit(s.Words[last+1][0]) &&
			s.Tokens[last+1].Box.X0-s.Tokens[last].Box.X1 <= groupRoom*s.Height() {
			last++
		}
		return last
	}
	return -1
}

// IsTaxKey reports whether a word after an amount with cents is its tax key: one digit, under a heading that is too
// close for a separate column.
func IsTaxKey(word string, amount recognize.Amount) bool {
	const cents = 2
	return len(word) == 1 && isASCIIDigit(word[0]) && amount.Number.Fraction == cents && !amount.Percent
}

// keysTax reports whether the last of two cells is the tax key of the amount in the first.
func keysTax(parts []Part) bool {
	all := recognize.Amounts(parts[0].Words())
	return len(parts) > 1 && len(all) == 1 && IsTaxKey(parts[1].Text(), all[0])
}

// counting reports whether a part is a number with its unit, "12 pcs". A number alone may be anything, such as a
// rate, and one followed by a point numbers the line.
func counting(p Part) bool {
	if strings.HasSuffix(p.Segment.Words[p.First], ".") || p.Last != p.First+1 ||
		strings.ContainsAny(p.Segment.Words[p.Last], "0123456789") {
		return false
	}
	return slices.ContainsFunc(p.Segment.Amounts(), func(a recognize.Amount) bool {
		return a.First == p.First && a.Last == p.First && a.Currency == "" && !a.Percent
	})
}

func isASCIIDigit(c byte) bool { return c >= '0' && c <= '9' }

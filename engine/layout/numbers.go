package layout

import (
	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/recognize"
)

// partsNumbers reports whether the gap before a token separates two numbers of adjacent columns, although it is not
// wide: both sides are digits, and it is clearly wider than the gap between the digit groups of one of them: "63
// 684   386 484".
func partsNumbers(tokens []Token, i int, height float64) bool {
	const (
		room  = 0.56 // in heights; groupsFrom has the same
		wider = 1.6
	)
	gap := gapBefore(tokens, i)
	if gap < room*height || !words.DigitsOnly(tokens[i-1].Text) || tokens[i].Text == "" ||
		!isASCIIDigit(tokens[i].Text[0]) {
		return false
	}
	return i > 1 && words.Groups(tokens[i-2].Text, tokens[i-1].Text) && wider*gapBefore(tokens, i-1) < gap ||
		i+1 < len(tokens) && words.Groups(tokens[i].Text, tokens[i+1].Text) && wider*gapBefore(tokens, i+1) < gap
}

func gapBefore(tokens []Token, i int) float64 { return tokens[i].Box.X0 - tokens[i-1].Box.X1 }

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

package page

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// resolveCase rewrites doubtful letters that have the same shape in both cases, such as c and C, in the case of the
// other letters of their word. A capital may begin a word.
func resolveCase(word []ctc.Character) {
	const same = "CcOoSsVvWwXxZzUuPpKk"
	for _, piece := range pieces(word) {
		capitals, small := 0, 0
		for i := range piece {
			c, _ := utf8.DecodeRuneInString(piece[i].Text)
			switch {
			case strings.ContainsRune(same, c) || isStroke(piece[i].Text):
			case unicode.IsUpper(c):
				capitals++
			default:
				small++
			}
		}
		for i := range piece {
			c, _ := utf8.DecodeRuneInString(piece[i].Text)
			other := c
			switch {
			case capitals >= 2 && small == 0:
				other = unicode.ToUpper(c)
			case small >= 2 && capitals == 0 && i > 0:
				other = unicode.ToLower(c)
			}
			if strings.ContainsRune(same, c) && likelihoodOf(&piece[i], string(other)) >= inDoubt {
				rewritten(&piece[i], string(other))
			}
		}
	}
}

// resolveFigures rewrites doubtful figures between letters as the letters of their shape, such as the 1 in "Tota1".
func resolveFigures(word []ctc.Character) {
	for i := range word {
		if !isDigit(word[i].Text) || i == 0 || !isLetter(word[i-1].Text) ||
			i+1 < len(word) && !isLetter(word[i+1].Text) {
			continue
		}
		before, _ := utf8.DecodeRuneInString(word[i-1].Text)
		letter := letterLike(word[i].Text, unicode.IsUpper(before))
		if likelihoodOf(&word[i], letter) >= inDoubt {
			rewritten(&word[i], letter)
		}
	}
}

// letterLike returns the letter of a figure's shape, or the figure if there is none.
func letterLike(figure string, isCapital bool) string {
	letters := map[string]string{"1": smallL, "0": "o", "5": "s", "8": "B"}
	if isCapital {
		letters = map[string]string{"1": capitalI, "0": "O", "5": "S", "8": "B"}
	}
	return cmp.Or(letters[figure], figure)
}

// decimals is how a page writes the sign before two decimals.
type decimals struct{ point, comma float64 }

// decimalsOf sums the probabilities of the decimal signs of a page's amounts.
func decimalsOf(lines [][]span) decimals {
	var d decimals
	for _, words := range lines {
		for i := range words {
			switch sign := decimalSign(words[i].characters); {
			case sign == nil:
			case sign.Text == ".":
				d.point += sign.Probability
			default:
				d.comma += sign.Probability
			}
		}
	}
	return d
}

// resolve rewrites a doubtful decimal sign if nearly all other amounts of the page have the other one.
func (d decimals) resolve(word []ctc.Character) {
	const nearlyAll = 4 // times as many
	sign := decimalSign(word)
	if sign == nil {
		return
	}
	usual := ""
	switch {
	case d.point > nearlyAll*d.comma:
		usual = "."
	case d.comma > nearlyAll*d.point:
		usual = ","
	}
	if usual != "" && likelihoodOf(sign, usual) >= inDoubt {
		rewritten(sign, usual)
	}
}

// decimalSign returns the point or comma before the two last figures of an amount, or nil for other words.
func decimalSign(word []ctc.Character) *ctc.Character {
	for len(word) > 0 && !isDigit(word[len(word)-1].Text) {
		word = word[:len(word)-1]
	}
	n := len(word) - 3
	if n < 1 || !isDigit(word[n-1].Text) || !isDigit(word[n+1].Text) || word[n].Text != "." && word[n].Text != "," {
		return nil
	}
	return &word[n]
}

// currencies are the signs that may precede an amount.
const currencies = "$€£¥₹₺₴₽₦₱₫₪"

// doubtFirst lowers the probability of an amount's first figure if it may be a currency sign, which would make the
// amount ten times as large.
func doubtFirst(word []ctc.Character) {
	const certain, uncertain = 0.002, 0.6 // of a currency sign; the figure's probability then
	if decimalSign(word) == nil || !isDigit(word[0].Text) {
		return
	}
	for _, other := range word[0].Alternatives {
		if strings.Contains(currencies, other.Text) && other.Probability >= certain {
			word[0].Probability = min(word[0].Probability, uncertain)
		}
	}
}

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

// resolveSigns rewrites signs of currencies that touch letters, and signs of check boxes after them, as the likeliest
// letter: letters of poor print resemble them.
func resolveSigns(word []ctc.Character) {
	const signs, boxes = "₹₺₴₽₦₱₫₪﷼", "☐☑☒"
	letters := map[string]string{"₦": "N", "₱": "P", "₽": "P", "₪": "n", "₺": "t", "₫": "d"}
	for i := range word {
		c, isAfter := &word[i], i > 0 && isLetter(word[i-1].Text)
		isSign := strings.Contains(signs, c.Text) && (isAfter || i+1 < len(word) && isLetter(word[i+1].Text))
		if !isSign && (!isAfter || !strings.Contains(boxes, c.Text)) {
			continue
		}
		most, letter := 0.0, cmp.Or(letters[c.Text], c.Text)
		for _, other := range c.Alternatives {
			if isLetter(other.Text) && other.Probability > most {
				most, letter = other.Probability, other.Text
			}
		}
		rewritten(c, letter)
	}
}

// possible is the least probability of a sign that the style of a page may restore.
const possible = 0.002

// amountStyle is how a page writes amounts: sums of probabilities.
type amountStyle struct {
	point, comma float64            // before two decimals
	minRatio     float64            // of the usual decimal sign to the other
	currencies   map[string]float64 // before the first figure
	none         float64            // amounts that surely begin with a figure
}

// amountStyleOf returns the style of the amounts of a page in a language (BCP 47, or "" if it is unclear).
func amountStyleOf(lines [][]span, language string) amountStyle {
	s := amountStyle{currencies: map[string]float64{}, minRatio: 4}
	if language == "en" {
		s.minRatio, s.point = 1, 2 // as if two amounts had a point
	}
	for _, words := range lines {
		for i := range words {
			word := words[i].characters
			sign := decimalSign(word)
			switch {
			case sign == nil:
				continue
			case sign.Text == ".":
				s.point += sign.Probability
			default:
				s.comma += sign.Probability
			}
			if first := &word[0]; isCurrency(first.Text) {
				s.currencies[first.Text] += first.Probability
			} else if currencyLike(first) == "" {
				s.none += first.Probability
			}
		}
	}
	return s
}

// resolve rewrites a decimal sign that may be the usual one of the page, and a first figure that may be the currency
// sign of most other amounts. If the figure may be another currency sign, which would make the amount ten times as
// large, resolve lowers its probability.
func (s amountStyle) resolve(word []ctc.Character) {
	const (
		most      = 2
		few       = 1.5
		uncertain = 0.6
	)
	sign := decimalSign(word)
	if sign == nil {
		return
	}
	usual := ""
	switch {
	case s.point > s.minRatio*s.comma:
		usual = "."
	case s.comma > s.minRatio*s.point:
		usual = ","
	}
	// A number with thousands has the usual sign between them only if the other one is before its decimals.
	if usual != "" && likelihoodOf(sign, usual) >= possible && !strings.Contains(textOf(word), usual) {
		rewritten(sign, usual)
	}
	first := &word[0]
	currency := currencyLike(first)
	switch n := s.currencies[currency]; {
	case currency == "":
	case n > few && n > most*s.none && isDigit(word[1].Text):
		rewritten(first, currency)
	default:
		first.Probability = min(first.Probability, uncertain)
	}
}

func isCurrency(text string) bool { return strings.Contains("$€£¥₹₺₴₽₦₱₫₪", text) }

// currencyLike returns the likeliest currency sign that a figure may be, or "".
func currencyLike(c *ctc.Character) string {
	if isDigit(c.Text) {
		for _, other := range c.Alternatives {
			if other.Probability >= possible && isCurrency(other.Text) {
				return other.Text
			}
		}
	}
	return ""
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

package words

import (
	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/text/recognize"
)

// Groups reports whether two words are the digit groups of a number in thousands.
func Groups(a, b string) bool {
	const thousand = 3 // digits
	return len(a) <= thousand && DigitsOnly(a) && len(b) >= thousand && DigitsOnly(b[:thousand]) &&
		(len(b) == thousand || b[thousand] == ',' || b[thousand] == '.')
}

// DigitsOnly reports whether a word consists of digits.
func DigitsOnly(s string) bool {
	for i := range len(s) {
		if !digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// Numeric reports whether the words are mostly one number.
func Numeric(words []string) bool {
	a := recognize.Amounts(words)
	if len(a) == 0 {
		return false
	}
	covered := 0
	for _, x := range a {
		covered += x.Last - x.First + 1
	}
	return 2*covered >= len(words)
}

// Exchanged reports whether an amount multiplied or divided by a rate is another.
func Exchanged(from, by, to recognize.Amount) bool {
	const style = recognize.StyleUnknown
	a, r, b := from.Value(style), by.Value(style), to.Value(style)
	if !r.IsPositive() || r.Equal(decimal.NewFromInt(1)) || b.IsZero() {
		return false
	}
	cent := decimal.New(1, -2)
	return a.Mul(r).Sub(b).Abs().LessThanOrEqual(cent) || a.DivRound(r, 4).Sub(b).Abs().LessThanOrEqual(cent)
}

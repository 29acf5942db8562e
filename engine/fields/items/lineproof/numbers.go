package lineproof

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// NumberIn returns the last number of a part. A digit after an amount with cents is its tax key: "1,071.00 1".
func NumberIn(p layout.Part) (recognize.Amount, bool) {
	all := recognize.Amounts(p.Segment.Words[p.First : p.Last+1])
	if n := len(all); n > 1 && isKeyed(p, all[n-2], all[n-1]) {
		all = all[:n-1]
	}
	for i := len(all) - 1; i >= 0; i-- {
		a := all[i]
		a.First += p.First
		a.Last += p.First
		if !a.Percent {
			return a, true
		}
	}
	if len(all) > 0 {
		a := all[0]
		a.First, a.Last = a.First+p.First, a.Last+p.First
		return a, true
	}
	return recognize.Amount{}, false
}

// isKeyed reports whether a number is a single digit directly after an amount with cents.
func isKeyed(p layout.Part, a, key recognize.Amount) bool {
	return key.First == a.Last+1 && p.First+key.First == p.Last && layout.IsTaxKey(p.Segment.Words[p.Last], a)
}

// Figures returns the numbers of the parts that have one.
func Figures(parts []layout.Part) []value.Figure {
	var out []value.Figure
	for _, p := range parts {
		if a, ok := NumberIn(p); ok {
			out = append(out, value.Figure{Part: p, Amount: a})
		}
	}
	return out
}

// LastNumber returns the number of the last part that has one, except a tax key after an amount, or nil.
func LastNumber(parts []layout.Part) *value.Figure {
	all := Figures(parts)
	if len(all) == 0 {
		return nil
	}
	if n := len(all) - 2; n >= 0 && layout.IsTaxKey(all[n+1].Part.Text(), all[n].Amount) {
		return &all[n]
	}
	return &all[len(all)-1]
}

// TakenOff reports whether a number is negative, also with its sign before the currency: "-EUR 5.00".
func TakenOff(f *value.Figure) bool {
	first := f.Part.Segment.Words[f.Part.First]
	return f.Amount.Negative || strings.HasPrefix(first, "-") || strings.HasPrefix(first, "–")
}

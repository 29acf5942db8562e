package link

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

const (
	// minWholeSums is the minimum ratio of whole sums to amounts with cents if the currency is printed without
	// cents. Text recognition adds some amounts with cents.
	minWholeSums = 3
	minWhole     = 1000 // whole numbers below have no thousands separator
)

// WholeMoney reports whether a document's money has no cents, as in Hungary or Chile. Whole numbers with thousands
// separators are sums then.
func (r *Linker) WholeMoney() bool {
	whole, cents := 0, 0
	for _, s := range r.Layout.Segments {
		for _, a := range r.Spans[s].Amounts {
			switch {
			case a.Percent:
			case r.Grouped(s, a):
				whole++
			case a.Number.Fraction == 2 && !a.Number.Ambiguous:
				cents++
			}
		}
	}
	return whole >= minWholeSums*max(1, cents)
}

// Grouped reports whether a whole amount has thousands separators.
func (r *Linker) Grouped(s *layout.Segment, a recognize.Amount) bool {
	if v := a.Value(r.Style); a.Percent || !v.IsInteger() || v.Abs().IntPart() < minWhole ||
		a.Number.Fraction > 0 && !a.Number.Ambiguous {
		return false
	}
	digits := strings.Trim(strings.Join(s.Words[a.First:a.Last+1], " "), notDigits)
	return strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) >= 0
}

const notDigits = " -–−+()$€£¥"

package link

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

const (
	// minWholeSums is how many whole sums of money a document has, for each amount with cents, whose
	// currency is printed without any; text recognition adds some.
	minWholeSums = 3
	minWhole     = 1000 // whole numbers below have no mark between their digits
)

// WholeMoney reports whether a document's money has no cents, as that of Hungary or Chile: whole
// numbers with marks between their thousands are sums then.
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

// Grouped reports whether a whole amount has marks or spaces between its thousands.
func (r *Linker) Grouped(s *layout.Segment, a recognize.Amount) bool {
	if v := a.Value(r.Style); a.Percent || !v.IsInteger() || v.Abs().IntPart() < minWhole ||
		a.Number.Fraction > 0 && !a.Number.Ambiguous {
		return false
	}
	digits := strings.Trim(strings.Join(s.Words[a.First:a.Last+1], " "), notDigits)
	return strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) >= 0
}

const notDigits = " -–−+()$€£¥"

package quantity

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// UnitsAt reads "/ 100", "€/100" or "per 100" at a word, or returns zero.
func UnitsAt(p layout.Part, k int) decimal.Decimal {
	word := p.Segment.Words[k]
	if _, units, ok := strings.Cut(word, "/"); ok && units != "" {
		word = units
	} else if perWord(word) && k < p.Last {
		word = p.Segment.Words[k+1]
	} else {
		return decimal.Zero
	}
	if !annotate.AllDigitsWord(word) {
		return decimal.Zero
	}
	return decimal.RequireFromString(word)
}

func perWord(w string) bool { return lexicon.Per.Has(strings.ToLower(w)) }

// Marked reports whether quantities have letters in brackets: "(R) 10" is requested, "(A) 8" agreed.
func Marked(parts []layout.Part) bool {
	return slices.ContainsFunc(parts, func(p layout.Part) bool {
		w := p.Segment.Words[p.First]
		return p.First < p.Last && len(w) == 3 && w[0] == '(' && w[2] == ')' && w[1] >= 'A' && w[1] <= 'Z'
	})
}

package eval

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// comparisonOf returns the comparison for a field or member. Unknown names are compared exactly.
func comparisonOf(field string) schema.Comparison {
	if f, known := schema.ByName(field); known {
		return f.Comparison
	}
	return schema.CompareExactly
}

// Equal compares a found value with the true one. It ignores case, spaces, accents and punctuation in names, addresses
// and codes, compares decimals by value and telephone numbers by digits, and everything else exactly.
func Equal(field, got, want string) bool {
	if got == want {
		return true
	}
	switch comparisonOf(field) {
	case schema.CompareLetters:
		return recognize.Compact(got) != "" && recognize.Compact(got) == recognize.Compact(want)
	case schema.CompareDecimals:
		a, err1 := decimal.NewFromString(got)
		b, err2 := decimal.NewFromString(want)
		return err1 == nil && err2 == nil && a.Equal(b)
	case schema.CompareDigits:
		return digits(got) != "" && digits(got) == digits(want)
	case schema.CompareExactly:
	}
	return false
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// EqualMember is Equal for members of line items. Descriptions may be shorter or longer than the true ones.
func EqualMember(member, got, want string) bool {
	return Equal(member, got, want) || member == "description" && describes(got, want)
}

// describes reports whether one description is a prefix of the other and at least half as long, because pages
// wrap and add details.
func describes(got, want string) bool {
	x, y := recognize.Compact(got), recognize.Compact(want)
	short, long := min(len(x), len(y)), max(len(x), len(y))
	return short > 0 && x[:short] == y[:short] && 2*short >= long
}

// rowLikeness counts the equal members of two rows.
func rowLikeness(got, want Row) float64 {
	score := 0.0
	for name, w := range want {
		g, ok := got[name]
		switch {
		case !ok:
		case Equal(name, g, w):
			score++
		case name == "description" && sharesStart(g, w):
			score += 0.5
		}
	}
	return score
}

func sharesStart(a, b string) bool {
	x, y := recognize.Compact(a), recognize.Compact(b)
	n := min(len(x), len(y), 8)
	return n > 3 && x[:n] == y[:n]
}

// Pair matches found rows with true ones, the most similar first, and returns the index of the found row for each true
// one, or -1. Earlier rows win ties.
func Pair(got, want []Row) []int {
	type pair struct {
		want, got int
		likeness  float64
	}
	var likely []pair
	for i := range want {
		for j := range got {
			if s := rowLikeness(got[j], want[i]); s > 0 {
				likely = append(likely, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(likely, func(a, b pair) int {
		switch {
		case a.likeness > b.likeness:
			return -1
		case a.likeness < b.likeness:
			return 1
		}
		return 0
	})
	pairs := slices.Repeat([]int{-1}, len(want))
	used := make([]bool, len(got))
	for _, p := range likely {
		if pairs[p.want] < 0 && !used[p.got] {
			pairs[p.want], used[p.got] = p.got, true
		}
	}
	return pairs
}

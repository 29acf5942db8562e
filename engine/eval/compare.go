package eval

import (
	"strings"

	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// loose reports whether a field is compared without case, spaces and punctuation.
func loose(field string) bool {
	switch field {
	case "vendorName", "vendorAddress", "customerName", "customerAddress", "description", "vendorTaxId", "customerTaxId",
		"iban", "unit":
		return true
	}
	return false
}

// Equal compares a found value with the true one: names, addresses and codes
// without case, spaces and punctuation, decimals by value, all else exactly.
func Equal(field, got, want string) bool {
	if got == want {
		return true
	}
	if loose(field) {
		return recognize.Compact(got) == recognize.Compact(want)
	}
	a, err1 := decimal.NewFromString(got)
	b, err2 := decimal.NewFromString(want)
	if err1 == nil && err2 == nil && !strings.HasSuffix(field, "Number") {
		return a.Equal(b)
	}
	return false
}

// rowLikeness counts the members that agree, for pairing rows.
func rowLikeness(got, want map[string]string) float64 {
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

// describes accepts a description that is the beginning of the true one, or
// goes on beyond it, by no more than half: pages wrap and add details.
func describes(got, want string) bool {
	x, y := recognize.Compact(got), recognize.Compact(want)
	short, long := min(len(x), len(y)), max(len(x), len(y))
	return short > 0 && x[:short] == y[:short] && 2*short >= long
}

// pairRows matches found rows with true ones, likeliest pairs first, and gives
// for each true row the index of the found one or -1.
func pairRows(got, want []map[string]string) []int {
	pairs := make([]int, len(want))
	for i := range pairs {
		pairs[i] = -1
	}
	used := make([]bool, len(got))
	for range want {
		bi, bj, top := -1, -1, 0.0
		for i := range want {
			if pairs[i] >= 0 {
				continue
			}
			for j := range got {
				if s := rowLikeness(got[j], want[i]); !used[j] && s > top {
					bi, bj, top = i, j, s
				}
			}
		}
		if bi < 0 {
			break
		}
		pairs[bi], used[bj] = bj, true
	}
	return pairs
}

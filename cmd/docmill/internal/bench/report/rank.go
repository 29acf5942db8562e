package report

import (
	"cmp"
	"slices"
)

// rankTest returns the exact two-sided p-value of the Wilcoxon–Mann–Whitney test, with middle ranks for ties.
func rankTest(a, b []float64) float64 {
	ranks := doubledRanks(a, b)
	observed, all := 0, 0
	for i, r := range ranks {
		all += r
		if i < len(a) {
			observed += r
		}
	}
	// ways[k][s] is the number of ways to select k values with ranks that sum up to s.
	ways := make([][]float64, len(a)+1)
	for k := range ways {
		ways[k] = make([]float64, all+1)
	}
	ways[0][0] = 1
	for _, r := range ranks {
		for k := len(a); k > 0; k-- {
			for s := all; s >= r; s-- {
				ways[k][s] += ways[k-1][s-r]
			}
		}
	}
	total, extreme := 0.0, 0.0
	// Twice the distance from the mean sum, which is all * len(a) / (len(a)+len(b)).
	n := len(a) + len(b)
	distance := func(sum int) int { return abs(sum*n - all*len(a)) }
	for sum, count := range ways[len(a)] {
		total += count
		if distance(sum) >= distance(observed) {
			extreme += count
		}
	}
	return extreme / total
}

// doubledRanks returns twice the ranks of all values, first those of a, so that middle ranks are integers.
func doubledRanks(a, b []float64) []int {
	values := slices.Concat(a, b)
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]int, len(values))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = from + 1 + to // twice the middle of from+1 and to
		}
		from = to
	}
	return ranks
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

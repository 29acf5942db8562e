package role

import (
	"math/rand/v2"
	"testing"
)

// Of vendor and customer those are taken that are likeliest together.
func TestPair(t *testing.T) {
	t.Parallel()
	same := func(i, k int) bool { return i == k }
	never := func(int, int) bool { return false }
	for name, c := range map[string]struct {
		first, second []float64
		clash         func(int, int) bool
		one, other    int
	}{
		"nobody":                      {nil, nil, never, none, none},
		"the likeliest of each":       {[]float64{1, 2}, []float64{3, 1}, never, 1, 0},
		"one alone":                   {[]float64{1}, nil, never, 0, none},
		"both unlikely":               {[]float64{-1}, []float64{-2}, never, none, none},
		"the second best where equal": {[]float64{5, 4}, []float64{5, 1}, same, 1, 0},
		"one where there is no other": {[]float64{2}, []float64{3}, same, none, 0},
	} {
		one, other := Pair(len(c.first), len(c.second), func(i int) float64 { return c.first[i] },
			func(k int) float64 { return c.second[k] }, c.clash)
		if one != c.one || other != c.other {
			t.Errorf("%s: %d and %d, want %d and %d", name, one, other, c.one, c.other)
		}
	}
}

// No other pair that does not clash has larger odds.
func TestNoPairIsLikelier(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n, m := r.IntN(5), r.IntN(5)
		odds := func(size int) []float64 {
			out := make([]float64, size)
			for i := range out {
				out[i] = r.Float64()*6 - 3
			}
			return out
		}
		first, second, seed := odds(n), odds(m), r.IntN(3)
		clash := func(i, k int) bool { return (i+k)%3 == seed }
		sum := func(i, k int) (z float64) {
			if i >= 0 {
				z += first[i]
			}
			if k >= 0 {
				z += second[k]
			}
			return z
		}
		one, other := Pair(n, m, func(i int) float64 { return first[i] }, func(k int) float64 { return second[k] }, clash)
		if one >= 0 && other >= 0 && clash(one, other) {
			t.Fatalf("%d and %d clash", one, other)
		}
		for i := none; i < n; i++ {
			for k := none; k < m; k++ {
				if (i < 0 || k < 0 || !clash(i, k)) && sum(i, k) > sum(one, other) {
					t.Fatalf("%d and %d are likelier than %d and %d", i, k, one, other)
				}
			}
		}
	}
}

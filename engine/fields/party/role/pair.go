package role

// Pair returns the indices of one each of n and m, -1 for none, that together
// have the largest odds and do not clash; to take none at all counts 0.
func Pair(n, m int, first, second func(int) float64, clash func(i, k int) bool) (one, other int) {
	best := 0.0
	one, other = none, none
	for i := none; i < n; i++ {
		for k := none; k < m; k++ {
			z := 0.0
			if i >= 0 {
				z += first(i)
			}
			if k >= 0 {
				z += second(k)
			}
			if z > best && (i < 0 || k < 0 || !clash(i, k)) {
				best, one, other = z, i, k
			}
		}
	}
	return one, other
}

// none is the index of nothing.
const none = -1

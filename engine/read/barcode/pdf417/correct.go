package pdf417

import "slices"

// correct corrects codewords in place; -1 stands for an unreadable one. The last k are for correction: the polynomial
// that has all codewords as coefficients has the roots 3, 3² … 3^k modulo 929.
func correct(words []int, k int) bool {
	const reserved = 2 // codewords that only detect errors
	slices.Reverse(words)
	defer slices.Reverse(words)
	locator := []int{1} // all polynomials have the lowest power first
	for i, w := range words {
		if w < 0 {
			words[i], locator = 0, multiply(locator, []int{1, prime - power(3, i)})
		}
	}
	syndromes := make([]int, k)
	for i := range syndromes {
		syndromes[i] = valueAt(words, power(3, i+1))
	}
	numUnread := len(locator) - 1
	locator, numWrong := locate(locator, syndromes)
	if numUnread > k || 2*numWrong-numUnread > k-reserved && numWrong > 0 {
		return false
	}
	// The values are found with Forney's algorithm.
	values, derivative := multiply(locator, syndromes)[:k], make([]int, len(locator)-1)
	for i := range derivative {
		derivative[i] = locator[i+1] * (i + 1) % prime
	}
	for i := range words {
		if x := inverse(power(3, i)); valueAt(locator, x) == 0 {
			words[i] = (words[i] + valueAt(values, x)*inverse(valueAt(derivative, x))) % prime
			numWrong--
		}
	}
	return numWrong == 0
}

// locate extends the polynomial that locates the unreadable codewords to the wrong ones, with the algorithm of
// Berlekamp and Massey, and returns the number of both.
func locate(locator, syndromes []int) ([]int, int) {
	numUnread := len(locator) - 1
	numWrong, before := numUnread, locator
	for n := numUnread; n < len(syndromes); n++ {
		difference := 0
		for i, c := range locator[:min(len(locator), n+1)] {
			difference += c * syndromes[n-i]
		}
		difference %= prime
		before = multiply(before, []int{0, 1})
		if difference == 0 {
			continue
		}
		next := append(slices.Clone(locator), make([]int, max(0, len(before)-len(locator)))...)
		for i, c := range before {
			next[i] = (next[i] + (prime-difference)*c) % prime
		}
		if 2*numWrong <= n+numUnread {
			numWrong, before = n+1+numUnread-numWrong, multiply(locator, []int{inverse(difference)})
		}
		locator = next
	}
	return locator, numWrong
}

// multiply multiplies polynomials.
func multiply(a, b []int) []int {
	product := make([]int, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			product[i+j] = (product[i+j] + x*y) % prime
		}
	}
	return product
}

func valueAt(polynomial []int, x int) (value int) {
	for _, c := range slices.Backward(polynomial) {
		value = (value*x + c) % prime
	}
	return value
}

func power(x, n int) int {
	result := 1
	for ; n > 0; n, x = n/2, x*x%prime {
		if n%2 == 1 {
			result = result * x % prime
		}
	}
	return result
}

func inverse(x int) int { return power(x, prime-2) }

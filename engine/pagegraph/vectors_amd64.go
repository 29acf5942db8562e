package pagegraph

import "golang.org/x/sys/cpu"

// addProductsAVX2 adds to out the sum of n rows of weights, each times its number of x. Rows are step bytes apart. It
// processes only whole groups of 8 columns of width. n is at least 1.
//
//go:noescape
func addProductsAVX2(out, x *float32, n int, weights *float32, step, width int)

// addProducts adds x·weights to out; weights have one row of len(out) numbers per number of x.
func addProducts(x, weights, out []float32) {
	const group, bytes = 8, 4 // numbers per group, and bytes per number
	if !cpu.X86.HasAVX2 || len(x) == 0 || len(out) < group {
		addPortable(x, weights, out, 0)
		return
	}
	weights = weights[:len(x)*len(out)]
	addProductsAVX2(&out[0], &x[0], len(x), &weights[0], len(out)*bytes, len(out))
	addPortable(x, weights, out, len(out)/group*group)
}

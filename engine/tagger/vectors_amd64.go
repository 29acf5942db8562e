package tagger

import "golang.org/x/sys/cpu"

// addProductsAVX2 adds to out, of which it takes as many whole groups of 8 as width holds, the
// sum of n rows of weights, step bytes apart, each times its number of x. n is 1 or more.
//
//go:noescape
func addProductsAVX2(out, x *float32, n int, weights *float32, step, width int)

// addProducts adds x·weights to out; weights have a row as long as out for each of x.
func addProducts(x, weights, out []float32) {
	const group, bytes = 8, 4 // numbers taken at a time, and of one of them
	if !cpu.X86.HasAVX2 || len(x) == 0 || len(out) < group {
		addPortable(x, weights, out, 0)
		return
	}
	weights = weights[:len(x)*len(out)]
	addProductsAVX2(&out[0], &x[0], len(x), &weights[0], len(out)*bytes, len(out))
	addPortable(x, weights, out, len(out)/group*group)
}

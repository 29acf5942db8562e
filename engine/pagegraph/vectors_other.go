//go:build !amd64

package pagegraph

// addProducts adds x·weights to out; weights have one row of len(out) numbers per number of x.
func addProducts(x, weights, out []float32) { addPortable(x, weights, out, 0) }

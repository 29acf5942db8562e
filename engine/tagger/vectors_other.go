//go:build !amd64

package tagger

// addProducts adds x·weights to out; weights have a row as long as out for each of x.
func addProducts(x, weights, out []float32) { addPortable(x, weights, out, 0) }

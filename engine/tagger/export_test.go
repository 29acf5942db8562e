package tagger

// AddProducts is addProducts.
func AddProducts(x, weights, out []float32) { addProducts(x, weights, out) }

// AddPortable is the form that any processor computes.
func AddPortable(x, weights, out []float32) { addPortable(x, weights, out, 0) }

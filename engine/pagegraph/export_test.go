package pagegraph

func AddProducts(x, weights, out []float32) { addProducts(x, weights, out) }

// AddPortable is the portable implementation.
func AddPortable(x, weights, out []float32) { addPortable(x, weights, out, 0) }

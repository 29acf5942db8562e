//go:build !amd64

package matrix

// AddProducts adds x·weights to out; weights have one row of len(out) numbers per number of x.
func AddProducts(x, weights, out []float32) { addPortable(x, weights, out, 0) }

// AddBytes adds scale times each signed byte to out.
func AddBytes(out []float32, bytes []byte, scale float32) { addBytesPortable(out, bytes, scale) }

func (*Attention) attendFast(_, _ []float32, _ []int, _ float32, _ []float32) bool { return false }

package matrix

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// addProductsAVX2 adds to out the sum of n rows of weights, each times its number of x. Rows are step bytes apart. It
// processes only whole groups of 4 columns of width. n is at least 1.
//
//go:noescape
func addProductsAVX2(out, x *float32, n int, weights *float32, step, width int)

// addBytesAVX2 adds scale times each of n signed bytes to out. n is a multiple of 8, at least 8.
//
//go:noescape
func addBytesAVX2(out *float32, bytes *byte, n int, scale float32)

// attendAVX2 is attendPortable for 4 heads. n is at least 1, and width a multiple of 16, at least 16.
//
//go:noescape
func attendAVX2(out, query, keys, values, bias, weights *float32, near *int, n, width int, scale float32)

// AddProducts adds x·weights to out; weights have one row of len(out) numbers per number of x.
func AddProducts(x, weights, out []float32) {
	const group, bytes = 4, 4 // numbers per group, and bytes per number
	if !cpu.X86.HasAVX2 || len(x) == 0 || len(out) < group {
		addPortable(x, weights, out, 0)
		return
	}
	weights = weights[:len(x)*len(out)]
	addProductsAVX2(&out[0], &x[0], len(x), &weights[0], len(out)*bytes, len(out))
	addPortable(x, weights, out, len(out)/group*group)
}

// AddBytes adds scale times each signed byte to out.
func AddBytes(out []float32, bytes []byte, scale float32) {
	const group = 8
	if n := len(bytes); cpu.X86.HasAVX2 && n > 0 && n%group == 0 {
		addBytesAVX2(&out[:n][0], &bytes[0], n, scale)
		return
	}
	addBytesPortable(out, bytes, scale)
}

// attendFast reports whether it did the work of attendPortable.
func (a *Attention) attendFast(query, bias []float32, near []int, scale float32, out []float32) bool {
	const heads, group = 4, 16
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA || a.Heads != heads || a.Width%group != 0 || len(near) == 0 {
		return false
	}
	query, out = query[:a.Width], out[:a.Width]
	last := slices.Max(near)*a.Width + a.Width
	_, _ = a.Keys[:last], a.Values[:last]
	attendAVX2(&out[0], &query[0], &a.Keys[0], &a.Values[0], &bias[0], &a.weights[0], &near[0], len(near), a.Width, scale)
	return true
}

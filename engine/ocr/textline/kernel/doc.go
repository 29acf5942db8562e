// Package kernel computes convolutions of networks of bytes: activations from 0 to 127, weights from -127
// to 127, sums of 32 bits (Jacob et al., "Quantization and Training of Neural Networks for Efficient
// Integer-Arithmetic-Only Inference", CVPR 2018).
//
// It uses assembly on processors with AVX-512 VNNI or AVX2, and Go on others, with the same results: the sum
// of two products fits into 16 bits, and only a conversion, one product and one rounding after the sums are
// floating-point, which no processor may fuse.
package kernel

//go:generate go run github.com/docmill/docmill/lab/cmd/kernels -out kernel_amd64.s

const (
	// MaxActivation is the highest activation; the lowest is 0.
	MaxActivation = 127
	// MaxWeight is the highest weight; the lowest is its negative.
	MaxWeight = 127
	// MaxStep is the widest step of a window, in rows and in columns.
	MaxStep = 8
)

const (
	lanes = 16 // outputs computed side by side
	tile  = 4  // places computed side by side
	group = 4  // activations that are multiplied at a time
)

// padded returns the number of channels that a map allocates.
func padded(channels int) int { return (channels + lanes - 1) / lanes * lanes }

package matrix_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/internal/matrix"
	"github.com/docmill/docmill/libs/assert"
)

// The assembly adds in the order of the portable implementation and writes only to the output.
func TestEqualsPortable(t *testing.T) {
	t.Parallel()
	const guard, rows, maxSize = 5, 40, 130
	random := rand.New(rand.NewPCG(3, 5)) //nolint:gosec // no secret
	numbers := func(n int) []float32 {
		all := make([]float32, n)
		for i := range all {
			all[i] = float32(random.NormFloat64()) * float32(min(1, random.IntN(3))) // a third are 0
		}
		return all
	}
	check := func(size int, fast, portable func(out []float32)) {
		t.Helper()
		got := numbers(size + 2*guard)
		want := slices.Clone(got)
		fast(got[guard : guard+size])
		portable(want[guard : guard+size])
		assert.EqualSlices(t, got, want)
	}
	for size := range maxSize {
		for in := range 20 {
			x, weights := numbers(in), numbers(in*size)
			check(size, func(out []float32) { matrix.AddProducts(x, weights, out) },
				func(out []float32) { matrix.AddPortable(x, weights, out, 0) })
		}
		bytes := make([]byte, size)
		for i := range bytes {
			bytes[i] = byte(random.Uint32()) //nolint:gosec // the lower bits
		}
		check(size, func(out []float32) { matrix.AddBytes(out, bytes, 0.3) },
			func(out []float32) { matrix.AddBytesPortable(out, bytes, 0.3) })
		width, heads := size/8*8, 4
		if random.IntN(4) == 0 {
			heads = 2
		}
		a := matrix.Attention{Keys: numbers(rows * width), Values: numbers(rows * width), Width: width, Heads: heads}
		for n := 1; n <= rows && width > 0; n++ {
			near, query, bias := random.Perm(rows)[:n], numbers(width), numbers(n*heads)
			bias[0] -= 60 * float32(random.IntN(20)) // weights down to 0
			scale := float32(1 / math.Sqrt(float64(width/heads)))
			check(width, func(out []float32) { a.Attend(query, bias, near, out) },
				func(out []float32) { matrix.AttendPortable(&a, query, bias, near, scale, out) })
		}
	}
}

package pagegraph_test

import (
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/pagegraph"
)

// The assembly adds in the order of the portable implementation and writes only to the output.
func TestProductsEqualPortable(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 5)) //nolint:gosec // no secret
	numbers := func(n int, zeros bool) []float32 {
		all := make([]float32, n)
		for i := range all {
			if all[i] = float32(random.NormFloat64()); zeros && random.IntN(3) == 0 {
				all[i] = 0
			}
		}
		return all
	}
	const guard = 5
	for in := range 20 {
		for out := range 130 {
			x, weights, memory := numbers(in, true), numbers(in*out, false), numbers(out+2*guard, false)
			want := append([]float32(nil), memory...)
			pagegraph.AddPortable(x, weights, want[guard:guard+out])
			pagegraph.AddProducts(x, weights, memory[guard:guard+out])
			for i := range want {
				if memory[i] != want[i] {
					t.Fatalf("%d × %d, number %d: %v, want %v", in, out, i-guard, memory[i], want[i])
				}
			}
		}
	}
}

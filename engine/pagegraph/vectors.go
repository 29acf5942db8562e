package pagegraph

import (
	"math"

	"github.com/docmill/docmill/engine/internal/matrix"
)

// Explicit conversions round products before the addition, so that no processor fuses the two and tags are
// reproducible.

func (d *dense) apply(x, out []float32) {
	if d.bias != nil {
		copy(out, d.bias)
	} else {
		clear(out)
	}
	matrix.AddProducts(x, d.weights, out)
}

func dot(x, y []float32) float32 {
	y = y[:len(x)]
	sum := float32(0)
	for i, v := range x {
		sum += float32(v * y[i])
	}
	return sum
}

func rectify(x []float32) {
	for i, v := range x {
		bits := math.Float32bits(v)
		x[i] = math.Float32frombits(bits &^ uint32(int32(bits)>>31)) //nolint:gosec // a mask of the sign, without a branch
	}
}

// normalize scales x to a root mean square of 1 and multiplies it by the weights.
func normalise(x, weights, out []float32) {
	const least = 1e-6
	mean := dot(x, x) / float32(len(x))
	scale := float32(1 / math.Sqrt(float64(mean+least)))
	for i, v := range x {
		out[i] = v * scale * weights[i]
	}
}

// logSoftmax turns odds into log-probabilities.
func logSoftmax(x []float32) {
	most := x[0]
	for _, v := range x {
		most = max(most, v)
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(float64(v - most))
	}
	rest := most + float32(math.Log(sum))
	for i := range x {
		x[i] -= rest
	}
}

package pagegraph

import "math"

// Explicit conversions round products before the addition, so that no processor fuses the two and tags are
// reproducible.

func (d *dense) apply(x, out []float32) {
	if d.bias != nil {
		copy(out, d.bias)
	} else {
		clear(out)
	}
	addProducts(x, d.weights, out)
}

// addPortable adds x·weights to out from a column. It skips zeros of x.
func addPortable(x, weights, out []float32, from int) {
	if from == len(out) {
		return
	}
	for i, v := range x {
		if v != 0 {
			axpy(v, weights[i*len(out)+from:(i+1)*len(out)], out[from:])
		}
	}
}

func axpy(a float32, x, y []float32) {
	y = y[:len(x)]
	i := 0
	for ; i+4 <= len(x); i += 4 {
		u, v := x[i:i+4:i+4], y[i:i+4:i+4]
		v[0] += float32(a * u[0])
		v[1] += float32(a * u[1])
		v[2] += float32(a * u[2])
		v[3] += float32(a * u[3])
	}
	for ; i < len(x); i++ {
		y[i] += float32(a * x[i])
	}
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
		if v < 0 {
			x[i] = 0
		}
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

func softmax(x []float32) {
	most := x[0]
	for _, v := range x {
		most = max(most, v)
	}
	sum := float32(0)
	for i, v := range x {
		x[i] = float32(math.Exp(float64(v - most)))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
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

// Package matrix computes products of vectors and matrices. Results are the same on all processors: explicit
// conversions round products before the addition, and additions have a fixed order.
package matrix

import "math"

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

func addBytesPortable(out []float32, bytes []byte, scale float32) {
	for i, b := range bytes {
		out[i] += float32(scale * float32(int8(b))) //nolint:gosec // two's complement
	}
}

// Attention is the input of one layer of attention. Rows of Keys and Values are Width numbers, with the numbers of all
// heads side by side.
type Attention struct {
	Keys, Values []float32
	Width, Heads int
	weights      []float32
}

// Attend writes the sum of the values of the near rows to out, weighted per head by the softmax of the products of
// their keys with the query plus a bias. Bias has Heads numbers for each near row.
func (a *Attention) Attend(query, bias []float32, near []int, out []float32) {
	n := len(near) * a.Heads
	if len(a.weights) < n {
		a.weights = make([]float32, n)
	}
	bias = bias[:n]
	scale := float32(1 / math.Sqrt(float64(a.Width/a.Heads)))
	if !a.attendFast(query, bias, near, scale, out) {
		a.attendPortable(query, bias, near, scale, out)
	}
}

func (a *Attention) attendPortable(query, bias []float32, near []int, scale float32, out []float32) {
	weights := a.weights[:len(bias)]
	clear(weights)
	clear(out)
	for k, row := range near {
		z := weights[k*a.Heads : (k+1)*a.Heads]
		for i := 0; i < a.Width; i += a.Heads {
			for h, x := range a.Keys[row*a.Width+i:][:a.Heads] {
				z[h] += float32(query[i+h] * x)
			}
		}
		for h := range z {
			z[h] = float32(z[h]*scale) + bias[k*a.Heads+h]
		}
	}
	for h := range a.Heads {
		softmax(weights[h:], a.Heads)
	}
	for k, row := range near {
		for i := 0; i < a.Width; i += a.Heads {
			for h, x := range a.Values[row*a.Width+i:][:a.Heads] {
				out[i+h] += float32(weights[k*a.Heads+h] * x)
			}
		}
	}
}

// softmax normalizes every step-th number of x.
func softmax(x []float32, step int) {
	most := x[0]
	for i := 0; i < len(x); i += step {
		most = max(most, x[i])
	}
	sum := float32(0)
	for i := 0; i < len(x); i += step {
		x[i] = float32(math.Exp(float64(x[i] - most)))
		sum += x[i]
	}
	for i := 0; i < len(x); i += step {
		x[i] /= sum
	}
}

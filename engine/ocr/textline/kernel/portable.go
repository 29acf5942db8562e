package kernel

import (
	"math"
	"unsafe"
)

func (a *denseJob) portable() {
	weights := unsafe.Slice(a.weights, a.rows*a.groups*lanes*group)
	for p := range tile {
		var sums [lanes]int32
		copy(sums[:], unsafe.Slice(a.bias, lanes))
		w := weights
		for y := range a.rows {
			x := unsafe.Slice(at(a.x, y*a.rowStep+p*a.placeStep), a.groups*group)
			for ; len(x) >= group; x = x[group:] {
				x0, x1, x2, x3 := int32(x[0]), int32(x[1]), int32(x[2]), int32(x[3])
				row := w[: lanes*group : lanes*group]
				w = w[lanes*group:]
				for o := range sums {
					four := row[o*group : o*group+group : o*group+group]
					sums[o] += x0*int32(four[0]) + x1*int32(four[1]) + x2*int32(four[2]) + x3*int32(four[3])
				}
			}
		}
		if a.factors != nil {
			factors, added := unsafe.Slice(a.factors, lanes), unsafe.Slice(a.added[p], lanes)
			for o := range sums {
				sums[o] += factors[o] * int32(added[o])
			}
		}
		scale := unsafe.Slice(a.scale, lanes)
		if a.raw != nil {
			out := unsafe.Slice(at(a.raw, p*a.dstStep), lanes)
			for o, sum := range sums {
				out[o] = float32(sum) * scale[o]
			}
			continue
		}
		finish(unsafe.Slice(at(a.dst, p*a.dstStep), lanes), &sums, scale)
	}
}

// finish converts sums to activations.
func finish(out []byte, sums *[lanes]int32, scale []float32) {
	for o, sum := range sums {
		v := min(max(float32(sum)*scale[o], 0), MaxActivation)
		out[o] = byte(math.RoundToEven(float64(v)))
	}
}

func (a *depthwiseJob) portable() {
	weights := unsafe.Slice(a.weights, a.rows*a.pairs*2*lanes)
	for p := range a.places {
		var sums [lanes]int32
		copy(sums[:], unsafe.Slice(a.bias, lanes))
		w := weights
		for y := range a.rows {
			for pair := range a.pairs {
				first := unsafe.Slice(at(a.x, y*a.rowStep+(p+2*pair)*a.step), lanes)
				second := unsafe.Slice(at(a.x, y*a.rowStep+(p+2*pair+1)*a.step), lanes)
				for c := range sums {
					sums[c] += int32(first[c])*int32(w[2*c]) + int32(second[c])*int32(w[2*c+1])
				}
				w = w[2*lanes:]
			}
		}
		finish(unsafe.Slice(at(a.dst, p*a.step), lanes), &sums, unsafe.Slice(a.scale, lanes))
	}
}

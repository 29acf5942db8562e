package kernel

import "unsafe"

// WithoutAssembly returns the convolution as it runs without AVX2.
func (d *Dense) WithoutAssembly() *Dense {
	plain := *d
	plain.plain = true
	return &plain
}

// WithoutPairs returns the convolution as it runs without AVX-512 VNNI.
func (d *Dense) WithoutPairs() *Dense {
	narrow := *d
	narrow.narrow = true
	return &narrow
}

// WithoutAssembly returns the convolution as it runs without AVX2.
func (d *Depthwise) WithoutAssembly() *Depthwise {
	plain := *d
	plain.plain = true
	return &plain
}

// Set sets the activation of a channel.
func (m *Map) Set(y, x, channel int, v byte) { m.data[m.offset(y, x)+channel] = v }

// Move copies everything that the convolution reads, except maps, to other memory.
func (d *Dense) Move(memory func(bytes int) []byte) {
	d.weights = moveAll(d.weights, memory)
	d.finish = Finish{Bias: move(d.finish.Bias, memory), Scale: move(d.finish.Scale, memory)}
	if d.factors != nil {
		d.factors = move(d.factors, memory)
	}
}

// Move copies everything that the convolution reads, except maps, to other memory.
func (d *Depthwise) Move(memory func(bytes int) []byte) {
	d.weights = moveAll(d.weights, memory)
	d.finish = Finish{Bias: move(d.finish.Bias, memory), Scale: move(d.finish.Scale, memory)}
}

func moveAll(blocks [][]int8, memory func(bytes int) []byte) [][]int8 {
	out := make([][]int8, len(blocks))
	for i, b := range blocks {
		out[i] = move(b, memory)
	}
	return out
}

func move[T int8 | int32 | float32](values []T, memory func(bytes int) []byte) []T {
	var each T
	b := memory(len(values) * int(unsafe.Sizeof(each)))
	out := unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(values))
	copy(out, values)
	return out
}

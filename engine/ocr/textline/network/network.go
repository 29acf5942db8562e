// Package network reads and runs networks of bytes: a sequence of convolutions (package kernel), some of
// which add the map of an earlier one.
//
// A file holds the magic DOCMNET1, the length of a header (uint32, little endian), the header in JSON, for
// each layer its weights (int8), biases (int32), scales (float32) and the factors (int32) of an added map,
// and the SHA-256 of everything before. lab/network writes it.
package network

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
)

// Network is one that was read. It is safe for concurrent use.
type Network struct {
	// Purpose is the network's purpose.
	Purpose string
	// Labels are the meanings of the last layer's channels, if they have any.
	Labels []string

	layers []layer
	// borders are those needed by the readers of the input and of each layer's map, by layer number plus
	// one.
	borders [][2]int
	// last is the last layer that reads a map, in the same order.
	last    []int
	scratch sync.Pool // of *scratch
}

// layer is a convolution and the source of its input. Layers are numbered as in the file; -1 is the
// network's input.
type layer struct {
	from      int
	in, out   int
	shape     kernel.Shape
	raw       bool
	added, up int // the layer whose map is added, -1 for none, and by how much it is enlarged
	dense     *kernel.Dense
	depthwise *kernel.Depthwise
}

// Output is the result of an output layer: Channels values per place.
type Output struct {
	Rows, Columns, Channels int
	values                  []float32
	step                    int
}

// At returns the values of a place.
func (o *Output) At(y, x int) []float32 {
	at := (y*o.Columns + x) * o.step
	return o.values[at : at+o.Channels : at+o.Channels]
}

// errSize is returned for an input of an unsupported size.
var errSize = errors.New("network: the input has not the size that its layers need")

// Limits of a map: a side in places, and its activations. Pages are far below them.
const (
	maxSide = 1 << 20
	maxMap  = 1 << 28
)

type size struct{ rows, columns int }

// sizes returns the size of the input and of each layer's map.
func (n *Network) sizes(rows, columns int) ([]size, error) {
	if rows > maxSide || columns > maxSide {
		return nil, fmt.Errorf("%w: %d × %d is too large", errSize, rows, columns)
	}
	out := []size{{rows, columns}}
	for i := range n.layers {
		l := &n.layers[i]
		from := out[l.from+1]
		var s size
		s.rows, s.columns = l.shape.Of(from.rows, from.columns)
		if s.rows <= 0 || s.columns <= 0 {
			return nil, fmt.Errorf("%w: layer %d has nothing to see in %d × %d", errSize, i, rows, columns)
		}
		if s.rows > maxSide || s.columns > maxSide || int64(s.rows)*int64(s.columns)*int64(l.out) > maxMap {
			return nil, fmt.Errorf("%w: the output of layer %d is too large for %d × %d", errSize, i, rows, columns)
		}
		if l.added >= 0 && (size{s.rows / l.up, s.columns / l.up} != out[l.added+1] || s.rows%l.up+s.columns%l.up != 0) {
			return nil, fmt.Errorf("%w: layer %d adds a map of another size in %d × %d", errSize, i, rows, columns)
		}
		out = append(out, s)
	}
	return out, nil
}

// Work returns how many products of an activation and a weight an input takes, or 0 if its size is
// unsupported.
func (n *Network) Work(rows, columns int) int {
	sizes, err := n.sizes(rows, columns)
	if err != nil {
		return 0
	}
	sum := 0
	for i := range n.layers {
		l := &n.layers[i]
		each := l.shape.Rows * l.shape.Columns * l.out
		if l.dense != nil {
			each *= l.in
		}
		sum += sizes[i+1].rows * sizes[i+1].columns * each
	}
	return sum
}

// Run computes the outputs of an input of rows × columns bytes, 0 to 255, which are halved to activations.
// It returns an error for an unsupported size, and the error of ctx, which it checks between layers.
func (n *Network) Run(ctx context.Context, rows, columns int, input []byte) ([]Output, error) {
	if rows <= 0 || columns <= 0 || len(input) != rows*columns {
		return nil, fmt.Errorf("%w: %d bytes for %d × %d", errSize, len(input), rows, columns)
	}
	sizes, err := n.sizes(rows, columns)
	if err != nil {
		return nil, err
	}
	memory, _ := n.scratch.Get().(*scratch)
	if memory == nil {
		memory = &scratch{}
	}
	defer n.scratch.Put(memory)
	maps := make([]*kernel.Map, len(n.layers)+1)
	defer func() {
		for _, m := range maps {
			memory.give(m)
		}
	}()
	maps[0] = kernel.NewInput(rows, columns, n.borders[0][0], n.borders[0][1])
	maps[0].Use(memory.take(maps[0].Size()))
	maps[0].Fill(input)
	var outputs []Output
	for i := range n.layers {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("network: %w", context.Cause(ctx))
		}
		if n.layers[i].raw {
			outputs = append(outputs, n.layers[i].end(maps, sizes[i+1]))
		} else {
			maps[i+1] = n.run(i, maps, sizes[i+1], memory)
		}
		for k, last := range n.last {
			if last == i {
				memory.give(maps[k])
				maps[k] = nil
			}
		}
	}
	return outputs, nil
}

func (n *Network) run(i int, maps []*kernel.Map, s size, memory *scratch) *kernel.Map {
	l := &n.layers[i]
	out := kernel.NewMap(s.rows, s.columns, l.out, n.borders[i+1][0], n.borders[i+1][1])
	out.Use(memory.take(out.Size()))
	switch {
	case l.depthwise != nil:
		l.depthwise.Run(out, maps[l.from+1])
	case l.added >= 0:
		l.dense.Run(out, maps[l.from+1], maps[l.added+1], l.up)
	default:
		l.dense.Run(out, maps[l.from+1], nil, 1)
	}
	return out
}

func (l *layer) end(maps []*kernel.Map, s size) Output {
	out := Output{Rows: s.rows, Columns: s.columns, Channels: l.out, step: l.dense.RawStep()}
	out.values = make([]float32, s.rows*s.columns*out.step)
	l.dense.RunRaw(out.values, s.rows, s.columns, maps[l.from+1])
	return out
}

// scratch reuses the memory of maps.
type scratch struct{ free [][]byte }

// maxScratchBytes is how many bytes are kept for the next input; larger buffers are released.
const maxScratchBytes = 4 << 20

// take returns memory of at least that many bytes, not zeroed.
func (s *scratch) take(bytes int) []byte {
	best := -1
	for i, b := range s.free {
		if len(b) >= bytes && (best < 0 || len(b) < len(s.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return make([]byte, bytes)
	}
	b := s.free[best]
	s.free[best] = s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	return b
}

// give takes the memory of a map back; nil is allowed.
func (s *scratch) give(m *kernel.Map) {
	if m == nil {
		return
	}
	b := m.Memory()
	kept := len(b)
	for _, other := range s.free {
		kept += len(other)
	}
	if len(b) > 0 && kept <= maxScratchBytes {
		s.free = append(s.free, b[:cap(b)])
	}
}

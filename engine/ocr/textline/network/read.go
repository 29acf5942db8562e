package network

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
)

const magic = "DOCMNET1"

// Limits of a file. The sums of a layer stay within 32 bits: its window times the highest activation and
// weight, with a bias and an added map.
const (
	maxLayers   = 256
	maxChannels = 4096
	maxWindow   = 64
	maxSees     = 1 << 15 // weights of one output
	maxBias     = 1 << 30
	maxFactor   = 1 << 22
)

// Weights take more memory than their file if channels are few. These limits bound the ratio, and the
// memory of a layer; trained networks are far below.
const (
	maxSpread  = 16
	smallLayer = 1 << 16
)

type header struct {
	Kind    string        `json:"kind"`
	Labels  []string      `json:"labels"`
	Layers  []headerLayer `json:"layers"`
	Outputs []int         `json:"outputs"`
	Made    any           `json:"made"`
}

type headerLayer struct {
	Op       string `json:"op"`
	From     *int   `json:"from"`
	In       int    `json:"in"`
	Out      int    `json:"out"`
	Kernel   [2]int `json:"kernel"`
	Stride   [2]int `json:"stride"`
	Pad      [4]int `json:"pad"` // top, left, bottom, right
	Raw      bool   `json:"raw"`
	Residual *int   `json:"residual"`
	Upsample int    `json:"upsample"`
}

var errDamaged = errors.New("network: the file is damaged")

// Read reads a file and checks all of it.
func Read(content []byte) (*Network, error) {
	body := len(content) - sha256.Size
	if body < len(magic)+4 || string(content[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %s", errDamaged, magic)
	}
	if sum := sha256.Sum256(content[:body]); !bytes.Equal(sum[:], content[body:]) {
		return nil, fmt.Errorf("%w: its sum is wrong", errDamaged)
	}
	r := reader{content[len(magic):body]}
	h, err := r.header()
	if err != nil {
		return nil, fmt.Errorf("%w: its header: %w", errDamaged, err)
	}
	if len(h.Layers) == 0 || len(h.Layers) > maxLayers {
		return nil, fmt.Errorf("%w: %d layers", errDamaged, len(h.Layers))
	}
	n := &Network{Purpose: h.Kind, Labels: h.Labels}
	for i := range h.Layers {
		if err := n.add(&h.Layers[i], &r); err != nil {
			return nil, fmt.Errorf("%w: layer %d: %w", errDamaged, i, err)
		}
	}
	if len(r.left) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", errDamaged, len(r.left))
	}
	if err := n.plan(h.Outputs); err != nil {
		return nil, err
	}
	return n, nil
}

// reader takes bytes off the front; left is nil once there are too few.
type reader struct{ left []byte }

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.left) {
		r.left = nil
		return make([]byte, min(max(n, 0), 4))
	}
	taken := r.left[:n:n]
	r.left = r.left[n:]
	return taken
}

func (r *reader) header() (h header, err error) {
	d := json.NewDecoder(bytes.NewReader(r.take(int(binary.LittleEndian.Uint32(r.take(4))))))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return h, err //nolint:wrapcheck // Read says what it is about
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return h, errors.New("it is followed by other text")
	}
	return h, nil
}

// check validates a layer's description.
func (n *Network) check(h *headerLayer) error {
	from := h.from(len(n.layers))
	for i, window := range h.Kernel {
		if window < 1 || window > maxWindow || h.Stride[i] < 1 || h.Stride[i] > kernel.MaxStep ||
			h.Pad[i] < 0 || h.Pad[i] >= window || h.Pad[i+2] < 0 || h.Pad[i+2] >= window {
			return errors.New("a window that cannot be")
		}
	}
	switch {
	case h.In < 1 || n.channels(from) != h.In:
		return errors.New("what it reads has other channels, or is not there")
	case h.Out < 1 || h.Out > maxChannels || h.In > maxChannels || h.Kernel[0]*h.Kernel[1]*h.In > maxSees:
		return errors.New("too many channels")
	case h.Op != "conv" && h.Op != "depthwise":
		return fmt.Errorf("an operation %q", h.Op)
	case h.Op == "depthwise" && (h.In != h.Out || h.Stride != [2]int{1, 1} || h.Raw || h.Residual != nil || from < 0):
		return errors.New("not what a depthwise convolution can be")
	case h.Residual != nil && (h.Raw || *h.Residual < 0 || n.channels(*h.Residual) != h.Out ||
		h.Upsample != 1 && h.Upsample != 2):
		return errors.New("the map that is added does not fit")
	}
	return nil
}

// from returns the number of the layer whose output this one, with the given number, reads.
func (h *headerLayer) from(number int) int {
	if h.From != nil {
		return *h.From
	}
	return number - 1
}

// channels returns those of a layer's map, or of the input for -1; 0 if there is no such map.
func (n *Network) channels(i int) int {
	switch {
	case i == -1:
		return 1
	case i < 0 || i >= len(n.layers) || n.layers[i].raw:
		return 0
	}
	return n.layers[i].out
}

func (n *Network) add(h *headerLayer, r *reader) error {
	if err := n.check(h); err != nil {
		return err
	}
	l := layer{from: h.from(len(n.layers)), in: h.In, out: h.Out, raw: h.Raw, added: -1, up: 1, shape: kernel.Shape{
		Rows: h.Kernel[0], Columns: h.Kernel[1], StepRows: h.Stride[0], StepColumns: h.Stride[1],
		Top: h.Pad[0], Left: h.Pad[1], Bottom: h.Pad[2], Right: h.Pad[3],
	}}
	count := h.Kernel[0] * h.Kernel[1] * h.In
	if h.Op == "conv" {
		count *= h.Out
	}
	words := 8
	if h.Residual != nil {
		l.added, l.up, words = *h.Residual, h.Upsample, 12
	}
	switch {
	case count+words*h.Out > len(r.left):
		return errors.New("it ends within")
	case h.Op == "conv" && l.shape.Memory(h.In, h.Out) > maxSpread*count+smallLayer:
		return errors.New("too few channels for its window")
	}
	weights := make([]int8, count)
	for i, b := range r.take(count) {
		if weights[i] = int8(b); weights[i] < -kernel.MaxWeight { //nolint:gosec // the bits are what counts
			return errors.New("a weight out of bounds")
		}
	}
	finish := kernel.Finish{Bias: r.integers(h.Out), Scale: r.floats(h.Out)}
	var factors []int32
	if h.Residual != nil {
		factors = r.integers(h.Out)
	}
	if err := checkNumbers(finish, factors); err != nil {
		return err
	}
	if h.Op == "depthwise" {
		l.depthwise = kernel.NewDepthwise(l.shape, h.In, weights, finish)
	} else {
		l.dense = kernel.NewDense(l.shape, h.In, h.Out, weights, finish, factors, l.from < 0)
	}
	n.layers = append(n.layers, l)
	return nil
}

func checkNumbers(f kernel.Finish, factors []int32) error {
	for i, bias := range f.Bias {
		if bias < -maxBias || bias > maxBias {
			return errors.New("a bias out of bounds")
		}
		if s := f.Scale[i]; !(s >= 0) || math.IsInf(float64(s), 0) {
			return errors.New("a scale out of bounds")
		}
	}
	for _, factor := range factors {
		if factor < 0 || factor > maxFactor {
			return errors.New("a factor out of bounds")
		}
	}
	return nil
}

func (r *reader) integers(n int) []int32 {
	out := make([]int32, n)
	for i, b := 0, r.take(4*n); i < n; i++ {
		out[i] = int32(binary.LittleEndian.Uint32(b[4*i:])) //nolint:gosec // the bits are what counts
	}
	return out
}

func (r *reader) floats(n int) []float32 {
	out := make([]float32, n)
	for i, v := range r.integers(n) {
		out[i] = math.Float32frombits(uint32(v)) //nolint:gosec // the bits are what counts
	}
	return out
}

// plan computes how long each map is needed and its border.
func (n *Network) plan(outputs []int) error {
	n.borders, n.last = make([][2]int, len(n.layers)+1), make([]int, len(n.layers)+1)
	for i := range n.last {
		n.last[i] = i - 1 // unless anybody reads it
	}
	ends := 0
	for i := range n.layers {
		l := &n.layers[i]
		rows, columns := l.shape.Border()
		b := &n.borders[l.from+1]
		b[0], b[1] = max(b[0], rows), max(b[1], columns)
		n.last[l.from+1] = i
		if l.added >= 0 {
			n.last[l.added+1] = i
		}
		if l.raw {
			if ends >= len(outputs) || outputs[ends] != i {
				return fmt.Errorf("%w: layer %d ends it without being named", errDamaged, i)
			}
			ends++
		}
	}
	if ends == 0 || ends != len(outputs) {
		return fmt.Errorf("%w: %d outputs for %d layers that end it", errDamaged, len(outputs), ends)
	}
	return nil
}

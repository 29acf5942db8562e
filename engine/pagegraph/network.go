package pagegraph

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Network is a small graph transformer. Each unit attends to its nearest units on the page, with a bias by their
// relative place, and to one token for the whole document. Layers are pre-norm (Xiong et al., "On Layer Normalization
// in the Transformer Architecture", 2020) with root-mean-square norms (Zhang and Sennrich 2019). It is safe for
// concurrent use.
type Network struct {
	shape
	input         dense
	global        []float32
	place, heads  dense
	layers        []layer
	norm          []float32
	output, types dense

	ClassNames, TypeNames []string
	File                  []byte // the parsed file
}

// shape holds the sizes at the start of a file.
type shape struct {
	Features, Width, Heads, Layers, Hidden, Pairs, PairHidden, Classes, Types uint32
}

type layer struct {
	norm1                    []float32
	query, key, value, joint dense
	norm2                    []float32
	first, second            dense
}

// dense is an in × out matrix with a row per input, and a bias.
type dense struct {
	in, out int
	weights []float32
	bias    []float32 // nil for none
}

// ErrNetwork is returned for invalid files and other versions.
var ErrNetwork = errors.New("not a network of this version")

// Parse decodes a file of lab/tagging: a line with the version, a line with the names of the classes, a line with those
// of the document types, nine sizes as 32-bit integers, then all weights as 16-bit floats (IEEE 754), both
// little-endian. Names are separated by spaces. Features is the number of features of a unit. Errors wrap ErrNetwork.
func Parse(data []byte, version string, features int) (*Network, error) {
	n := &Network{File: data}
	data, found := bytes.CutPrefix(data, []byte(version+"\n"))
	if !found {
		return nil, ErrNetwork
	}
	size := binary.Size(n.shape)
	classes, rest, _ := bytes.Cut(data, []byte("\n"))
	types, data, found := bytes.Cut(rest, []byte("\n"))
	if !found {
		return nil, fmt.Errorf("%w: it ends within the names", ErrNetwork)
	}
	if len(data) < size {
		return nil, fmt.Errorf("%w: it ends within the sizes", ErrNetwork)
	}
	if _, err := binary.Decode(data[:size], binary.LittleEndian, &n.shape); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNetwork, err)
	}
	n.ClassNames, n.TypeNames = strings.Fields(string(classes)), strings.Fields(string(types))
	if err := n.fits(features); err != nil {
		return nil, err
	}
	r := weightReader{data: data[size:]}
	n.read(&r)
	if r.short || len(r.data) > 0 {
		return nil, fmt.Errorf("%w: its length does not fit its sizes", ErrNetwork)
	}
	return n, nil
}

// fits rejects sizes that do not match this program or are unreasonable.
func (n *Network) fits(features int) error {
	const most = 1024
	s := n.shape
	if len(n.ClassNames) != int(n.Classes) || len(n.TypeNames) != int(n.Types) {
		return fmt.Errorf("%w: %d names of %d classes, %d of %d types", ErrNetwork, len(n.ClassNames), n.Classes,
			len(n.TypeNames), n.Types)
	}
	if int(s.Features) != features || s.Pairs != PairFeatures || s.Classes > most || s.Types > most {
		return fmt.Errorf("%w: features %d, of pairs %d, classes %d, types %d", ErrNetwork, s.Features, s.Pairs,
			s.Classes, s.Types)
	}
	if s.Width == 0 || s.Heads == 0 || s.Width%s.Heads != 0 || s.Width > most || s.Hidden > most || s.PairHidden > most ||
		s.Layers > 16 {
		return fmt.Errorf("%w: sizes", ErrNetwork)
	}
	return nil
}

func (n *Network) read(r *weightReader) {
	width, hidden := int(n.Width), int(n.Hidden)
	n.input = r.dense(int(n.Features), width, true)
	n.global = r.floats(width)
	n.place = r.dense(PairFeatures, int(n.PairHidden), true)
	n.heads = r.dense(int(n.PairHidden), int(n.Layers*n.Heads), false)
	for range n.Layers {
		l := layer{norm1: r.floats(width)}
		l.query, l.key = r.dense(width, width, false), r.dense(width, width, false)
		l.value, l.joint = r.dense(width, width, false), r.dense(width, width, false)
		l.query.interleave(int(n.Heads))
		l.key.interleave(int(n.Heads))
		l.value.interleave(int(n.Heads))
		l.norm2 = r.floats(width)
		l.first, l.second = r.dense(width, hidden, true), r.dense(hidden, width, true)
		n.layers = append(n.layers, l)
	}
	n.norm = r.floats(width)
	n.output = r.dense(width, int(n.Classes), true)
	n.types = r.dense(width, int(n.Types), true)
}

type weightReader struct {
	data  []byte
	short bool
}

func (r *weightReader) floats(n int) []float32 {
	if r.short || len(r.data) < 2*n {
		r.short = true
		return nil
	}
	out := make([]float32, n)
	for i := range out {
		out[i] = half(binary.LittleEndian.Uint16(r.data[2*i:]))
	}
	r.data = r.data[2*n:]
	return out
}

func (r *weightReader) dense(in, out int, biased bool) dense {
	d := dense{in: in, out: out, weights: r.floats(in * out)}
	if biased {
		d.bias = r.floats(out)
	}
	return d
}

// interleave puts the columns of all heads side by side, as [matrix.Attention] needs them.
func (d dense) interleave(heads int) {
	size := d.out / heads
	for row := range slices.Chunk(d.weights, d.out) {
		for i, v := range slices.Clone(row) {
			row[i%size*heads+i/size] = v
		}
	}
}

func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, int(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0: // zero and subnormal numbers
		v := float32(fraction) / (1 << 24)
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | uint32(exponent+112)<<23 | fraction<<13) //nolint:gosec // 1 to 30
}

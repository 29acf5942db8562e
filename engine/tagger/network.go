package tagger

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/schema"
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
	known         []schema.DocumentType
	file          []byte
}

// Bytes returns the file that Parse read, empty for a nil network.
func (n *Network) Bytes() ([]byte, error) {
	if n == nil {
		return []byte{}, nil
	}
	return n.file, nil
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

const magic = "docmill tagger 2\n"

// ErrNetwork is returned for invalid files and other versions.
var ErrNetwork = errors.New("not a tagger network of this version")

//go:embed network.bin
var networkBin []byte

// Embedded returns the embedded network.
//
//nolint:gochecknoglobals // read once, never changed
var Embedded = sync.OnceValues(func() (*Network, error) { return Parse(networkBin) })

// Parse decodes a file of lab/tagging: a line with the version, a line with the names of the classes, a line with those
// of the document types, nine sizes as 32-bit integers, then all weights as 16-bit floats (IEEE 754), both
// little-endian. Names are separated by spaces. An empty file returns a nil network, which gives no tags. Errors wrap
// ErrNetwork.
func Parse(data []byte) (*Network, error) {
	if len(data) == 0 {
		return nil, nil //nolint:nilnil // no network is one that knows nothing
	}
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, ErrNetwork
	}
	file := data
	n := &Network{file: file}
	size := binary.Size(n.shape)
	classes, rest, _ := bytes.Cut(data[len(magic):], []byte("\n"))
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
	if err := n.fits(); err != nil {
		return nil, err
	}
	if err := n.name(strings.Fields(string(classes)), strings.Fields(string(types))); err != nil {
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
func (n *Network) fits() error {
	const most = 1024
	s := n.shape
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

// name rejects names that do not match the sizes or this program. The types may lack new ones.
func (n *Network) name(classes, types []string) error {
	if len(classes) != int(n.Classes) || len(types) != int(n.Types) {
		return fmt.Errorf("%w: %d names of %d classes, %d of %d types", ErrNetwork, len(classes), n.Classes, len(types),
			n.Types)
	}
	if known := tag.Names(); !slices.Equal(classes, known) {
		return fmt.Errorf("%w: the classes are %q, not %q", ErrNetwork, classes, known)
	}
	for _, name := range types {
		docType := schema.Of(schema.DocumentType(name))
		if len(docType.Fields) == 0 {
			return fmt.Errorf("%w: %s is no document type", ErrNetwork, name)
		}
		n.known = append(n.known, docType.Name)
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
		l.norm2 = r.floats(width)
		l.first, l.second = r.dense(width, hidden, true), r.dense(hidden, width, true)
		n.layers = append(n.layers, l)
	}
	n.norm = r.floats(width)
	n.output = r.dense(width, int(tag.Classes), true)
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

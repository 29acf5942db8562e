package boost

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

const magic = "docmill trees 2\n"

// ErrFile is returned for data that is no file of trees of this version.
var ErrFile = errors.New("not a file of trees of this version")

// Encode writes named ensembles in the format of Parse and skips nil ones: a line that names the format, the count,
// then each ensemble in the order of names: its name, its features, its categories by feature, the number of nodes
// of each tree, and for all nodes their features, thresholds, left children and values. Counts are unsigned varints,
// texts follow their length, features and children are 16-bit integers, thresholds and values are 32-bit floats
// (IEEE 754), both little-endian. Every process reads these files at start, which takes a hundredth of the time for
// numbers as text.
func Encode(named map[string]*Ensemble) []byte {
	named = maps.Clone(named)
	maps.DeleteFunc(named, func(_ string, e *Ensemble) bool { return e == nil })
	out := binary.AppendUvarint([]byte(magic), uint64(len(named)))
	text := func(s string) { out = append(binary.AppendUvarint(out, uint64(len(s))), s...) }
	texts := func(list []string) {
		out = binary.AppendUvarint(out, uint64(len(list)))
		for _, s := range list {
			text(s)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		e := named[name]
		text(name)
		texts(e.Features)
		out = binary.AppendUvarint(out, uint64(len(e.Categories)))
		for _, f := range slices.Sorted(maps.Keys(e.Categories)) {
			text(f)
			texts(e.Categories[f])
		}
		out = binary.AppendUvarint(out, uint64(len(e.Trees)))
		for _, t := range e.Trees {
			out = binary.AppendUvarint(out, uint64(len(t.Feature)))
		}
		out = appendNodes(out, e.Trees, func(t *Tree) []int16 { return t.Feature }, appendInt16)
		out = appendNodes(out, e.Trees, func(t *Tree) []float32 { return t.Below }, appendFloat32)
		out = appendNodes(out, e.Trees, func(t *Tree) []int16 { return t.Left }, appendInt16)
		out = appendNodes(out, e.Trees, func(t *Tree) []float32 { return t.Value }, appendFloat32)
	}
	return out
}

func appendNodes[T any](out []byte, trees []Tree, of func(*Tree) []T, add func([]byte, T) []byte) []byte {
	for i := range trees {
		for _, v := range of(&trees[i]) {
			out = add(out, v)
		}
	}
	return out
}

func appendInt16(out []byte, v int16) []byte {
	return binary.LittleEndian.AppendUint16(out, uint16(v)) //nolint:gosec // two's complement
}

func appendFloat32(out []byte, v float32) []byte {
	return binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
}

// Parse reads the output of Encode and validates that every walk stays inside its tree. Errors: ErrFile.
func Parse(data []byte) (map[string]*Ensemble, error) {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("boost: %w", ErrFile)
	}
	r := reader{data: data[len(magic):]}
	named := map[string]*Ensemble{}
	for range r.count(1) {
		name := r.text()
		e := r.ensemble()
		if r.short {
			break
		}
		if err := e.check(); err != nil {
			return nil, fmt.Errorf("boost: %w: %s: %w", ErrFile, name, err)
		}
		named[name] = e
	}
	if r.short || len(r.data) > 0 {
		return nil, fmt.Errorf("boost: %w: its length is wrong", ErrFile)
	}
	return named, nil
}

// ParseOf is Parse for ensembles of n features each with exactly these names. It returns them in the order of the
// names.
func ParseOf(data []byte, n int, names ...string) ([]*Ensemble, error) {
	named, err := Parse(data)
	if err != nil {
		return nil, err
	}
	if len(named) != len(names) {
		return nil, fmt.Errorf("boost: %w: %d ensembles, not %d", ErrFile, len(named), len(names))
	}
	out := make([]*Ensemble, len(names))
	for i, name := range names {
		e := named[name]
		if e == nil {
			return nil, fmt.Errorf("boost: %w: no ensemble %q", ErrFile, name)
		}
		if len(e.Features) != n {
			return nil, fmt.Errorf("boost: %w: %s: %d features, not %d", ErrFile, name, len(e.Features), n)
		}
		out[i] = e
	}
	return out, nil
}

// reader consumes numbers and texts from the front of its data.
type reader struct {
	data  []byte
	short bool // the data ended early
}

// count reads a count of items of at least each bytes. It rejects a count that exceeds the remaining data.
func (r *reader) count(each int) int {
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > uint64(len(r.data)-n)/uint64(each) { //nolint:gosec // both are above 0
		r.short = true
		return 0
	}
	r.data = r.data[n:]
	return int(v) //nolint:gosec // no more than the length of data
}

func (r *reader) text() string {
	n := r.count(1)
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

func (r *reader) texts() []string {
	list := make([]string, r.count(1))
	for i := range list {
		list[i] = r.text()
	}
	return list
}

const nodeSize = 2 + 4 + 2 + 4

func (r *reader) ensemble() *Ensemble {
	e := &Ensemble{Features: r.texts()}
	for i := range r.count(1) {
		if i == 0 {
			e.Categories = map[string][]string{}
		}
		name := r.text()
		e.Categories[name] = r.texts()
	}
	sizes, nodes := make([]int, r.count(1)), 0
	for i := range sizes {
		sizes[i] = r.count(nodeSize)
		nodes += sizes[i]
	}
	if r.short || nodes > len(r.data)/nodeSize {
		r.short = true
		return e
	}
	feature, below, left, value := r.int16s(nodes), r.float32s(nodes), r.int16s(nodes), r.float32s(nodes)
	e.Trees = make([]Tree, len(sizes))
	at := 0
	for i, n := range sizes {
		end := at + n
		e.Trees[i] = Tree{feature[at:end:end], below[at:end:end], left[at:end:end], value[at:end:end]}
		at = end
	}
	return e
}

func (r *reader) int16s(n int) []int16 {
	out := make([]int16, n)
	for i := range out {
		out[i] = int16(binary.LittleEndian.Uint16(r.data[2*i:])) //nolint:gosec // two's complement
	}
	r.data = r.data[2*n:]
	return out
}

func (r *reader) float32s(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(r.data[4*i:]))
	}
	r.data = r.data[4*n:]
	return out
}

package ngram

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math"
)

// magic begins counts.bin. Then follow, compressed, the nodes breadth first, three bytes each: the symbol, the
// logarithm of the count, and the number of children.
const (
	magic    = "DMNGRAM1"
	maxBytes = 3 << 22
)

// perDoubling is the number of steps of a count's logarithm for twice the count.
const (
	perDoubling = 8
	rootOfTwo   = 1.0905077326652577 // the factor of a step
)

// Node is a node of the tree that Append writes: a symbol that follows those of its parents.
type Node struct {
	Symbol   byte
	Log      byte
	Children byte
}

// Log returns the logarithm of a count as a file has it.
func Log(count float64) byte {
	return byte(math.Round(min(max(perDoubling*math.Log2(1+count), 0), math.MaxUint8)))
}

// Append writes nodes, the root first, in the form of counts.bin.
func Append(to []byte, nodes []Node) ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("ngram: %w", err)
	}
	for _, of := range []func(Node) byte{
		func(n Node) byte { return n.Symbol }, func(n Node) byte { return n.Log }, func(n Node) byte { return n.Children },
	} {
		column := make([]byte, len(nodes))
		for i := range nodes {
			column[i] = of(nodes[i])
		}
		if _, err := w.Write(column); err != nil {
			return nil, fmt.Errorf("ngram: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("ngram: %w", err)
	}
	return append(append(to, magic...), packed.Bytes()...), nil
}

var errDamaged = errors.New("ngram: the counts are damaged")

// Read reads the output of Append. It checks that every node but the root is a child of an earlier one.
func Read(data []byte) (*Model, error) {
	data, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errDamaged
	}
	columns, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxBytes))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	n := len(columns) / 3
	if n == 0 || len(columns) != 3*n {
		return nil, errDamaged
	}
	m := &Model{symbols: bytes.Clone(columns[:n]), logs: bytes.Clone(columns[n : 2*n]), first: make([]uint32, n+1)}
	next := uint32(1)
	for i, children := range columns[2*n:] {
		if m.symbols[i] >= symbols || next <= uint32(i) && i > 0 { //nolint:gosec // at most maxBytes nodes
			return nil, errDamaged
		}
		m.first[i] = next
		next += uint32(children)
	}
	if m.first[n] = next; int(next) != n {
		return nil, errDamaged
	}
	value := 1.0
	for i := range m.values {
		m.values[i] = value - 1
		value *= rootOfTwo
	}
	return m, nil
}

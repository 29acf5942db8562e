package ngram

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// magic begins counts.bin. Then follow the number of nodes in four bytes, and, compressed, all symbols, all logarithms
// of counts, and all numbers of children, of the nodes breadth first, a byte each.
const (
	magic    = "DMNGRAM1"
	maxNodes = 1 << 22
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
	to = binary.LittleEndian.AppendUint32(append(to, magic...), uint32(len(nodes))) //nolint:gosec // far fewer than 2^32
	return append(to, packed.Bytes()...), nil
}

var errDamaged = errors.New("ngram: the counts are damaged")

// Read reads the output of Append. It checks that every node but the root is a child of an earlier one.
func Read(data []byte) (*Model, error) {
	data, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errDamaged
	}
	if len(data) < 4 {
		return nil, errDamaged
	}
	n := binary.LittleEndian.Uint32(data)
	if n == 0 || n > maxNodes {
		return nil, errDamaged
	}
	columns := make([]byte, 3*n)
	packed := flate.NewReader(bytes.NewReader(data[4:]))
	if _, err := io.ReadFull(packed, columns); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if _, err := packed.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		return nil, errDamaged
	}
	m := &Model{symbols: columns[:n], logs: columns[n : 2*n], children: columns[2*n:], blocks: make([]uint32, n/block+1)}
	next := uint32(1)
	for i, children := range m.children {
		if m.symbols[i] >= symbols || next <= uint32(i) && i > 0 { //nolint:gosec // at most maxNodes
			return nil, errDamaged
		}
		if i%block == 0 {
			m.blocks[i/block] = next
		}
		next += uint32(children)
	}
	if next != n {
		return nil, errDamaged
	}
	value := 1.0
	for i := range m.values {
		m.values[i] = value - 1
		value *= rootOfTwo
	}
	return m, nil
}

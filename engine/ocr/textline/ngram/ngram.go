// Package ngram is a language model of letters: it estimates how likely a word is from how often its letters
// follow each other in words of the Latin alphabets, all languages together. Case and accents do not count.
//
// The counts are in counts.bin, which lab/cmd/ngram creates. They are those of letters after up to seven others,
// smoothed as by Witten and Bell ("The Zero-Frequency Problem", 1991, method C).
package ngram

import (
	"bytes"
	_ "embed" // counts.bin
	"unicode"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
)

// MaxOrder is the maximum number of letters of a counted sequence.
const MaxOrder = 8

// Border is the symbol before and after a word; a to z are 1 to 26.
const (
	Border  = 0
	symbols = 27
)

//go:embed counts.bin
var counts []byte

// Model holds the counts of sequences as a tree, its nodes breadth first. It is safe for concurrent use.
type Model struct {
	symbols, logs, children []byte
	blocks                  []uint32     // the first child of every block-th node
	values                  [256]float64 // counts by their logarithm; see Log
}

// block is the number of nodes whose first children are added up from their numbers of children, to save memory.
const block = 32

// New returns the built-in model. An error means that the program is damaged.
func New() (*Model, error) { return Read(counts) }

// Symbol returns the symbol of a letter, or false for characters that words of the model do not have.
func Symbol(c rune) (byte, bool) {
	c = unicode.ToLower(accent.Plain(c))
	if c < 'a' || c > 'z' {
		return 0, false
	}
	return byte(c-'a') + 1, true
}

// Word returns the probability of a word, given as symbols.
func (m *Model) Word(word []byte) float64 {
	text := make([]byte, 0, len(word)+2)
	text = append(append(append(text, Border), word...), Border)
	p := 1.0
	for i := 1; i < len(text); i++ {
		p *= m.Probability(text[max(0, i+1-MaxOrder):i], text[i])
	}
	return p
}

// Probability returns that of a symbol after others.
func (m *Model) Probability(context []byte, symbol byte) float64 {
	p := 1.0 / symbols
	for from := len(context); from >= 0; from-- {
		node, ok := m.find(context[from:])
		if !ok || m.children[node] == 0 {
			break
		}
		own, kept := 0.0, 0.0
		first, end := m.below(node)
		for i := first; i < end; i++ {
			n := m.values[m.logs[i]]
			kept += n
			if m.symbols[i] == symbol {
				own = n
			}
		}
		// What the file leaves out is as unknown as what never occurred.
		unknown := max(m.values[m.logs[node]]-kept, 0) + float64(m.children[node])
		p = (own + float64(unknown*p)) / (kept + unknown)
	}
	return p
}

// find returns the node of a sequence.
func (m *Model) find(sequence []byte) (node uint32, ok bool) {
	for _, symbol := range sequence {
		first, end := m.below(node)
		at := bytes.IndexByte(m.symbols[first:end], symbol)
		if at < 0 {
			return 0, false
		}
		node = first + uint32(at) //nolint:gosec // at most 27 children
	}
	return node, true
}

// below returns the first child of a node and the end of its children.
func (m *Model) below(node uint32) (first, end uint32) {
	first = m.blocks[node/block]
	for _, n := range m.children[node/block*block : node] {
		first += uint32(n)
	}
	return first, first + uint32(m.children[node])
}

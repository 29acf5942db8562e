package accent

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// magic begins priors.bin. Then follow, for each language, its code, the number of its trees, and the
// trees. A tree is the letter without accent, its accents, the number of nodes, and the nodes breadth
// first: one byte each for the letter and the number of children, and one for the odds of each accent.
// Numbers and letters are unsigned varints; texts have their length in bytes before them.
const magic = "DMACCENT1"

// Limits of a tree; higher values mean a damaged file.
const (
	maxAccents = 8
	maxNodes   = 1 << 20
)

// Tree is a tree in the file: its nodes breadth first.
type Tree struct {
	Plain   rune
	Accents []rune
	Nodes   []Node
}

// Node is a node of a Tree: the letter that leads to it, the number of children, and the Odds of each
// accent.
type Node struct {
	Letter   byte
	Children int
	Odds     []byte
}

// Language is one of a file.
type Language struct {
	Code  string
	Trees []Tree
}

// Append writes languages in the form of priors.bin.
func Append(to []byte, languages []Language) []byte {
	to = append(to, magic...)
	for _, l := range languages {
		to = binary.AppendUvarint(to, uint64(len(l.Code)))
		to = append(to, l.Code...)
		to = binary.AppendUvarint(to, uint64(len(l.Trees)))
		for _, t := range l.Trees {
			to = t.append(to)
		}
	}
	return to
}

func (t *Tree) append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(t.Plain)) //nolint:gosec // a letter
	to = binary.AppendUvarint(to, uint64(len(t.Accents)))
	for _, c := range t.Accents {
		to = binary.AppendUvarint(to, uint64(c)) //nolint:gosec // a letter
	}
	to = binary.AppendUvarint(to, uint64(len(t.Nodes)))
	for _, n := range t.Nodes {
		to = append(append(to, n.Letter, byte(n.Children)), n.Odds...)
	}
	return to
}

var errDamaged = errors.New("the priors are damaged")

// read reads the output of Append.
func read(data []byte) (map[string]families, error) {
	data, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errDamaged
	}
	out := map[string]families{}
	for r := bytes.NewReader(data); r.Len() > 0; {
		code := make([]byte, readNumber(r, maxAccents))
		if _, err := r.Read(code); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		trees := families{}
		for range readNumber(r, maxNodes) {
			plain := rune(readNumber(r, maxNodes)) //nolint:gosec // bounded
			t, err := readTree(r)
			if err != nil {
				return nil, fmt.Errorf("%s, %c: %w", code, plain, err)
			}
			trees[plain] = t
		}
		if len(trees) == 0 {
			return nil, errDamaged
		}
		out[string(code)] = trees
	}
	return out, nil
}

// readNumber reads a number; it returns 0 if it is too high or missing.
func readNumber(r *bytes.Reader, most uint64) uint64 {
	n, err := binary.ReadUvarint(r)
	if err != nil || n > most {
		return 0
	}
	return n
}

func readTree(r *bytes.Reader) (*tree, error) {
	t := &tree{}
	for range readNumber(r, maxAccents) {
		t.accents = append(t.accents, rune(readNumber(r, maxNodes))) //nolint:gosec // bounded
	}
	count := int(readNumber(r, maxNodes)) //nolint:gosec // bounded
	row, next := make([]byte, 2+len(t.accents)), 1
	for range count {
		if n, err := r.Read(row); err != nil || n < len(row) {
			return nil, errDamaged
		}
		t.nodes = append(t.nodes, node{row[0], int(row[1]), next})
		t.odds = append(t.odds, row[2:]...)
		next += int(row[1])
	}
	if count == 0 || next != count {
		return nil, errDamaged
	}
	return t, nil
}

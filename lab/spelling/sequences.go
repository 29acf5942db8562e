package spelling

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/docmill/docmill/engine/ocr/textline/ngram"
)

// vocabulary is where the letter sequences of a language come from.
type vocabulary struct {
	code, help string
	lists      []string // in /usr/share/dict
	share      float64  // of all words
}

func vocabularies() []vocabulary {
	return []vocabulary{
		{"en", "en-US", []string{"american-english", "british-english"}, 6},
		{"de", "de", []string{"ngerman"}, 3},
		{"fr", "fr", []string{"french"}, 2},
		{"es", "es", []string{"spanish"}, 2},
		{"it", "it", []string{"italian"}, 1},
		{"nl", "nl", []string{"dutch"}, 1},
		{"pt", "pt", []string{"portuguese", "brazilian"}, 1},
		{"pl", "pl", []string{"polish"}, 1},
		{"cs", "cs", nil, 1},
		{"sk", "sk", nil, 0.5},
		{"sl", "sl", nil, 0.5},
		{"hu", "hu", nil, 1},
		{"sv", "sv", []string{"swedish"}, 1},
		{"da", "da", []string{"danish"}, 1},
		{"nb", "", []string{"bokmaal"}, 0.5},
		{"fi", "fi", nil, 0.5},
	}
}

// Lists returns the names of all word lists, which Debian's packages install in /usr/share/dict.
func Lists() (out []string) {
	for _, v := range vocabularies() {
		out = append(out, v.lists...)
	}
	return out
}

// words returns the words of a vocabulary as symbols, with weights that add up to its share.
func (v vocabulary) words(roots Roots) (map[string]float64, error) {
	counts := map[string]float64{}
	for _, list := range v.lists {
		text, err := os.ReadFile(filepath.Join(roots.Packages, "usr/share/dict", list))
		if err != nil {
			return nil, err
		}
		countWords(counts, string(text))
	}
	for w := range counts {
		counts[w] = listed
	}
	if v.help != "" {
		help, err := helpWords(roots.Packages, v.help)
		if err != nil {
			return nil, err
		}
		for w, n := range help {
			counts[w] += math.Sqrt(n)
		}
	}
	papers, err := paperWords(roots.Project, v.code)
	if err != nil {
		return nil, err
	}
	for w := range papers {
		counts[w] += ofPapers
	}
	out, sum := map[string]float64{}, 0.0
	for w, n := range counts {
		if symbols, ok := symbolsOf(w); ok {
			out[symbols] += n
			sum += n
		}
	}
	for w := range out {
		out[w] *= v.share / sum
	}
	return out, nil
}

// symbolsOf returns a word between two borders.
func symbolsOf(word string) (string, bool) {
	out := []byte{ngram.Border}
	for _, c := range word {
		s, ok := ngram.Symbol(c)
		if !ok {
			return "", false
		}
		out = append(out, s)
	}
	return string(append(out, ngram.Border)), true
}

// sequence is a node of the tree of sequences.
type sequence struct {
	symbol   byte
	count    float64
	children []*sequence
}

func (s *sequence) child(symbol byte) *sequence {
	for _, c := range s.children {
		if c.symbol == symbol {
			return c
		}
	}
	return nil
}

func (s *sequence) find(symbols string) *sequence {
	for i := 0; i < len(symbols) && s != nil; i++ {
		s = s.child(symbols[i])
	}
	return s
}

// SequenceOptions bound the tree of sequences.
type SequenceOptions struct {
	Words    float64 // the sum of all counts of words
	MinCount float64 // of a sequence
	MinGain  float64 // in nats: what a sequence's count and that without its first letter predict differently
}

// CountSequences counts the letter sequences of all vocabularies and returns the tree's nodes breadth first.
func CountSequences(roots Roots, o SequenceOptions) ([]ngram.Node, error) {
	words, shares := map[string]float64{}, 0.0
	for _, v := range vocabularies() {
		own, err := v.words(roots)
		if err != nil {
			return nil, fmt.Errorf("spelling: %w", err)
		}
		for w, n := range own {
			words[w] += n
		}
		shares += v.share
	}
	root := &sequence{}
	sorted := slices.Sorted(maps.Keys(words)) // the order affects rounding of sums
	for order := range ngram.MaxOrder {
		for _, w := range sorted {
			for from := 0; from+order < len(w); from++ {
				if from == 0 && order == 0 {
					continue // no word ends at its first border
				}
				if parent := root.find(w[from : from+order]); parent != nil {
					parent.add(w[from+order], words[w]*o.Words/shares)
				}
			}
		}
		root.drop(order, o.MinCount)
	}
	for _, c := range root.children {
		root.count += c.count
	}
	nodes, err := root.pruned(o.MinGain)
	if err != nil {
		return nil, fmt.Errorf("spelling: %w", err)
	}
	return nodes, nil
}

func (s *sequence) add(symbol byte, n float64) {
	c := s.child(symbol)
	if c == nil {
		c = &sequence{symbol: symbol}
		s.children = append(s.children, c)
	}
	c.count += n
}

// drop removes rare sequences of one more symbol than order.
func (s *sequence) drop(order int, least float64) {
	if order > 0 {
		for _, c := range s.children {
			c.drop(order-1, least)
		}
		return
	}
	s.children = slices.DeleteFunc(s.children, func(c *sequence) bool { return c.count < least })
	slices.SortFunc(s.children, func(a, b *sequence) int { return int(a.symbol) - int(b.symbol) })
}

// nodes returns the tree breadth first.
func (s *sequence) nodes() []ngram.Node {
	var out []ngram.Node
	for level := []*sequence{s}; len(level) > 0; {
		var below []*sequence
		for _, n := range level {
			out = append(out, ngram.Node{Symbol: n.symbol, Log: ngram.Log(n.count), Children: byte(len(n.children))})
			below = append(below, n.children...)
		}
		level = below
	}
	return out
}

// pruned returns the nodes without sequences that predict hardly more than shorter ones do.
func (s *sequence) pruned(least float64) ([]ngram.Node, error) {
	data, err := ngram.Append(nil, s.nodes())
	if err != nil {
		return nil, err
	}
	model, err := ngram.Read(data)
	if err != nil {
		return nil, err
	}
	s.prune(model, nil, least)
	return s.nodes(), nil
}

func (s *sequence) prune(model *ngram.Model, path []byte, least float64) {
	s.children = slices.DeleteFunc(s.children, func(c *sequence) bool {
		c.prune(model, append(slices.Clone(path), c.symbol), least)
		if len(c.children) > 0 || len(path) == 0 {
			return false
		}
		long, short := model.Probability(path, c.symbol), model.Probability(path[1:], c.symbol)
		return c.count*math.Abs(math.Log(long/short)) < least
	})
}

package spelling

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"unicode"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
)

// counted is a node of a tree: how often its letter has each accent, and last none, if the surrounding letters lead to
// the node.
type counted struct {
	letter   byte
	counts   []float64
	shares   []float64
	children map[byte]*counted
}

func newCounted(letter byte, accents int) *counted {
	return &counted{letter: letter, counts: make([]float64, accents+1), children: map[byte]*counted{}}
}

// families returns a language's accented letters by base letter. It omits foreign letters, which hardly any word has.
func families(words map[string]float64) map[rune][]rune {
	const own = 5e-4 // share of the letter's occurrences with and without accents
	counts, all := map[rune]float64{}, map[rune]float64{}
	for _, w := range slices.Sorted(maps.Keys(words)) {
		for _, c := range w {
			counts[c] += words[w]
			all[accent.Plain(c)] += words[w]
		}
	}
	out := map[rune][]rune{}
	for c, n := range counts {
		plain := accent.Plain(c)
		if plain != c && plain <= unicode.MaxASCII && n >= own*all[plain] {
			out[plain] = append(out[plain], c)
		}
	}
	for _, accents := range out {
		slices.Sort(accents)
	}
	return out
}

// grow counts a family's letters by their surroundings.
func grow(words map[string]float64, plain rune, accents []rune) *counted {
	root := newCounted(0, len(accents))
	for _, word := range slices.Sorted(maps.Keys(words)) { // the order affects rounding of sums
		letters := []rune(word)
		without := accent.Word(letters)
		for at, c := range letters {
			if without[at] != plain {
				continue
			}
			which := slices.Index(accents, c)
			if which < 0 {
				which = len(accents) // plain, or a foreign letter counted as plain
			}
			root.count(accent.Surroundings(without, at), which, words[word])
		}
	}
	return root
}

// count counts an occurrence in all nodes on the path of its surroundings.
func (n *counted) count(surroundings iter.Seq2[int, rune], which int, weight float64) {
	n.counts[which] += weight
	for _, letter := range surroundings {
		if letter > unicode.MaxASCII {
			return
		}
		child := n.children[byte(letter)]
		if child == nil {
			child = newCounted(byte(letter), len(n.counts)-1)
			n.children[byte(letter)] = child
		}
		n = child
		n.counts[which] += weight
	}
}

// estimate computes the shares of a node and its descendants from the counts, smoothed with the parent's shares.
func (n *counted) estimate(above []float64) {
	const more = 2
	n.shares = make([]float64, len(n.counts))
	sum := 0.0
	for _, c := range n.counts {
		sum += c
	}
	for i, c := range n.counts {
		n.shares[i] = (c + more*above[i]) / (sum + more)
	}
	for _, child := range n.children {
		child.estimate(n.shares)
	}
}

// prune removes nodes whose shares, including their children, add less information to the parent's than a number of
// nats over all counts.
func (n *counted) prune(least float64) {
	for letter, child := range n.children {
		child.prune(least)
		if len(child.children) > 0 {
			continue
		}
		gain := 0.0
		for i, c := range child.counts {
			gain += c * math.Log(child.shares[i]/n.shares[i])
		}
		if gain < least {
			delete(n.children, letter)
		}
	}
}

// tree returns the nodes breadth first.
func (n *counted) tree(plain rune, accents []rune) accent.Tree {
	out := accent.Tree{Plain: plain, Accents: accents}
	for level := []*counted{n}; len(level) > 0; {
		var below []*counted
		for _, n := range level {
			children := slices.SortedFunc(maps.Values(n.children), func(a, b *counted) int {
				return cmp.Compare(a.letter, b.letter)
			})
			node := accent.Node{Letter: n.letter, Children: len(children)}
			for _, share := range n.shares[:len(accents)] {
				node.Odds = append(node.Odds, accent.Odds(share/n.shares[len(accents)]))
			}
			out.Nodes = append(out.Nodes, node)
			below = append(below, children...)
		}
		level = below
	}
	return out
}

// Make counts the words of all sources and returns the trees of each language.
func Make(roots Roots) ([]accent.Language, error) {
	english, err := helpWords(roots.Packages, "en-US")
	if err != nil {
		return nil, fmt.Errorf("spelling: %w", err)
	}
	var out []accent.Language
	for _, s := range Sources() {
		words, err := s.words(roots, english) // some pages are untranslated
		if err != nil {
			return nil, fmt.Errorf("spelling: %w", err)
		}
		out = append(out, accent.Language{Code: s.Code, Trees: trees(words, s.minShare)})
	}
	return out, nil
}

// trees returns the trees of a language's words by base letter. least is the minimum information of a node.
func trees(words map[string]float64, least float64) []accent.Tree {
	var out []accent.Tree
	all := families(words)
	for _, plain := range slices.Sorted(maps.Keys(all)) {
		accents := all[plain]
		root := grow(words, plain, accents)
		even := make([]float64, len(accents)+1)
		for i := range even {
			even[i] = 1 / float64(len(even))
		}
		root.estimate(even)
		root.prune(least)
		out = append(out, root.tree(plain, accents))
	}
	return out
}

// Package accent computes how likely the accents of a letter are in a language, given the letters around
// it: for example how often an a at the end of a Polish word is an ą.
//
// The figures are in priors.bin, which lab/cmd/accents creates from the word lists and texts in MODEL.md. A
// letter's context is looked up in a tree: one letter to the left, one to the right, and so on, as deep as
// the tree goes.
package accent

import (
	_ "embed" // priors.bin
	"fmt"
	"iter"
	"math"
	"unicode"
)

// Border is the beginning or the end of a word in a context.
const Border = '^'

// Depth is how many letters of a word's surroundings are looked at, at the most.
const Depth = 8

// Priors are the trees of all languages. They are read-only and safe for concurrent use.
type Priors struct{ languages map[string]families }

// families are a language's trees by letter without accent.
type families map[rune]*tree

// tree holds its nodes breadth first, so that siblings are adjacent.
type tree struct {
	accents []rune
	nodes   []node
	odds    []byte // of each node those of each accent; see weight
}

type node struct {
	letter   byte // that leads here
	children int
	first    int // child
}

//go:embed priors.bin
var priors []byte

// New returns the priors that the program carries. Its error says that they are damaged.
func New() (*Priors, error) { return Read(priors) }

// Read returns the priors that Append wrote.
func Read(data []byte) (*Priors, error) {
	languages, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("accent: %w", err)
	}
	return &Priors{languages}, nil
}

// Shares are the probabilities of a letter's accents. Letters without any, and those of other languages,
// are unknown.
type Shares struct {
	plain   rune
	accents []rune
	odds    []byte
}

// At returns the shares of a letter of a word in a language (BCP 47). word is lower case without accents
// (Plain); at is an index of it. It returns false if nothing is known.
func (p *Priors) At(language string, word []rune, at int) (Shares, bool) {
	t := p.languages[language][word[at]]
	if t == nil {
		return Shares{}, false
	}
	i := 0
	for _, letter := range Surroundings(word, at) {
		next := t.child(i, letter)
		if next < 0 {
			break
		}
		i = next
	}
	n := len(t.accents)
	return Shares{word[at], t.accents, t.odds[i*n : (i+1)*n]}, true
}

func (t *tree) child(i int, letter rune) int {
	n := t.nodes[i]
	for k := n.first; k < n.first+n.children; k++ {
		if rune(t.nodes[k].letter) == letter {
			return k
		}
	}
	return -1
}

// Of returns the share of a small letter among those that differ only in accents, or false if the language
// does not have it.
func (s Shares) Of(letter rune) (float64, bool) {
	sum, own := 1.0, 0.0
	if letter == s.plain {
		own = 1
	}
	for k, c := range s.accents {
		w := weight(s.odds[k])
		sum += w
		if c == letter {
			own = w
		}
	}
	return own / sum, own > 0
}

// Surroundings yields the letters around position at, in the order of the trees: left, right, left and so
// on, each side up to a Border, at most Depth of them.
func Surroundings(word []rune, at int) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		left, right := at-1, at+1
		for step := 0; step < Depth && (left >= -1 || right <= len(word)); step++ {
			goLeft := left >= -1 && (step%2 == 0 || right > len(word))
			k := right
			if goLeft {
				k = left
				left--
			} else {
				right++
			}
			letter := Border
			if k >= 0 && k < len(word) {
				letter = word[k]
			}
			if !yield(step, letter) {
				return
			}
		}
	}
}

// Odds are stored as a byte: eighths of a power of two, plus 128.
const (
	eighths = 8
	even    = 128
)

// weight is the frequency of an accent relative to no accent.
func weight(odds byte) float64 {
	fractions := [eighths]float64{1, 1.0905077326652577, 1.189207115002721, 1.2968395546510096, 1.4142135623730951,
		1.5422108254079407, 1.681792830507429, 1.8340080864093424}
	return math.Ldexp(fractions[odds%eighths], (int(odds)-even)>>3)
}

// Odds is the byte that priors.bin has for a ratio.
func Odds(ratio float64) byte {
	return byte(min(max(math.Round(eighths*math.Log2(ratio))+even, 0), math.MaxUint8))
}

// Word returns the small letters of a text without their accents, as At wants them.
func Word(text []rune) []rune {
	out := make([]rune, len(text))
	for i, c := range text {
		out[i] = Plain(unicode.ToLower(c))
	}
	return out
}

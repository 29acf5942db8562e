// Package phrase compares short phrases by meaning, across the languages of the lexicon.
//
// A phrase is the sum of the vectors of its words and of their character n-grams, found by hash (Bojanowski et al.,
// "Enriching word vectors with subword information", 2017). The package lab/phrase trains the vectors on translations,
// so that "Geburtsdatum" and "date of birth" are near.
package phrase

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/internal/matrix"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Limits of the features of a phrase. Longer phrases are cut.
const (
	maxWords = 16
	minGram  = 3 // characters, with the marks of a word's ends
	maxGram  = 5
)

// Feature is a hashed word or n-gram with its weight.
type Feature struct {
	Hash   uint32
	Weight float32
}

// Features returns the features of a phrase: each word with weight 1, and its n-grams with a weight of 1 together.
func Features(text string) []Feature {
	const perLetter, perWord = 2, 4
	words := lexicon.FoldWords(text)
	words = words[:min(len(words), maxWords)]
	out := make([]Feature, 0, perLetter*len(text)+perWord*len(words))
	for _, word := range words {
		out = append(out, Feature{hash("=" + word), 1})
		first := len(out)
		runes := []rune("<" + word + ">")
		for n := minGram; n <= maxGram; n += 2 {
			for i := 0; i+n <= len(runes); i++ {
				out = append(out, Feature{Hash: hash(string(runes[i : i+n]))})
			}
		}
		for i := first; i < len(out); i++ {
			out[i].Weight = 1 / float32(len(out)-first)
		}
	}
	return out
}

// hash is FNV-1a, without an allocation.
func hash(text string) uint32 {
	const offset, prime = 2166136261, 16777619
	h := uint32(offset)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * prime
	}
	return h
}

// Vector is the direction of a phrase, with length 1, or 0 for a phrase without words.
type Vector []float32

// Set holds groups of phrases to compare with others.
type Set struct {
	groups  int
	group   []int     // of each phrase
	columns []float32 // the vectors
}

// NewSet returns a set of groups of phrases.
func NewSet(groups ...[]Vector) *Set {
	s, all := &Set{groups: len(groups)}, slices.Concat(groups...)
	for i, group := range groups {
		s.group = append(s.group, slices.Repeat([]int{i}, len(group))...)
	}
	for k := 0; len(all) > 0 && k < len(all[0]); k++ {
		for _, v := range all {
			s.columns = append(s.columns, v[k])
		}
	}
	return s
}

// Cosines returns for each group the greatest similarity of one of its phrases and one of others, or 0.
func (s *Set) Cosines(others []Vector) []float64 {
	best := make([]float64, s.groups)
	for _, v := range others {
		s.raise(best, s.products(v), 1)
	}
	return best
}

func (s *Set) products(v Vector) []float32 {
	out := make([]float32, len(s.group))
	matrix.AddProducts(v, s.columns, out)
	return out
}

func (s *Set) raise(best []float64, products []float32, length float32) {
	for i, p := range products {
		best[s.group[i]] = max(best[s.group[i]], float64(p/length))
	}
}

// Word is a word of a text whose phrases are compared with a set.
type Word struct {
	sum      Vector
	products []float32 // with the phrases of the set
}

// NewWord returns a word to compare with a set.
func NewWord(m *Model, word string, s *Set) Word {
	sum := m.sum(word)
	return Word{sum, s.products(sum)}
}

// CosinesOf returns Cosines of the phrase of some words. The vector of a phrase is the sum of those of its words, and
// so are its products.
func (s *Set) CosinesOf(words []Word) []float64 {
	sum, products, best := slices.Clone(words[0].sum), slices.Clone(words[0].products), make([]float64, s.groups)
	for _, w := range words[1:] {
		for i, x := range w.sum {
			sum[i] += x
		}
		for i, p := range w.products {
			products[i] += p
		}
	}
	if length := sum.length(); length > 0 {
		s.raise(best, products, length)
	}
	return best
}

// Model holds the vectors of the hashed features.
type Model struct {
	rows, width int
	scales      []float32
	weights     []byte // of the file, in two's complement
}

//go:embed phrase.bin
var phraseBin []byte

// Embedded returns the embedded model.
//
//nolint:gochecknoglobals // read-only, made once
var Embedded = sync.OnceValues(func() (*Model, error) { return Parse(phraseBin) })

// Parse reads a model: the number of rows and the width as 32-bit integers, a scale for each row as a 32-bit float,
// and the rows as 8-bit integers, all little endian. The model keeps the data.
func Parse(data []byte) (*Model, error) {
	const head, float = 8, 4
	if len(data) < head {
		return nil, errors.New("phrase: the model has no header")
	}
	rows, width := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
	if rows == 0 || width == 0 || uint64(len(data)) != head+uint64(rows)*(float+uint64(width)) {
		return nil, errors.New("phrase: the model has another size than its header states")
	}
	m := &Model{rows: int(rows), width: int(width), scales: make([]float32, rows)}
	data = data[head:]
	for i := range m.scales {
		m.scales[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[float*i:]))
	}
	m.weights = data[float*m.rows:]
	return m, nil
}

// Embed returns the vector of a phrase.
func (m *Model) Embed(text string) Vector {
	v := m.sum(text)
	if length := v.length(); length > 0 {
		for i := range v {
			v[i] /= length
		}
	}
	return v
}

// sum returns the sum of the vectors of the features of a phrase.
func (m *Model) sum(text string) Vector {
	v := make(Vector, m.width)
	for _, f := range Features(text) {
		row := int(f.Hash % uint32(m.rows)) //nolint:gosec // the rows fit in 32 bits
		matrix.AddBytes(v, m.weights[row*m.width:(row+1)*m.width], f.Weight*m.scales[row])
	}
	return v
}

func (v Vector) length() float32 {
	sum := float32(0)
	for _, x := range v {
		sum += float32(x * x)
	}
	return float32(math.Sqrt(float64(sum)))
}

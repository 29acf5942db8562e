// Package language guesses the language of a document from single words: those
// that hold sentences together, and the labels of business papers. Words are
// compared folded, so that letters which lost their accents still count.
package language

import (
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Codes of the languages that can be told apart, in BCP 47.
func Codes() []string { return lexicon.Codes() }

// index lists the languages that have a word.
type index map[string][]string

// indexes are built once, then only read.
//
//nolint:gochecknoglobals // see above
var (
	byFunctionWord = sync.OnceValue(func() index { return indexOf(false) })
	byAnyWord      = sync.OnceValue(func() index { return indexOf(true) })
)

func indexOf(withLabels bool) index {
	all := index{}
	for _, code := range Codes() {
		function, labels := lexicon.LanguageWords(code)
		if withLabels {
			function = append(function, labels...)
		}
		for _, w := range function {
			all[w] = append(all[w], code)
		}
	}
	return all
}

// Votes are what words say for each language: a word counts one, shared among
// the languages that have it.
type Votes struct {
	index  index
	counts map[string]float64
}

// NewVotes counts function words alone, which stand in every text.
func NewVotes() *Votes { return &Votes{index: byFunctionWord(), counts: map[string]float64{}} }

// NewVotesOfPaper counts the labels of business papers, too.
func NewVotesOfPaper() *Votes { return &Votes{index: byAnyWord(), counts: map[string]float64{}} }

// Add counts a folded word.
func (v *Votes) Add(word string) {
	codes := v.index[word]
	for _, code := range codes {
		v.counts[code] += 1 / float64(len(codes))
	}
}

// For returns what was counted for a language.
func (v *Votes) For(code string) float64 { return v.counts[code] }

// Winner returns the language with most votes, its votes and those of the one
// behind it; "" where nothing was counted.
func (v *Votes) Winner() (code string, most, second float64) {
	for _, c := range Codes() {
		switch n := v.counts[c]; {
		case n > most:
			code, most, second = c, n, most
		case n > second:
			second = n
		}
	}
	return code, most, second
}

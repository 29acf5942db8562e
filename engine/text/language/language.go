// Package language guesses the language of a document from function words and labels of business documents. Words are
// compared folded, so words that lost their accents still count.
package language

import (
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Codes returns the codes of the supported languages (BCP 47).
func Codes() []string { return lexicon.Codes() }

type index map[string][]string

// Both indexes are built once and then only read.
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

// Votes counts words per language. Languages that share a word share its vote.
type Votes struct {
	index  index
	counts map[string]float64
}

// NewVotes counts only function words, which occur in every text.
func NewVotes() *Votes { return &Votes{index: byFunctionWord(), counts: map[string]float64{}} }

// NewVotesOfPaper also counts labels of business documents.
func NewVotesOfPaper() *Votes { return &Votes{index: byAnyWord(), counts: map[string]float64{}} }

// Add counts a folded word.
func (v *Votes) Add(word string) {
	codes := v.index[word]
	for _, code := range codes {
		v.counts[code] += 1 / float64(len(codes))
	}
}

// For returns the votes for a language.
func (v *Votes) For(code string) float64 { return v.counts[code] }

// Winner returns the language with most votes, its votes and those of the runner-up. The code is "" without votes.
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

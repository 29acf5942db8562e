package lexicon

import "strings"

type phraseMap[T any] struct {
	entries map[string][]T
	opening map[string]int // words of the longest phrase that opens with a word
}

func newPhraseMap[T any]() *phraseMap[T] {
	return &phraseMap[T]{entries: map[string][]T{}, opening: map[string]int{}}
}

func (p *phraseMap[T]) add(phrase string, meaning T) {
	p.entries[phrase] = append(p.entries[phrase], meaning)
	p.opens(phrase)
}

func (p *phraseMap[T]) opens(phrase string) {
	first, _, _ := strings.Cut(phrase, " ")
	if n := strings.Count(phrase, " ") + 1; n > p.opening[first] {
		p.opening[first] = n
	}
}

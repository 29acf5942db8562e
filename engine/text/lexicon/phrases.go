package lexicon

import "strings"

// Phrases maps folded phrases to their meanings.
type Phrases[T any] struct {
	entries  table // the numbers of meanings
	meanings [][]T
	opening  table // words of the longest phrase that opens with a word
}

// Meanings returns the meanings of a whole folded phrase, or nil.
func (p *Phrases[T]) Meanings(phrase string) []T {
	if n, ok := p.entries.find(phrase); ok {
		return p.meanings[n]
	}
	return nil
}

// Each calls visit with every folded phrase, unordered.
func (p *Phrases[T]) Each(visit func(phrase string)) { p.entries.each(visit) }

// opens returns the number of words of the longest phrase that opens with a word.
func (p *Phrases[T]) opens(word string) int {
	n, _ := p.opening.find(word)
	return n
}

// Longest returns the meanings of the longest phrase at the beginning of the folded words, the phrase and its number
// of words, or 0 if there is no match.
//
// token maps each folded word to its printed word, so that a phrase ends at the end of a printed word. It may be nil.
func (p *Phrases[T]) Longest(words []string, token []int) (meanings []T, phrase string, n int) {
	if len(words) == 0 {
		return nil, "", 0
	}
	run := runOf(words, p.opens(words[0]))
	for n := run.len(); n > 0; n-- {
		if insideWord(token, n) {
			continue
		}
		if m := p.Meanings(run.first(n)); m != nil {
			return m, run.first(n), n
		}
	}
	return nil, "", 0
}

func insideWord(token []int, n int) bool { return n < len(token) && token[n] == token[n-1] }

const maxPhraseWords = 8

// run is the first words of a text, joined once.
type run struct {
	text string
	ends [maxPhraseWords]int // of each word in text
	n    int
}

func runOf(words []string, most int) run {
	r := run{n: min(most, len(words), maxPhraseWords)}
	switch r.n {
	case 0:
		return r
	case 1:
		r.text = words[0]
	default:
		r.text = strings.Join(words[:r.n], " ")
	}
	end := -1
	for i, w := range words[:r.n] {
		end += 1 + len(w)
		r.ends[i] = end
	}
	return r
}

func (r *run) len() int { return r.n }

func (r *run) first(n int) string { return r.text[:r.ends[n-1]] }

func (r *run) from(i, n int) string { return r.text[r.ends[i-1]+1 : r.ends[n-1]] }

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

package lexicon

import "strings"

// Phrases maps folded phrases to what they mean.
type Phrases[T any] struct {
	entries map[string][]T
	most    int // words of the longest phrase
	labels  bool
}

// newPhrases makes an index with room for so many phrases.
func newPhrases[T any](room int) *Phrases[T] { return &Phrases[T]{entries: make(map[string][]T, room)} }

func (p *Phrases[T]) add(phrase string, meaning T) {
	p.entries[phrase] = append(p.entries[phrase], meaning)
	p.most = max(p.most, strings.Count(phrase, " ")+1)
}

// Meanings returns what a whole folded phrase means, the strongest first, nil
// where it means nothing.
func (p *Phrases[T]) Meanings(phrase string) []T { return p.entries[phrase] }

// Each calls visit with every folded phrase, in no order.
func (p *Phrases[T]) Each(visit func(phrase string)) {
	for phrase := range p.entries {
		visit(phrase)
	}
}

// Longest returns what the longest phrase means that the folded words open with,
// the phrase and how many of the words it takes; 0 where none does.
//
// token numbers the printed word that each folded word comes from: a phrase ends
// where a printed word does. It may be nil. Labels also match with words such as
// "of" behind their first word left out, and with a rate glued to their end:
// "GST@6%".
func (p *Phrases[T]) Longest(words []string, token []int) (meanings []T, phrase string, n int) {
	most := p.most
	if p.labels {
		most++ // for "of"
	}
	for n := min(most, len(words)); n > 0; n-- {
		if token != nil && n < len(words) && token[n] == token[n-1] && (!p.labels || !digits(words[n])) {
			continue
		}
		phrase := words[0]
		if n > 1 {
			phrase = strings.Join(words[:n], " ")
		}
		if m, ok := p.entries[phrase]; ok {
			return m, phrase, n
		}
		if !p.labels || n < 3 || !Connective.Has(words[1]) {
			continue
		}
		rest := words[2:n]
		if n > 3 && Connective.Has(rest[0]) {
			rest = rest[1:]
		}
		if m, ok := p.entries[words[0]+" "+strings.Join(rest, " ")]; ok {
			return m, phrase, n
		}
	}
	return nil, "", 0
}

func digits(word string) bool { return strings.Trim(word, "0123456789") == "" }

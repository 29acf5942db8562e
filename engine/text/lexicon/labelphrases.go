package lexicon

import "strings"

// LabelPhrases are the labels of documents: listed ones, and unlisted pairs of two halves.
type LabelPhrases struct {
	*Phrases[Term]
	pairs *pairs
}

func (p *LabelPhrases) written(phrase string) bool {
	_, ok := p.entries.find(phrase)
	return ok
}

// Meanings returns the terms of a whole folded phrase, the strongest first, or nil if it is no label.
func (p *LabelPhrases) Meanings(phrase string) []Term {
	if known := p.Phrases.Meanings(phrase); known != nil {
		return known
	}
	if strings.IndexByte(phrase, ' ') < 0 {
		return p.pairs.terms(p.pairs.together(phrase, p.written))
	}
	words := strings.Split(phrase, " ")
	if len(words) > maxPhraseWords {
		return nil
	}
	r := runOf(words, len(words))
	return p.pairs.terms(p.pairs.spaced(&r, len(words)))
}

// Each calls visit with every folded phrase, unordered and possibly twice.
func (p *LabelPhrases) Each(visit func(phrase string)) {
	p.Phrases.Each(visit)
	p.pairs.each(visit)
}

// Longest is Phrases.Longest for labels. Labels also match without words such as "of" after their first word, and with
// a rate attached to the end: "GST@6%".
func (p *LabelPhrases) Longest(words []string, token []int) (meanings []Term, phrase string, n int) {
	if len(words) == 0 {
		return nil, "", 0
	}
	const left = 2 // words such as "of the"
	most := p.opens(words[0])
	if half, ok := p.pairs.opening.find(words[0]); ok {
		most = max(most, half+p.pairs.maxWords)
	}
	if most > 0 {
		r := runOf(words, most+left)
		for n := r.len(); n > 1; n-- {
			if insideWord(token, n) && !digits(words[n]) {
				continue
			}
			if m := p.termsOf(&r, words, n); m != nil {
				return m, r.first(n), n
			}
		}
	}
	if insideWord(token, 1) && !digits(words[1]) {
		return nil, "", 0
	}
	if m := p.Meanings(words[0]); m != nil {
		return m, words[0], 1
	}
	return nil, "", 0
}

// termsOf returns the terms of the first n words of a run, with or without the connecting words.
func (p *LabelPhrases) termsOf(r *run, words []string, n int) []Term {
	if m := p.Phrases.Meanings(r.first(n)); m != nil {
		return m
	}
	if found := p.pairs.spaced(r, n); found != 0 {
		return p.pairs.terms(found)
	}
	if n < 3 || !Connective.Has(words[1]) {
		return nil
	}
	rest := words[2:n]
	if n > 3 && Connective.Has(rest[0]) {
		rest = rest[1:]
	}
	return p.Meanings(words[0] + " " + strings.Join(rest, " "))
}

func digits(word string) bool { return strings.Trim(word, "0123456789") == "" }

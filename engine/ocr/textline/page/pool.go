package page

import (
	"slices"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// pooled averages the accents over all attempts that agree on the letters, because a faint accent may be
// visible in another picture. The best attempt's letters get the mean probabilities; the choice of attempt
// does not change.
func pooled(best *attempt, all []*attempt) {
	var like []*attempt
	for _, a := range all {
		if areLike(best.text.Characters, a.text.Characters) {
			like = append(like, a)
		}
	}
	if len(like) < 2 {
		return
	}
	for k := range best.text.Characters {
		c := &best.text.Characters[k]
		if isLetter(c.Text) {
			*c = pooledCharacter(*c, like, k)
		}
	}
}

// areLike reports whether two texts differ only in accents.
func areLike(a, b []ctc.Character) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if plainOf(a[k].Text) != plainOf(b[k].Text) {
			return false
		}
	}
	return true
}

// plainOf is the first letter of a text without its accent.
func plainOf(text string) rune {
	c, _ := utf8.DecodeRuneInString(text)
	return accent.Plain(c)
}

// pooledCharacter is character k of the best attempt with the attempts' mean probabilities of accents.
func pooledCharacter(c ctc.Character, like []*attempt, k int) ctc.Character {
	own, others := apart(c)
	variants := []ctc.Alternative{{Text: c.Text}}
	sum := 0.0
	for _, a := range like {
		seen, _ := apart(a.text.Characters[k])
		for _, v := range seen {
			sum += v.Probability
			at := slices.IndexFunc(variants, func(w ctc.Alternative) bool { return w.Text == v.Text })
			if at < 0 {
				variants = append(variants, v)
			} else {
				variants[at].Probability += v.Probability
			}
		}
	}
	whole := 0.0
	for _, v := range own {
		whole += v.Probability
	}
	for i := range variants {
		variants[i].Probability *= whole / sum
	}
	c.Probability = variants[0].Probability
	c.Alternatives = append(variants[1:], others...)
	return c
}

// apart splits a character's alternatives: letters that differ only in accents, itself first, and all
// others.
func apart(c ctc.Character) (variants, others []ctc.Alternative) {
	variants = []ctc.Alternative{{Text: c.Text, Probability: c.Probability}}
	for _, other := range c.Alternatives {
		if plainOf(other.Text) == plainOf(c.Text) {
			variants = append(variants, other)
		} else {
			others = append(others, other)
		}
	}
	return variants, others
}

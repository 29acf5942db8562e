package page

import (
	"slices"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// pooled lets all attempts at a line that read its letters alike say which accents these have, as
// an accent that one picture hardly shows another one may: the best attempt's letters get the
// mean of what they all say. Which of them it is stays as it was.
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

// areLike reports whether two texts differ in no more than accents.
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

// pooledCharacter is character k of the best attempt with the mean of what attempts say of its
// accents.
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

// apart returns what a character may be: the letters that differ from it in no more than their
// accents, itself first, and all others.
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

package ctc

import (
	"cmp"
	"slices"
	"strings"
)

// Reading is a possible text of some characters, without spaces around it.
type Reading struct {
	Text        string
	Probability float64 // relative to the other readings

	classes []int
}

// Readings returns the possible texts of characters from to to-1, most likely first: those that a beam search finds
// in the steps from the character before to the one after. beam is the number of prefixes.
func (t Text) Readings(from, to, beam int) []Reading {
	first, last := t.stepsOf(from, to)
	search := newTree()
	for i := first; i < last; i++ {
		search.advance(&t.steps[i], beam)
	}
	var out []Reading
	for _, n := range search.live {
		r := t.decoder.reading(search.classesOf(n), search.nodes[n].total())
		same := slices.IndexFunc(out, func(o Reading) bool { return o.Text == r.Text })
		switch {
		case r.Text == "" || r.Probability == 0:
		case same >= 0:
			out[same].Probability += r.Probability
		default:
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Reading) int { return cmp.Compare(b.Probability, a.Probability) })
	return out
}

func (d *Decoder) reading(classes []int, probability float64) Reading {
	isText := func(class int) bool { return class != d.space }
	first := max(slices.IndexFunc(classes, isText), 0)
	for len(classes) > first && !isText(classes[len(classes)-1]) {
		classes = classes[:len(classes)-1]
	}
	classes = classes[first:]
	var text strings.Builder
	for _, c := range classes {
		text.WriteString(d.labels[c])
	}
	return Reading{text.String(), probability, classes}
}

// Replace returns the text with a reading of characters from to to-1 in their place.
func (t Text) Replace(from, to int, r Reading) Text {
	first, last := t.stepsOf(from, to)
	part := t.decoder.spell(t.steps[first:last], r.classes)
	for i := range part.Characters {
		part.Characters[i].First += first
		part.Characters[i].Last += first
	}
	t.Characters = slices.Concat(t.Characters[:from], part.Characters, t.Characters[to:])
	t.classes = slices.Concat(t.classes[:from], r.classes, t.classes[to:])
	t.LogProbability = likelihood(t.steps, t.classes, unlikely)
	return t
}

// stepsOf returns the steps between the characters around from to to-1.
func (t Text) stepsOf(from, to int) (first, last int) {
	last = len(t.steps)
	if from > 0 {
		first = t.Characters[from-1].Last + 1
	}
	if to < len(t.Characters) {
		last = max(t.Characters[to].First, first)
	}
	return first, last
}

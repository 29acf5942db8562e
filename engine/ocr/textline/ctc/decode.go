// Package ctc decodes the output of a network trained with connectionist temporal classification (Graves et
// al., "Connectionist Temporal Classification", ICML 2006): scores of every character and a blank for each
// step along a line. A character may last several steps; a blank separates equal characters.
//
// It finds the text by prefix beam search (Hannun et al., "First-Pass Large Vocabulary Continuous Speech
// Recognition using Bi-Directional Recurrent DNNs", 2014, without a language model), and the characters'
// places by Viterbi alignment.
package ctc

import (
	"math"
	"slices"
	"strings"
)

// Text is the decoded text of a line.
type Text struct {
	Characters []Character
	// LogProbability is the natural logarithm of the probability that the steps spell this text, over all
	// paths; 0 is certain.
	LogProbability float64

	steps   []step
	classes []int
	decoder *Decoder
}

// Support returns the natural logarithm of the probability that the steps of t spell another text, read
// from another picture of the same line. Excluded classes get a small probability, so that a single wrong
// step cannot outvote all other pictures.
func (t Text) Support(of Text) float64 { return likelihood(t.steps, of.classes, unlikely) }

// Spaced returns the natural logarithm of the ratio of the text's probabilities with and without a space
// before character k: around 0 if both are equally likely.
func (t Text) Spaced(k int) float64 {
	if t.decoder.space < 1 {
		return math.Inf(-1)
	}
	return likelihood(t.steps, slices.Insert(slices.Clone(t.classes), k, t.decoder.space), 0) - t.LogProbability
}

// String returns the text.
func (t Text) String() string {
	var b strings.Builder
	for i := range t.Characters {
		b.WriteString(t.Characters[i].Text)
	}
	return b.String()
}

// Character is one label of the text.
type Character struct {
	Text string
	// Probability that this character is here, with no missing character before it.
	Probability float64
	// Raised is by how much the other letters of its word have raised Probability.
	Raised float64
	// First and Last are the steps over which it was recognized.
	First, Last int
	// Alternatives are other possible characters, most likely first.
	Alternatives []Alternative
}

// Alternative is another label for the same place.
type Alternative struct {
	Text        string
	Probability float64
}

// Decoder spells texts. It is safe for concurrent use.
type Decoder struct {
	labels []string
	space  int // class of the space, -1 without one
	e      *exponentials
}

// New returns a decoder for labels by class; class 0 is the blank.
func New(labels []string) *Decoder {
	return &Decoder{labels, slices.Index(labels, " "), newExponentials()}
}

// Decode returns the most likely text of a line. scores returns those of each step, one for each label,
// before softmax. beam is the number of prefixes; 1 selects greedy decoding.
func (d *Decoder) Decode(count int, scores func(step int) []float32, beam int) Text {
	steps := make([]step, count)
	likely := make([]choice, 0, len(d.labels))
	for i := range steps {
		steps[i] = d.e.softmax(scores(i), likely)
	}
	var classes []int
	if beam > 1 {
		classes = search(steps, beam)
	} else {
		classes = bestPath(steps)
	}
	return d.spell(steps, classes)
}

func bestPath(steps []step) []int {
	var out []int
	before := 0
	for i := range steps {
		best := 0
		if c := steps[i].classes; len(c) > 0 && c[0].probability > steps[i].blank {
			best = c[0].class
		}
		if best != 0 && best != before {
			out = append(out, best)
		}
		before = best
	}
	return out
}

// Package ctc spells the text that a network trained with connectionist temporal
// classification means (Graves et al., "Connectionist Temporal Classification",
// ICML 2006): for each step along a line it scores every character and a blank; a
// character goes on over steps and is told from its like by a blank between them.
//
// The text is found by prefix beam search (Hannun et al., "First-Pass Large
// Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent DNNs",
// 2014, without a language model), its characters' places by Viterbi alignment.
package ctc

import (
	"math"
	"slices"
	"strings"
)

// Text is what a line says.
type Text struct {
	Characters []Character
	// LogProbability is the natural logarithm of the probability that the steps spell
	// just this text, over all ways to do so; 0 is certain.
	LogProbability float64

	steps   []step
	classes []int
	space   int // its class, below 1 without one
}

// Support returns the natural logarithm of the probability that the steps which t was
// spelled from spell another text: one read from another picture of the same line. What a
// step rules out counts as hardly likely, since one step that is wrong must not outvote
// all other pictures.
func (t Text) Support(of Text) float64 { return likelihood(t.steps, of.classes, unlikely) }

// Spaced returns the natural logarithm of how much likelier the steps spell the text with a
// space before character k than without: around 0 where both are as likely.
func (t Text) Spaced(k int) float64 {
	if t.space < 1 {
		return math.Inf(-1)
	}
	return likelihood(t.steps, slices.Insert(slices.Clone(t.classes), k, t.space), 0) - t.LogProbability
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
	// Probability that this character stands here, and no other one before it
	// that the text leaves out.
	Probability float64
	// First and Last are the steps over which it was recognised.
	First, Last int
	// Alternatives are what it may be instead, the likeliest first.
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

// Decode spells the likeliest text of a line. scores gives those of each step, one
// for each label, before any softmax. beam is how many beginnings are followed at a
// time; with 1 each step's best class alone counts.
func (d *Decoder) Decode(count int, scores func(step int) []float32, beam int) Text {
	steps := make([]step, count)
	fixed := make([]int, len(d.labels))
	for i := range steps {
		steps[i] = d.e.softmax(scores(i), fixed)
	}
	var classes []int
	if beam > 1 {
		classes = search(steps, beam)
	} else {
		classes = bestPath(steps)
	}
	return d.spell(steps, classes)
}

// bestPath returns the classes of the best path.
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

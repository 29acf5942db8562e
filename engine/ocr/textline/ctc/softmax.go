package ctc

import (
	"math"
	"math/bits"
)

// Scores are rounded to 1/unit, so that each exponential comes from a table, independent of the processor's
// floating-point unit.
const (
	unit     = 256
	deep     = 40       // e^-deep and less count as nothing
	one      = 1 << 62  // 1 in the tables
	limit    = 1 << 20  // of a score, beyond which it makes no difference
	minScore = -1 << 30 // a score that is no number
)

// exponentials are tables of e^(-k/unit) and of e^-n.
type exponentials struct {
	fractions [unit]uint64
	wholes    [deep]uint64
}

func newExponentials() *exponentials {
	const (
		fraction = 4593706758521714574 // e^(-1/256) · 2^62
		whole    = 1696544475317221319 // e^(-1) · 2^62
	)
	e := &exponentials{}
	e.fractions[0], e.wholes[0] = one, one
	for k := 1; k < unit; k++ {
		e.fractions[k] = times(e.fractions[k-1], fraction)
	}
	for n := 1; n < deep; n++ {
		e.wholes[n] = times(e.wholes[n-1], whole)
	}
	return e
}

func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high<<2 | low>>62
}

// value returns e^-(d/unit).
func (e *exponentials) value(d int) uint64 {
	if d >= deep*unit {
		return 0
	}
	return times(e.wholes[d/unit], e.fractions[d%unit])
}

// step is the network's output for one step: the probability of the blank, and the possible classes, most
// likely first.
type step struct {
	blank   float64
	classes []choice
}

type choice struct {
	class       int
	probability float64
}

const (
	maxClasses = 12   // classes of a step
	unlikely   = 1e-4 // probability below which a class does not come into question
	negligible = 14   // difference from the highest score beyond which a class counts as impossible
)

// softmax converts the scores of one step to probabilities; likely is a buffer.
func (e *exponentials) softmax(scores []float32, likely []choice) step {
	top := float32(-limit)
	for _, s := range scores {
		if s > top {
			top = s
		}
	}
	highest, least := fixedPoint(top), top-negligible
	var sum uint64 // in parts of 2^40: no sum of scores overflows
	likely = likely[:0]
	for class, s := range scores {
		if s < least {
			continue
		}
		part := e.value(highest-fixedPoint(s)) >> 22
		sum += part
		likely = append(likely, choice{class, float64(part)})
	}
	if sum == 0 { // no score is a number
		return step{blank: 1}
	}
	out := step{}
	for _, c := range likely {
		c.probability /= float64(sum)
		switch {
		case c.class == 0:
			out.blank = c.probability
		case c.probability >= unlikely:
			out.insert(c)
		}
	}
	return out
}

func (s *step) insert(c choice) {
	i := len(s.classes)
	if i < maxClasses {
		s.classes = append(s.classes, c)
	} else if i--; s.classes[i].probability >= c.probability {
		return
	}
	for ; i > 0 && s.classes[i-1].probability < c.probability; i-- {
		s.classes[i] = s.classes[i-1]
	}
	s.classes[i] = c
}

func (s *step) probability(class int) float64 {
	if class == 0 {
		return s.blank
	}
	for _, c := range s.classes {
		if c.class == class {
			return c.probability
		}
	}
	return 0
}

func fixedPoint(score float32) int {
	if score != score { //nolint:gocritic // not a number
		return minScore
	}
	return int(math.RoundToEven(min(max(float64(score), -limit), limit) * unit))
}

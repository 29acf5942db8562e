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
)

// softmax converts the scores of one step to probabilities; fixed is a buffer of the same length.
func (e *exponentials) softmax(scores []float32, fixed []int) step {
	highest := minScore
	for i, s := range scores {
		fixed[i] = fixedPoint(s)
		highest = max(highest, fixed[i])
	}
	var sum uint64 // in parts of 2^40: no sum of scores overflows
	for _, f := range fixed {
		sum += e.value(highest-f) >> 22
	}
	whole := float64(sum)
	share := func(f int) float64 { return float64(e.value(highest-f)>>22) / whole }
	out := step{blank: share(fixed[0])}
	for class, f := range fixed[1:] {
		if highest-f > 10*unit { // e^-10 is below what is unlikely
			continue
		}
		if p := share(f); p >= unlikely {
			out.insert(choice{class + 1, p})
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

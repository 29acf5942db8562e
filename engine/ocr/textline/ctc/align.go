package ctc

import "math"

// spell aligns the classes of a text with the steps.
func (d *Decoder) spell(steps []step, classes []int) Text {
	out := Text{LogProbability: likelihood(steps, classes, 0), steps: steps, classes: classes, decoder: d}
	if len(classes) == 0 {
		return out
	}
	states := align(steps, classes)
	out.Characters = make([]Character, len(classes))
	for k, class := range classes {
		out.Characters[k] = Character{Text: d.labels[class], First: -1}
	}
	doubts := make([]float64, len(classes)+1) // that something was left out, before each character
	for i, state := range states {
		k := state / 2
		if state%2 == 0 {
			doubts[k] = max(doubts[k], leftOut(&steps[i], classes, k))
			continue
		}
		c := &out.Characters[k]
		if c.First < 0 {
			c.First = i
		}
		c.Last = i
		if p := steps[i].probability(classes[k]); p > c.Probability || c.First == i {
			c.Probability = p
			c.Alternatives = d.alternatives(&steps[i], classes[k])
		}
	}
	for k := range classes {
		out.Characters[k].Probability *= 1 - doubts[k]
	}
	out.Characters[len(classes)-1].Probability *= 1 - doubts[len(classes)]
	return out
}

// leftOut is the probability that a step between the characters k-1 and k shows a character missing in the
// text.
func leftOut(s *step, classes []int, k int) float64 {
	sum := 0.0
	for _, c := range s.classes {
		if k > 0 && c.class == classes[k-1] || k < len(classes) && c.class == classes[k] {
			continue
		}
		sum += c.probability
	}
	return min(sum, 1)
}

// alternatives returns the other possible classes of a step.
func (d *Decoder) alternatives(s *step, class int) []Alternative {
	const worth = 0.001
	var out []Alternative
	for _, c := range s.classes {
		if c.class != class && c.probability >= worth {
			out = append(out, Alternative{d.labels[c.class], c.probability})
		}
	}
	return out
}

// align returns for each step the state of the most likely path that spells the classes: 2k is the blank
// before class k, 2k+1 the class itself.
func align(steps []step, classes []int) []int {
	states := 2*len(classes) + 1
	score := make([]float64, states)
	for i := range score {
		score[i] = math.Inf(-1)
	}
	score[0] = 0
	came := make([]uint8, len(steps)*states) // how many states back the path came from
	before := make([]float64, states)
	for i := range steps {
		before, score = score, before
		for s := range states {
			best, back := before[s], 0
			if s > 0 && before[s-1] > best {
				best, back = before[s-1], 1
			}
			if s > 1 && s%2 == 1 && classes[s/2] != classes[s/2-1] && before[s-2] > best {
				best, back = before[s-2], 2
			}
			// Impossible classes get a small probability, because a path must exist.
			score[s] = best + logarithm(max(steps[i].probability(classOf(classes, s)), 1e-9))
			came[i*states+s] = uint8(back)
		}
	}
	at := states - 1
	if states > 1 && score[states-2] > score[states-1] {
		at = states - 2
	}
	out := make([]int, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		out[i] = at
		at -= int(came[i*states+at])
	}
	return out
}

// logarithm to base 2, exact at powers of 2 and linear between them: the same on every machine, unlike
// math.Log, and sufficient to compare paths.
func logarithm(p float64) float64 {
	fraction, exponent := math.Frexp(p)
	return float64(exponent) + float64(2*fraction) - 2
}

package ctc

import (
	"math"
	"slices"
)

// likelihood returns the natural logarithm of the probability that the steps spell the classes: the forward
// variables of Graves et al., section 4.1, normalized after each step. Values below the float64 range
// become the smallest one. No class of a step is less likely than least.
func likelihood(steps []step, classes []int, least float64) float64 {
	states := 2*len(classes) + 1 // as align has them
	forward, before := make([]float64, states), make([]float64, states)
	forward[0] = 1
	sum := 0.0
	for i := range steps {
		before, forward = forward, before
		total := 0.0
		for s := range states {
			p := before[s]
			if s > 0 {
				p += before[s-1]
			}
			if s > 1 && s%2 == 1 && classes[s/2] != classes[s/2-1] {
				p += before[s-2]
			}
			if p > 0 {
				p = float64(p * max(steps[i].probability(classOf(classes, s)), least))
			}
			forward[s] = p
			total += p
		}
		if total == 0 {
			return sum + Ln(math.SmallestNonzeroFloat64)
		}
		for s := range forward {
			forward[s] /= total
		}
		sum += Ln(total)
	}
	end := forward[states-1]
	if states > 1 {
		end += forward[states-2]
	}
	return min(sum+Ln(max(end, math.SmallestNonzeroFloat64)), 0)
}

func classOf(classes []int, state int) int {
	if state%2 == 0 {
		return 0
	}
	return classes[state/2]
}

// Ln returns the natural logarithm of a positive number, to about 12 digits. It uses single operations that
// no processor fuses; math.Log differs between machines.
func Ln(v float64) float64 {
	fraction, exponent := math.Frexp(v)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	// ln(f) = 2 artanh((f-1)/(f+1)), and |(f-1)/(f+1)| < 0.172.
	z := (fraction - 1) / (fraction + 1)
	square, power, sum := float64(z*z), z, z
	for k := 3; k <= 15; k += 2 {
		power = float64(power * square)
		sum += power / float64(k)
	}
	return float64(2*sum) + float64(float64(exponent)*math.Ln2)
}

// Merged returns the text with the equal characters k-1 and k as one, and the natural logarithm of the
// ratio of probabilities: around 0 if both are equally likely.
func (t Text) Merged(k int) (Text, float64) {
	other := t
	other.classes = slices.Delete(slices.Clone(t.classes), k, k+1)
	other.Characters = slices.Delete(slices.Clone(t.Characters), k, k+1)
	other.Characters[k-1].Last = t.Characters[k].Last
	other.LogProbability = likelihood(t.steps, other.classes, unlikely)
	return other, other.LogProbability - t.LogProbability
}

// Doubled returns the text with character k twice, and the natural logarithm of the ratio of probabilities.
func (t Text) Doubled(k int) (Text, float64) {
	other := t
	other.classes = slices.Insert(slices.Clone(t.classes), k, t.classes[k])
	other.Characters = slices.Insert(slices.Clone(t.Characters), k, t.Characters[k])
	first, second := &other.Characters[k], &other.Characters[k+1]
	first.Last = (first.First + first.Last) / 2
	second.First = min(first.Last+1, second.Last)
	other.LogProbability = likelihood(t.steps, other.classes, unlikely)
	return other, other.LogProbability - t.LogProbability
}

package eval

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Reliability measures the calibration of a set of confidences.
type Reliability struct {
	Name   string `json:"name"` // a channel, "all" or "records"
	Values int    `json:"values"`
	// ECE is the expected calibration error: the mean distance between a bin's confidence and its share of right
	// values, weighted by the number of values.
	ECE float64 `json:"ece"`
	// Chance is the ECE of perfectly calibrated values with these confidences: the median of repeated draws. It is the
	// floor for a set of this size and falls as sets grow.
	Chance float64 `json:"chance"`
	// Confident counts the values with a confidence of at least 0.9. ConfidentRight counts the right ones among them.
	Confident      int   `json:"confident"`
	ConfidentRight int   `json:"confidentRight"`
	Bins           []Bin `json:"bins"` // that hold values, by rising confidence
}

// ConfidentPrecision is the share of confident values that are right.
func (r *Reliability) ConfidentPrecision() float64 { return ratio(r.ConfidentRight, r.Confident) }

// Bin holds the values of similar confidence.
type Bin struct {
	From       float64 `json:"from"` // of confidence; To is a tenth larger and belongs to the last bin only
	To         float64 `json:"to"`
	Values     int     `json:"values"`
	Confidence float64 `json:"confidence"` // mean
	Right      float64 `json:"right"`      // share of values that are right
}

// Names of Reliability that are not channels.
const (
	allValues    = "all"
	wholeRecords = "records"
)

// calibration returns the reliability of all values, of each channel and of whole records.
func (r *Report) calibration() []Reliability {
	byChannel := map[string][]Sample{}
	for _, s := range r.Samples {
		byChannel[s.Channel] = append(byChannel[s.Channel], s)
	}
	out := []Reliability{reliability(allValues, r.Samples)}
	for _, channel := range slices.Sorted(maps.Keys(byChannel)) {
		out = append(out, reliability(channel, byChannel[channel]))
	}
	return append(out, reliability(wholeRecords, r.Records))
}

// bins is the number of bins by confidence, each a tenth wide.
const bins = 10

func binOf(confidence float64) int { return min(bins-1, max(0, int(confidence*bins))) }

func reliability(name string, samples []Sample) Reliability {
	const confident = 0.9
	r := Reliability{Name: name, Values: len(samples)}
	var right tallies
	var n [bins]int
	var sum [bins]float64
	for _, s := range samples {
		b := binOf(s.Confidence)
		n[b]++
		sum[b] += s.Confidence
		if s.Right {
			right[b]++
		}
		if s.Confidence < confident {
			continue
		}
		r.Confident++
		if s.Right {
			r.ConfidentRight++
		}
	}
	for b := range bins {
		if n[b] > 0 {
			r.Bins = append(r.Bins, Bin{
				float64(b) / bins, float64(b+1) / bins, n[b], sum[b] / float64(n[b]), ratio(right[b], n[b]),
			})
		}
	}
	r.ECE = right.ece(sum, len(samples))
	r.Chance = errorByChance(samples, sum)
	return r
}

type tallies [bins]int

// ece returns the expected calibration error of values whose confidences sum to sum in each bin.
func (t tallies) ece(sum [bins]float64, values int) float64 {
	total := 0.0
	for b, right := range t {
		total += math.Abs(sum[b] - float64(right))
	}
	return total / float64(max(1, values))
}

// errorByChance computes Reliability.Chance. It is deterministic.
func errorByChance(samples []Sample, sum [bins]float64) float64 {
	const draws, seed = 200, 1
	random := rand.New(rand.NewPCG(seed, uint64(len(samples)))) //nolint:gosec // nothing secret
	drawn := make([]float64, draws)
	for i := range drawn {
		var right tallies
		for _, s := range samples {
			if random.Float64() < s.Confidence {
				right[binOf(s.Confidence)]++
			}
		}
		drawn[i] = right.ece(sum, len(samples))
	}
	slices.Sort(drawn)
	return drawn[draws/2]
}

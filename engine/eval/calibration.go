package eval

import (
	"maps"
	"math"
	"slices"
)

// Reliability tells how true the confidences of some values are.
type Reliability struct {
	Name   string `json:"name"` // a channel, "all" or "records"
	Values int    `json:"values"`
	// ECE is the expected calibration error: the mean distance between the
	// confidences of a bin and the share of its values that are right, weighted
	// by the number of values.
	ECE float64 `json:"ece"`
	// Confident counts the values whose confidence is at least 0.9,
	// ConfidentRight those of them that are right.
	Confident      int   `json:"confident"`
	ConfidentRight int   `json:"confidentRight"`
	Bins           []Bin `json:"bins"` // that hold values, by rising confidence
}

// ConfidentPrecision is the share of confident values that are right.
func (r *Reliability) ConfidentPrecision() float64 { return ratio(r.ConfidentRight, r.Confident) }

// Bin holds the values of similar confidence.
type Bin struct {
	From       float64 `json:"from"` // of confidence; a tenth less than To, which only the last bin holds
	To         float64 `json:"to"`
	Values     int     `json:"values"`
	Confidence float64 `json:"confidence"` // mean
	Right      float64 `json:"right"`      // share of values that are right
}

// Names of Reliability that are no channels.
const (
	allValues    = "all"
	wholeRecords = "records"
)

// calibration gives the reliability of all values, of those of each channel and
// of whole records.
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

func reliability(name string, samples []Sample) Reliability {
	const bins, confident = 10, 0.9
	r := Reliability{Name: name, Values: len(samples)}
	var n, right [bins]int
	var sum [bins]float64
	for _, s := range samples {
		b := min(bins-1, max(0, int(s.Confidence*bins)))
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
		if n[b] == 0 {
			continue
		}
		bin := Bin{float64(b) / bins, float64(b+1) / bins, n[b], sum[b] / float64(n[b]), ratio(right[b], n[b])}
		r.Bins = append(r.Bins, bin)
		r.ECE += math.Abs(bin.Confidence-bin.Right) * float64(bin.Values) / float64(len(samples))
	}
	return r
}

package eval

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/schema"
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

// Constants of fitting.
const (
	fitBins = 8  // maximum knots of a curve
	minBin  = 15 // minimum values in a bin
	topOdds = 0.99
	// Each bin is smoothed with this many prior values. Their share of right ones is slightly below the group's,
	// because the rules were written with the same documents in view.
	prior      = 4
	priorShare = 0.97
	minStep    = 0.02 // bins whose scores differ by less are merged
	// minTexts is the minimum number of free texts in documents of a type for a separate curve for that type.
	minTexts = 100
)

// Fit calibrates raw scores of right and wrong values: equal-sized bins per channel and group, smoothed and made
// monotone by pooling neighbors. If a channel has no values of group "other", that group is fitted on all its values.
// The result does not depend on the order of the samples.
func Fit(samples []Sample) *calibrate.Model {
	m := &calibrate.Model{
		Fitted: map[string]string{}, Curves: map[string]map[string][]calibrate.Knot{}, Texts: map[string][]string{},
	}
	groups := map[string]map[string][]Sample{}
	all := map[string][]Sample{}
	for _, s := range samples {
		channel := calibrate.Channel(s.Source)
		if groups[channel] == nil {
			groups[channel] = map[string][]Sample{}
		}
		g := calibrate.Group(s.Field)
		groups[channel][g] = append(groups[channel][g], s)
		all[channel] = append(all[channel], s)
	}
	for channel, byGroup := range groups {
		m.Texts[channel] = typesOf(byGroup[string(schema.GroupText)])
		m.Fitted[channel] = fmt.Sprintf("%d values of %s", len(all[channel]), strings.Join(collections(all[channel]), ", "))
		m.Curves[channel] = map[string][]calibrate.Knot{}
		if len(byGroup["other"]) < minBin {
			byGroup["other"] = all[channel]
		}
		for g, values := range byGroup {
			if len(values) >= minBin {
				m.Curves[channel][g] = curve(slices.Clone(values))
			}
		}
	}
	return m
}

// typesOf lists the document types with enough free texts.
func typesOf(texts []Sample) []string {
	counts := map[string]int{}
	for _, s := range texts {
		counts[s.Type]++
	}
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n < minTexts })
	return slices.Sorted(maps.Keys(counts))
}

func collections(samples []Sample) []string {
	names := map[string]bool{}
	for _, s := range samples {
		names[s.Collection] = true
	}
	return slices.Sorted(maps.Keys(names))
}

type bin struct {
	score, right, n float64
}

func curve(values []Sample) []calibrate.Knot {
	slices.SortFunc(values, func(a, b Sample) int {
		switch {
		case a.Confidence < b.Confidence:
			return -1
		case a.Confidence > b.Confidence:
			return 1
		case a.Right != b.Right && b.Right: // the result depends on no other order
			return -1
		case a.Right != b.Right:
			return 1
		}
		return 0
	})
	size := max(minBin, int(math.Ceil(float64(len(values))/fitBins)))
	mean := 0.0
	for _, v := range values {
		if v.Right {
			mean += 1 / float64(len(values))
		}
	}
	var bins []bin
	for part := range slices.Chunk(values, size) {
		b := bin{n: float64(len(part))}
		for _, v := range part {
			b.score += v.Confidence / b.n
			if v.Right {
				b.right++
			}
		}
		if k := len(bins) - 1; k >= 0 && b.score-bins[k].score < minStep {
			bins[k] = join(bins[k], b)
			continue
		}
		bins = append(bins, b)
	}
	for i := range bins {
		bins[i].right, bins[i].n = bins[i].right+prior*priorShare*mean, bins[i].n+prior
	}
	return knots(pool(bins))
}

// pool merges neighbors until the shares rise (pool adjacent violators).
func pool(bins []bin) []bin {
	var out []bin
	for _, b := range bins {
		out = append(out, b)
		for len(out) > 1 && out[len(out)-2].right/out[len(out)-2].n > out[len(out)-1].right/out[len(out)-1].n {
			out = append(out[:len(out)-2], join(out[len(out)-2], out[len(out)-1]))
		}
	}
	return out
}

func join(x, y bin) bin {
	n := x.n + y.n
	return bin{(x.score*x.n + y.score*y.n) / n, x.right + y.right, n}
}

// knots converts bins into a curve. At score 0, without values, the curve falls to a fifth of the first bin's share.
func knots(bins []bin) []calibrate.Knot {
	if len(bins) == 0 {
		return nil
	}
	out := []calibrate.Knot{{0, round3(bins[0].right / bins[0].n / 5)}}
	for _, b := range bins {
		out = append(out, calibrate.Knot{round3(b.score), round3(min(topOdds, b.right/b.n))})
	}
	return out
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }

package eval

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/schema"
)

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

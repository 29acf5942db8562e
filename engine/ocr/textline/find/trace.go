package find

import (
	"math"

	"github.com/docmill/docmill/engine/ocr/textline/network"
)

// maps are the network's outputs for a page.
type maps struct {
	output        *network.Output
	rows, columns int
}

// Scores before the sigmoid e^score / (1 + e^score).
const (
	core   = 0.0  // a place that is in a line rather than not
	within = -0.7 // one that is if it goes on with such
	surely = 0.7  // what a line has on average
)

// run is a vertical stretch of places in the core of a line.
type run struct {
	middle         float64 // of the line, in places
	height, weight float64 // of the line, in places; scores beyond within
	score          float64 // the highest
}

// trace is a line followed from left to right.
type trace struct {
	first  int // column
	runs   []run
	missed int // columns since the last run
}

// lines connects cores from column to column. sx and sy are page pixels per pixel of the network's input.
func (m *maps) lines(sx, sy float64) []line {
	var open, done []*trace
	for x := range m.columns {
		runs := m.runs(x)
		open, done = follow(open, done, runs, x)
	}
	parts := linesOf(append(done, open...))
	fits := make([]fit, 0, len(parts))
	for _, t := range parts {
		fits = append(fits, t.fitted(t.height()))
	}
	page := newSlopes(fits)
	out := make([]line, 0, len(parts))
	for i, t := range parts {
		out = append(out, t.line(fits[i], page.steadied(fits[i], float64(m.rows)*near), sx, sy))
	}
	return out
}

// near is the part of a page's height within which lines have similar slopes.
const near = 0.1

func (m *maps) runs(x int) []run {
	var out []run
	for y := 0; y < m.rows; y++ {
		if m.output.At(y, x)[0] < within {
			continue
		}
		r := run{score: math.Inf(-1)}
		for ; y < m.rows; y++ {
			v := m.output.At(y, x)
			if v[0] < within {
				break
			}
			weight := math.Min(float64(v[0])-within, 4) + 0.05
			offset := math.Max(-2, math.Min(float64(v[2]), 2))
			r.middle += float64(weight * (float64(y) + 0.5 + offset))
			r.height += float64(weight * heightOf(v[1]))
			r.weight += weight
			r.score = math.Max(r.score, float64(v[0]))
		}
		r.middle /= r.weight
		r.height /= r.weight
		out = append(out, r)
	}
	return out
}

// heightOf converts the network's output, the binary logarithm of a line's height in pixels, to places.
func heightOf(v float32) float64 {
	return math.Exp2(math.Max(1, math.Min(float64(v), 8))) / cell
}

// follow extends the open traces by matching runs, ends those without one, and begins new ones.
func follow(open, done []*trace, runs []run, x int) (stillOpen, allDone []*trace) {
	taken := make([]bool, len(runs))
	for _, t := range open {
		last := &t.runs[len(t.runs)-1]
		best, nearest := -1, math.Inf(1)
		for i := range runs {
			r := &runs[i]
			off := math.Abs(r.middle - last.middle)
			if !taken[i] && off < nearest && off <= 0.6+0.15*last.height && alike(r.height, last.height) {
				best, nearest = i, off
			}
		}
		switch {
		case best >= 0:
			taken[best] = true
			for ; t.missed > 0; t.missed-- {
				t.runs = append(t.runs, interpolate(last, &runs[best]))
			}
			t.runs = append(t.runs, runs[best])
			stillOpen = append(stillOpen, t)
		case float64(t.missed+1) > bridge*last.height:
			done = append(done, t)
		default:
			t.missed++
			stillOpen = append(stillOpen, t)
		}
	}
	for i := range runs {
		if !taken[i] && runs[i].score >= core {
			stillOpen = append(stillOpen, &trace{first: x, runs: []run{runs[i]}})
		}
	}
	return stillOpen, done
}

// bridge is the longest gap without core within a line, in heights. Gaps between words are part of the
// core, so this one is a print defect.
const bridge = 0.35

// alike reports whether two heights can belong to one line. The network's estimate for a single column is
// often wrong.
func alike(a, b float64) bool { return a < 2*b && b < 2*a }

// interpolate interpolates a column without core.
func interpolate(a, b *run) run {
	return run{middle: (a.middle + b.middle) / 2, height: (a.height + b.height) / 2, score: within}
}

package find

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// height is the median of the estimates along the trace, in places.
func (t *trace) height() float64 {
	heights := make([]float64, 0, len(t.runs))
	for i := range t.runs {
		heights = append(heights, t.runs[i].height)
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// linesOf returns the traces that are lines: confident ones, and short ones in the row of such a line, such
// as a single figure in a table column.
func linesOf(traces []*trace) []*trace {
	rows := map[int][]placed{} // sure lines by where either end is, in places
	var lines, doubtful []*trace
	for _, t := range traces {
		switch score := t.score(); {
		case !t.isLong() || score < core:
		case score < surely:
			doubtful = append(doubtful, t)
		default:
			lines = append(lines, t)
			p := placed{t, t.height()}
			for _, r := range []*run{&t.runs[0], &t.runs[len(t.runs)-1]} {
				rows[int(r.middle)] = append(rows[int(r.middle)], p)
			}
		}
	}
	for _, t := range doubtful {
		p, row := placed{t, t.height()}, int(t.runs[0].middle)
		if slices.ContainsFunc(rows[row-1], p.isInRowOf) || slices.ContainsFunc(rows[row], p.isInRowOf) ||
			slices.ContainsFunc(rows[row+1], p.isInRowOf) {
			lines = append(lines, t)
		}
	}
	return lines
}

// isLong reports whether a trace is as long as a single thin figure.
func (t *trace) isLong() bool {
	const least = 0.15 // heights
	return float64(len(t.runs)) >= least*t.height()
}

// placed is a trace with its height, computed once because it needs sorting and a page of specks has very
// many.
type placed struct {
	*trace
	high float64
}

// isInRowOf reports whether a trace is in the row of a line and of equal height.
func (p placed) isInRowOf(line placed) bool {
	const (
		higher = 1.3 // times
		off    = 0.2 // heights
	)
	nearest := &line.runs[0]
	if line.first < p.first {
		nearest = &line.runs[len(line.runs)-1]
	}
	return p.high < higher*line.high && line.high < higher*p.high &&
		math.Abs(p.runs[0].middle-nearest.middle) <= off*line.high
}

// score is the mean of the highest scores along the trace.
func (t *trace) score() float64 {
	sum := 0.0
	for i := range t.runs {
		sum += t.runs[i].score
	}
	return sum / float64(len(t.runs))
}

func (t *trace) line(own, steadied fit, sx, sy float64) line {
	height := t.height()
	out := line{score: t.score()}
	out.Line = crop.Line{Height: height * cell * sy, Slope: own.slope * sy / sx, Certainty: own.spread}
	for _, p := range t.middle(steadied, height) {
		out.Middle = append(out.Middle, crop.Point{X: p.X * cell * sx, Y: p.Y * cell * sy})
	}
	return out
}

// middle returns the path of the line in places: straight if that fits, otherwise through points some
// heights apart, each the mean of its surroundings.
func (t *trace) middle(f fit, height float64) []crop.Point {
	n := len(t.runs)
	left, right := float64(t.first), float64(t.first+n)
	at := func(x float64) float64 { return f.y + float64(f.slope*(x-f.x)) }
	parts := int(float64(n) / (3 * height))
	if parts < 2 || t.strays(at, left) < 0.06*height {
		return []crop.Point{{X: left, Y: at(left)}, {X: right, Y: at(right)}}
	}
	points := make([]crop.Point, 0, parts+1)
	for k := range parts + 1 {
		x := left + float64(k)*(right-left)/float64(parts)
		points = append(points, crop.Point{X: x, Y: t.around(x-left, float64(n)/float64(parts), at, left)})
	}
	return points
}

// strays returns the root mean square deviation of the centers, over stretches of a few places.
func (t *trace) strays(at func(float64) float64, left float64) float64 {
	const stretch = 8 // places
	sum, n := 0.0, 0
	for i := 0; i+stretch <= len(t.runs); i += stretch {
		off := 0.0
		for k := i; k < i+stretch; k++ {
			off += t.runs[k].middle - at(left+float64(k)+0.5)
		}
		off /= stretch
		sum += float64(off * off)
		n++
	}
	return math.Sqrt(sum / float64(max(n, 1)))
}

// around returns the line's center at a place: the mean deviation from the straight line nearby.
func (t *trace) around(x, reach float64, at func(float64) float64, left float64) float64 {
	sum, weight := 0.0, 0.0
	for i := max(int(x-reach), 0); i < min(int(x+reach)+1, len(t.runs)); i++ {
		w := t.runs[i].weight * (1.05 - math.Min(math.Abs(float64(i)+0.5-x)/reach, 1))
		sum += float64(w * (t.runs[i].middle - at(left+float64(i)+0.5)))
		weight += w
	}
	if weight == 0 {
		return at(left + x)
	}
	return at(left+x) + sum/weight
}

package find

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/textline/crop"
)

// line returns the line that was followed; false if it is none.
func (t *trace) line(sx, sy float64) (crop.Line, bool) {
	const shortest = 0.25 // heights
	heights := make([]float64, 0, len(t.runs))
	sum := 0.0
	for i := range t.runs {
		heights = append(heights, t.runs[i].height)
		sum += t.runs[i].score
	}
	slices.Sort(heights)
	height := heights[len(heights)/2]
	if sum < surely*float64(len(t.runs)) || float64(len(t.runs)) < shortest*height {
		return crop.Line{}, false
	}
	line := crop.Line{Height: height * cell * sy}
	for _, p := range t.middle(height) {
		line.Middle = append(line.Middle, crop.Point{X: p.X * cell * sx, Y: p.Y * cell * sy})
	}
	return line, true
}

// middle returns the way along the line in places: straight where that is near
// enough to all that was found, else through points some heights apart, each
// the mean of what is around it.
func (t *trace) middle(height float64) []crop.Point {
	n := len(t.runs)
	left, right := float64(t.first), float64(t.first+n)
	a, b := t.straight()
	at := func(x float64) float64 { return a + float64(b*(x-left)) }
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

// straight is the straight line through all middles, by least squares: its height at
// the left end and its slope.
func (t *trace) straight() (a, b float64) {
	var n, sx, sy, sxx, sxy float64
	for i := range t.runs {
		w := t.runs[i].weight // none where the core is missing
		x, y := float64(i)+0.5, t.runs[i].middle
		n += w
		sx += float64(w * x)
		sy += float64(w * y)
		sxx += float64(w * x * x)
		sxy += float64(w * x * y)
	}
	mx, my := sx/n, sy/n
	spread := sxx/n - float64(mx*mx)
	// Slopes of short lines are noise; the crop takes them level.
	const steady = 6 // places
	if spread < steady {
		return my, 0
	}
	b = (sxy/n - float64(mx*my)) / spread
	return my - float64(b*mx), b
}

// strays returns how far the middles are off, the root of the mean square over
// stretches of a few places.
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

// around returns the line's middle at a place: how far off the straight line the
// middles around it are on average.
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

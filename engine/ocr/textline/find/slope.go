package find

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/quantile"
)

// fit is the least-squares line through the center of a trace.
type fit struct {
	x, y   float64 // the center, in places from the map's corner
	slope  float64
	spread float64 // how sure the slope is: the reciprocal of its variance
}

func (t *trace) fitted(height float64) fit {
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
	f := fit{x: float64(t.first) + mx, y: my}
	if variance := sxx/n - float64(mx*mx); variance > 0 {
		f.slope = (sxy/n - float64(mx*my)) / variance
		// Deviation of the centers of columns, relative to the height; it applies to all columns within a
		// height together.
		const off = 0.06
		f.spread = variance * float64(len(t.runs)) / (float64(off*off) * height * height * height)
	}
	return f
}

// slopes holds those of a page's longest lines.
type slopes []fit

// maxSlopes bounds the lines that determine a page's slope.
const maxSlopes = 200

func newSlopes(fits []fit) slopes {
	out := slices.Clone(fits)
	slices.SortStableFunc(out, func(a, b fit) int { return cmp.Compare(b.spread, a.spread) })
	return slopes(out[:min(len(out), maxSlopes)])
}

// around returns the slope of the page at a line: the median of the other lines' slopes, weighted by
// vertical distance.
func (s slopes) around(of fit, reach float64) float64 {
	const surest = 1 / (0.005 * 0.005)
	votes := make([]quantile.Point, 0, len(s))
	for _, f := range s {
		away := (f.y - of.y) / reach
		votes = append(votes, quantile.Point{Value: f.slope, Weight: min(f.spread, surest) / (1 + float64(away*away))})
	}
	return quantile.Of(votes, 0.5)
}

// steadied weighs a line's slope, which is noisy for short lines, against the page's.
func (s slopes) steadied(f fit, reach float64) fit {
	const loose = 1 / (0.008 * 0.008) // lines of a page do not run quite alike
	if math.IsInf(f.spread, 0) || len(s) == 0 {
		return f
	}
	own, page := float64(f.slope*f.spread), float64(s.around(f, reach)*loose)
	f.slope = (own + page) / (f.spread + loose)
	return f
}

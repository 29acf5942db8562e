package rules

import (
	"image"
	"math"
	"slices"
)

// stretch is a horizontal run of pixels darker than those above and below, in one row.
type stretch struct {
	y, from, to int
	thin, light int // its pixels with paper on both sides, and its paper
	free        int // the longest run of thin ones
}

// trace is a thin line, followed over the rows that it crosses.
type trace struct {
	from, to           int // columns
	stretches          []stretch
	pixels, thin       int
	light, free        int
	y, slope, variance float64 // y in the middle
	thick              int
}

// tracesOf connects the stretches of adjacent rows, which come in order.
func tracesOf(stretches []stretch) []*trace {
	const joint = 2 // columns
	parent := make([]int, len(stretches))
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	before := 0 // first stretch of the row above that may still touch
	for i, s := range stretches {
		parent[i] = i
		for before < i && (stretches[before].y < s.y-1 ||
			stretches[before].y == s.y-1 && stretches[before].to+joint < s.from) {
			before++
		}
		for k := before; k < i && stretches[k].y == s.y-1 && stretches[k].from <= s.to+joint; k++ {
			if stretches[k].to+joint >= s.from {
				parent[root(i)] = root(k)
			}
		}
	}
	byRoot := make([]*trace, len(stretches))
	var traces []*trace
	for i, s := range stretches {
		r := root(i)
		if byRoot[r] == nil {
			byRoot[r] = &trace{from: s.from, to: s.to}
			traces = append(traces, byRoot[r])
		}
		t := byRoot[r]
		t.from, t.to = min(t.from, s.from), max(t.to, s.to)
		t.stretches = append(t.stretches, s)
		t.pixels, t.thin, t.light = t.pixels+s.to-s.from, t.thin+s.thin, t.light+s.light
		t.free = max(t.free, s.free)
	}
	for _, t := range traces {
		t.fit()
	}
	return traces
}

// fit computes the straight line through the trace.
func (t *trace) fit() {
	var n, sx, sy, sxx, sxy, syy float64
	middle, top := float64(t.from+t.to)/2, float64(t.stretches[0].y)
	for _, s := range t.stretches {
		l := float64(s.to - s.from)
		x, y := float64(s.from+s.to)/2-middle, float64(s.y)-top
		n += l
		sx += float64(l * x)
		sy += float64(l * y)
		sxx += float64(l*x*x) + float64(l*l*l/12)
		sxy += float64(l * x * y)
		syy += float64(l * y * y)
	}
	mx, my := sx/n, sy/n
	vx := sxx/n - float64(mx*mx)
	cov := sxy/n - float64(mx*my)
	if vx > 0 {
		t.slope = cov / vx
	}
	t.variance = max(syy/n-float64(my*my)-float64(t.slope*cov), 0)
	t.y = top + my - float64(t.slope*mx)
}

func (t *trace) length() float64 { return float64(t.to - t.from) }

// thickness is the median one, which letters on the trace do not change.
func (t *trace) thickness() int {
	if t.thick > 0 {
		return t.thick
	}
	counts := make([]int, t.to-t.from)
	for _, s := range t.stretches {
		for x := s.from; x < s.to; x++ {
			counts[x-t.from]++
		}
	}
	slices.Sort(counts)
	t.thick = counts[len(counts)/2]
	return t.thick
}

// at returns the row of the trace at a column.
func (t *trace) at(x float64) float64 { return t.y + float64(t.slope*(x-float64(t.from+t.to)/2)) }

// isRule reports whether the trace is straight and has paper on both sides nearly everywhere, unlike letters
// in a row whose strokes are connected.
func (t *trace) isRule(height float64) bool {
	const steep, bent, free, broken, run = 0.12, 0.08, 0.7, 0.05, 0.8
	return math.Abs(t.slope) <= steep && t.off() <= max(1, bent*height) && float64(t.thin) >= free*float64(t.pixels) &&
		float64(t.light) <= broken*float64(t.pixels) && float64(t.free) >= min(run*height, 0.6*t.length())
}

// off is how far the trace runs from the straight line, in pixels.
func (t *trace) off() float64 {
	thickness := float64(t.pixels) / t.length()
	return math.Sqrt(max(t.variance-float64(thickness*thickness)/12, 0))
}

// endsAt counts the ends of the trace that are at one of the traces of the transposed picture.
func (t *trace) endsAt(across []*trace, near float64) (n int) {
	for _, x := range []float64{float64(t.from), float64(t.to)} {
		y := t.at(x)
		for _, o := range across {
			if float64(o.from)-near <= y && y < float64(o.to)+near &&
				math.Abs(o.at(y)-x) <= near+float64(o.thickness())/2 {
				n++
				break
			}
		}
	}
	return n
}

// erase fills the trace with the pixels above and below it in the same picture as it was before. Ink that
// continues on both sides stays, and so does ink that is thicker than the trace, such as the foot of a letter on
// an underline.
func (t *trace) erase(img, before *image.Gray) {
	thick, w := max(t.thickness(), 2), img.Rect.Dx()
	reach := float64(thick)/2 + 1 + float64(1.5*t.off())
	for _, s := range t.stretches {
		middle := t.at(float64(s.from+s.to) / 2)
		for y := max(s.y-1, thick+1); y <= min(s.y+1, img.Rect.Dy()-thick-2); y++ {
			far := thick
			if math.Abs(float64(y)-middle) > reach {
				continue // a stroke of a letter that touches the line
			}
			if y != s.y {
				far++ // the gray edge of the line
			}
			row := img.Pix[y*img.Stride:][:w]
			for x := max(s.from-thick, 0); x < min(s.to+thick, w); x++ {
				v := before.Pix[y*before.Stride+x]
				beside := v
				for d := 2; d <= far; d++ {
					beside = max(beside, min(before.Pix[(y-d)*before.Stride+x], before.Pix[(y+d)*before.Stride+x]))
				}
				if y == s.y || beside < v+darker {
					row[x] = max(row[x], beside)
				}
			}
		}
	}
}

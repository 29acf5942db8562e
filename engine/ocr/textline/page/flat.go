package page

import (
	"context"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/rules"
)

// flatten levels a view whose lines have different slopes, as those of bent sheets and of sheets seen at an
// angle. The finder underestimates how different the slopes of short lines are, so flatten measures them again
// in the level picture. The lines stay those of the view.
func (r *Reader) flatten(ctx context.Context, v *view) error {
	const (
		most   = 3
		uneven = 0.03 // deviation of slopes, of pages with lines enough to level them
	)
	picture, before, found := v.img, v.sheet, v.lines
	var whole *mesh.Mesh
	for n := 0; ; n++ {
		m := leveling(v)
		if m == nil || n == most {
			v.isUneven = m != nil || len(v.lines) > len(field{}) && spreadOf(v, leanOf(v.lines)) > uneven
			if whole != nil {
				v.lines = flattened(found, source{picture, whole, picture.Rect.Size()})
			}
			return nil
		}
		whole = m.On(whole)
		v.img = pixels.Sample(picture, whole, picture.Rect.Dx(), picture.Rect.Dy())
		v.sheet = whole.On(before)
		var err error
		if v.lines, err = r.finder.Find(ctx, v.img); err != nil {
			return err
		}
	}
}

// flattened moves lines of a source to the level picture. Small print is found better in the source.
func flattened(lines []crop.Line, from source) []crop.Line {
	out := slices.Clone(lines)
	for i := range out {
		out[i].Middle = slices.Clone(out[i].Middle)
		for k, p := range out[i].Middle {
			out[i].Middle[k] = from.flattened(p)
		}
	}
	return out
}

// leveling maps the level view to the view. It returns nil if the lines are parallel enough.
func leveling(v *view) *mesh.Mesh {
	const (
		width   = 0.8 // of the page, within which values of a row are
		apart   = 0.5 // heights by which they may be apart
		usually = 0.9 // of the lines
		clear   = 2   // times the deviation that a term of the field explains by chance
		cells   = 16
	)
	slopes := slopesOf(v.lines, v.img.Rect.Dx(), v.img.Rect.Dy())
	if len(slopes) <= len(field{}) {
		return nil
	}
	field := fieldOf(slopes)
	lean := leanOf(v.lines)
	var off []quantile.Point
	parallel, bent := 0.0, 0.0 // squared deviations
	for _, s := range slopes {
		at := field.slopeAt(s.x, s.y)
		off = append(off, quantile.Point{Value: math.Abs(at - lean), Weight: s.weight})
		parallel += s.weight * (s.slope - lean) * (s.slope - lean)
		bent += s.weight * (s.slope - at) * (s.slope - at)
	}
	w, h := float64(v.img.Rect.Dx()), float64(v.img.Rect.Dy())
	if quantile.Of(off, usually)*width*w < apart*rules.UsualHeight(v.lines) ||
		(parallel-bent)/float64(len(field)) < clear*bent/float64(len(slopes)-len(field)) {
		return nil
	}
	return mesh.New(cells, cells, w, h, func(x, y float64) mesh.Point {
		const rounds = 6
		at := y
		for range rounds {
			at = y + field.depthAt(2*x-1, 2*at-1)*w/2/h
		}
		return mesh.Point{X: x, Y: at}
	})
}

// slope is that of a part of a line. Places are from -1 to 1.
type slope struct{ x, y, slope, weight float64 }

func slopesOf(lines []crop.Line, w, h int) (out []slope) {
	const surest = 1 / (0.004 * 0.004)
	for _, l := range lines {
		n := len(l.Middle) - 1
		for i, b := range l.Middle[1:] {
			a := l.Middle[i]
			s := slope{(a.X+b.X)/float64(w) - 1, (a.Y+b.Y)/float64(h) - 1, l.Slope, min(l.Certainty, surest)}
			if n > 1 { // a bent line has been measured part by part
				s.slope, s.weight = (b.Y-a.Y)/(b.X-a.X), s.weight/float64(n)
			}
			if s.weight > 0 && b.X > a.X {
				out = append(out, s)
			}
		}
	}
	return out
}

// field is the slope of lines at each place: a polynomial in x and y.
type field [fieldX * fieldY]float64

const fieldX, fieldY = 5, 3 // terms in x and y

func (f *field) slopeAt(x, y float64) float64 { return f.sum(termsAt(x, y)) }

// depthAt returns by how much the line that crosses the middle column near y is lower at x.
func (f *field) depthAt(x, y float64) float64 {
	terms := termsAt(x, y)
	for k := range terms {
		terms[k] *= x / float64(k%fieldX+1)
	}
	return f.sum(terms)
}

func (f *field) sum(terms [fieldX * fieldY]float64) (sum float64) {
	for k, t := range terms {
		sum += float64(f[k] * t)
	}
	return sum
}

func termsAt(x, y float64) (terms [fieldX * fieldY]float64) {
	down := 1.0
	for j := range fieldY {
		across := down
		for i := range fieldX {
			terms[j*fieldX+i] = across
			across *= x
		}
		down *= y
	}
	return terms
}

// fieldOf fits a field to slopes by least squares. It weighs slopes less that are far from the field.
func fieldOf(slopes []slope) *field {
	const (
		rounds = 5
		usual  = 0.01              // deviation of slopes
		level  = 1e-3              // weight of no slope
		flat   = 1 / (0.05 * 0.05) // and of one that is the same everywhere, for each order
	)
	f := &field{}
	for round := range rounds {
		var a [len(f)][len(f) + 1]float64
		for _, s := range slopes {
			terms, weight := termsAt(s.x, s.y), s.weight
			if round > 0 {
				off := s.slope - f.sum(terms)
				weight /= 1 + float64(off*off)/(usual*usual+1/weight)
			}
			for i := range terms {
				for j := range terms {
					a[i][j] += float64(weight * terms[i] * terms[j])
				}
				a[i][len(f)] += float64(weight * terms[i] * s.slope)
			}
		}
		for k := range f {
			order := float64(k%fieldX + k/fieldX)
			a[k][k] += level + flat*order
		}
		*f = solved(a)
	}
	return f
}

// solved solves linear equations with a positive definite matrix.
func solved(a [len(field{})][len(field{}) + 1]float64) (out field) {
	n := len(out)
	for k := range n {
		for i := range n {
			if i == k {
				continue
			}
			factor := a[i][k] / a[k][k]
			for j := k; j <= n; j++ {
				a[i][j] -= float64(factor * a[k][j])
			}
		}
	}
	for k := range out {
		out[k] = a[k][n] / a[k][k]
	}
	return out
}

package formrole

import (
	"math"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
)

// ruleFeatures is the number of features about drawn lines.
const ruleFeatures = 13

// ruling has the drawn lines of a page.
type ruling struct{ level, upright []layout.Box }

func rulingOf(page *layout.Page) *ruling {
	r := &ruling{}
	for _, b := range page.Rules {
		if b.Width() >= b.Height() {
			r.level = append(r.level, b)
		} else {
			r.upright = append(r.upright, b)
		}
	}
	return r
}

// around returns the nearest lines around a box: the left and right ones at its center, the upper and lower ones that
// cover half of its width. Missing ones are infinite.
func (r *ruling) around(b layout.Box, slack float64) layout.Box {
	out := layout.Box{X0: math.Inf(-1), Y0: math.Inf(-1), X1: math.Inf(1), Y1: math.Inf(1)}
	for _, u := range r.upright {
		switch {
		case u.Y0 > b.CenterY() || u.Y1 < b.CenterY():
		case u.CenterX() <= b.X0+slack:
			out.X0 = max(out.X0, u.CenterX())
		case u.CenterX() >= b.X1-slack:
			out.X1 = min(out.X1, u.CenterX())
		}
	}
	for _, l := range r.level {
		switch {
		case 2*l.OverlapX(b) < b.Width():
		case l.CenterY() <= b.CenterY():
			out.Y0 = max(out.Y0, l.CenterY())
		default:
			out.Y1 = min(out.Y1, l.CenterY())
		}
	}
	return out
}

// describe appends the features of a unit's drawn surroundings.
func (r *ruling) describe(v *pagegraph.Vector, g *pagegraph.Graph, i int) {
	const near, reach, most = 1.2, 6.0, 40.0 // heights of print
	b, h := g.Boxes[i], g.Heights[i]
	c := r.around(b, h/2)
	sides := [4]float64{b.X0 - c.X0, c.X1 - b.X1, b.Y0 - c.Y0, c.Y1 - b.Y1}
	isCell := true
	for _, away := range sides {
		isCell = isCell && !math.IsInf(away, 1)
		v.Add(pagegraph.Soft(min(most, away/h) / reach))
	}
	v.Flags(len(r.level)+len(r.upright) > 0, isCell, sides[2] < near*h, sides[3] < near*h)
	x, y := 0.0, 0.0 // place in the cell
	if isCell {
		x, y = (b.X0-c.X0)/(c.X1-c.X0), (b.CenterY()-c.Y0)/(c.Y1-c.Y0)
	}
	v.Add(x)
	v.Add(y)
	left, above, below := g.Left[i], g.Above[i], g.Below[i]
	v.Flags(left >= 0 && g.Boxes[left].X1-h/2 <= c.X0, above >= 0 && g.Boxes[above].CenterY() <= c.Y0,
		below >= 0 && g.Boxes[below].CenterY() >= c.Y1)
}

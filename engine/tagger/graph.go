package tagger

import "math"

// Neighbors is the number of nearest units on the page that each unit attends to, including itself.
const Neighbors = 24

// PairFeatures is the number of features of the relative place of two units.
const PairFeatures = 18

type graph struct {
	near  [][]int // per unit, up to Neighbors indices
	pairs [][]float32
}

// neighbors finds each unit's nearest; vertical distances count more, because text forms lines and columns.
func (p *page) neighbours() graph {
	const across = 0.35
	n := len(p.units)
	g := graph{near: make([][]int, n), pairs: make([][]float32, n)}
	distance := make([]float64, 0, Neighbors+1)
	for i := range n {
		a, h := p.boxes[i], p.height[i]
		near := make([]int, 0, Neighbors+1)
		distance = distance[:0]
		for k := range n {
			if p.units[k].Segment.Page != p.units[i].Segment.Page {
				continue
			}
			b := p.boxes[k]
			d := (gapOf(a.Y0, a.Y1, b.Y0, b.Y1) + float64(across*gapOf(a.X0, a.X1, b.X0, b.X1))) / h
			if len(near) == Neighbors && d >= distance[Neighbors-1] {
				continue
			}
			at := len(near)
			near, distance = append(near, k), append(distance, d)
			for at > 0 && distance[at-1] > d {
				near[at], distance[at] = near[at-1], distance[at-1]
				at--
			}
			near[at], distance[at] = k, d
			if len(near) > Neighbors {
				near, distance = near[:Neighbors], distance[:Neighbors]
			}
		}
		g.near[i] = near
		g.pairs[i] = make([]float32, 0, len(near)*PairFeatures)
		for _, k := range near {
			g.pairs[i] = p.pair(g.pairs[i], i, k)
		}
	}
	return g
}

// gapOf is the distance of two intervals, 0 if they overlap.
func gapOf(a0, a1, b0, b1 float64) float64 { return max(0, b0-a1, a0-b1) }

// pair appends the features of unit k relative to unit i.
func (p *page) pair(x []float32, i, k int) []float32 {
	v := vector(x)
	a, b, h := p.boxes[i], p.boxes[k], p.height[i]
	u, w := &p.units[i], &p.units[k]
	left, down := (b.X0-a.X0)/h, (b.CenterY()-a.CenterY())/h
	v.add(soft(left / 2))
	v.add(soft(left / 15))
	v.add(soft((b.X1 - a.X1) / h / 2))
	v.add(soft((b.CenterX() - a.CenterX()) / h / 2))
	v.add(soft(down / 1.5))
	v.add(soft(down / 10))
	v.flag(u.Segment.Row == w.Segment.Row)
	v.add(min(1, max(0, a.OverlapX(b)/max(1e-3, min(a.Width(), b.Width())))))
	v.flag(u.Segment == w.Segment)
	switch k {
	case i + 1:
		v.add(1)
	case i - 1:
		v.add(-1)
	default:
		v.add(0)
	}
	v.add(soft(3 * math.Log(p.height[k]/h)))
	v.flag(u.Segment.Tokens[u.First].Bold == w.Segment.Tokens[w.First].Bold)
	v.flag(i != k && p.texts[i] == p.texts[k])
	v.flag(math.Abs(left) < 0.4)
	v.flag(p.order.below[i] == k)
	v.flag(p.order.above[i] == k)
	v.flag(p.order.left[i] == k)
	v.flag(p.order.right[i] == k)
	return v
}

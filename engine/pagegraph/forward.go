package pagegraph

import "math"

// state is the state of one run: rows of Width numbers, one per unit and the last for the whole document.
type state struct {
	*Network
	*Graph
	rows int
	x    []float32 // current representation of each unit
	bias []float32 // per pair, layer and head
	from []int     // index of the first pair of each unit
}

// Run returns the log-probabilities of the classes, a row for each unit, and of the document types.
func (n *Network) Run(g *Graph) (odds [][]float32, types []float32) {
	w := int(n.Width)
	x := g.Features
	s := &state{Network: n, Graph: g, rows: len(x) + 1}
	s.x = make([]float32, s.rows*w)
	for i, v := range x {
		n.input.apply(v, s.x[i*w:(i+1)*w])
	}
	copy(s.x[len(x)*w:], n.global)
	s.places()
	for i := range n.layers {
		s.attend(i)
		s.think(&n.layers[i])
	}
	scaled := make([]float32, w)
	odds = make([][]float32, len(x))
	for i := range x {
		normalise(s.row(i), n.norm, scaled)
		odds[i] = make([]float32, n.Classes)
		n.output.apply(scaled, odds[i])
		logSoftmax(odds[i])
	}
	if n.Types > 0 {
		normalise(s.row(len(x)), n.norm, scaled)
		types = make([]float32, n.Types)
		n.types.apply(scaled, types)
		logSoftmax(types)
	}
	return odds, types
}

func (s *state) row(i int) []float32 { w := int(s.Width); return s.x[i*w : (i+1)*w] }

// places computes the bias of each pair of neighbors for every layer and head.
func (s *state) places() {
	heads := int(s.Layers * s.Heads)
	hidden := make([]float32, s.PairHidden)
	s.from = make([]int, len(s.Near))
	pairs := 0
	for i, near := range s.Near {
		s.from[i] = pairs
		pairs += len(near)
	}
	s.bias = make([]float32, pairs*heads)
	for i, near := range s.Near {
		for k := range near {
			s.place.apply(s.Pairs[i][k*PairFeatures:(k+1)*PairFeatures], hidden)
			rectify(hidden)
			at := (s.from[i] + k) * heads
			s.heads.apply(hidden, s.bias[at:at+heads])
		}
	}
}

// attend lets each unit attend to its neighbors and the document token, and that token to all units.
func (s *state) attend(at int) {
	l, w := &s.layers[at], int(s.Width)
	query, key, value := make([]float32, len(s.x)), make([]float32, len(s.x)), make([]float32, len(s.x))
	scaled, seen, out := make([]float32, w), make([]float32, w), make([]float32, w)
	for i := range s.rows {
		normalise(s.row(i), l.norm1, scaled)
		l.query.apply(scaled, query[i*w:(i+1)*w])
		l.key.apply(scaled, key[i*w:(i+1)*w])
		l.value.apply(scaled, value[i*w:(i+1)*w])
	}
	all := make([]int, s.rows)
	for i := range all {
		all[i] = i
	}
	whole := s.rows - 1
	near := make([]int, 0, Neighbors+1)
	weights := make([]float32, s.rows)
	for i := range s.rows {
		targets := all
		if i != whole {
			near = append(append(near[:0], s.Near[i]...), whole)
			targets = near
		}
		s.look(at, i, targets, query, key, value, weights, seen)
		l.joint.apply(seen, out)
		for k, v := range out {
			s.x[i*w+k] += v
		}
	}
}

// look adds the targets' values to seen, weighted per head.
func (s *state) look(at, i int, targets []int, query, key, value, weights, seen []float32) {
	w, heads := int(s.Width), int(s.Heads)
	size := w / heads
	scale := float32(1 / math.Sqrt(float64(size)))
	perPair := int(s.Layers) * heads
	clear(seen)
	for h := range heads {
		q := query[i*w+h*size : i*w+(h+1)*size]
		for k, t := range targets {
			z := float32(dot(q, key[t*w+h*size:t*w+(h+1)*size]) * scale)
			if i < len(s.Near) && k < len(s.Near[i]) {
				z += s.bias[(s.from[i]+k)*perPair+at*heads+h]
			}
			weights[k] = z
		}
		softmax(weights[:len(targets)])
		for k, t := range targets {
			axpy(weights[k], value[t*w+h*size:t*w+(h+1)*size], seen[h*size:(h+1)*size])
		}
	}
}

// think applies the layer's feed-forward network to every row.
func (s *state) think(l *layer) {
	w := int(s.Width)
	scaled, hidden, out := make([]float32, w), make([]float32, s.Hidden), make([]float32, w)
	for i := range s.rows {
		normalise(s.row(i), l.norm2, scaled)
		l.first.apply(scaled, hidden)
		rectify(hidden)
		l.second.apply(hidden, out)
		for k, v := range out {
			s.x[i*w+k] += v
		}
	}
}

// Neighbors is the number of nearest units on the page that each unit attends to, including itself.
const Neighbors = 24

// PairFeatures is the number of features of the relative place of two units.
const PairFeatures = 18

// addNeighbors finds each unit's nearest; vertical distances count more, because text forms lines and columns.
func (p *Graph) addNeighbors() {
	const across = 0.35
	n := len(p.Units)
	p.Near, p.Pairs = make([][]int, n), make([][]float32, n)
	distance := make([]float64, 0, Neighbors+1)
	for i := range n {
		a, h := p.Boxes[i], p.Heights[i]
		near := make([]int, 0, Neighbors+1)
		distance = distance[:0]
		for k := range n {
			if p.Units[k].Segment.Page != p.Units[i].Segment.Page {
				continue
			}
			b := p.Boxes[k]
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
		p.Near[i] = near
		p.Pairs[i] = make([]float32, 0, len(near)*PairFeatures)
		for _, k := range near {
			p.Pairs[i] = p.pair(p.Pairs[i], i, k)
		}
	}
}

// gapOf is the distance of two intervals, 0 if they overlap.
func gapOf(a0, a1, b0, b1 float64) float64 { return max(0, b0-a1, a0-b1) }

// pair appends the features of unit k relative to unit i.
func (p *Graph) pair(x []float32, i, k int) []float32 {
	v := Vector(x)
	a, b, h := p.Boxes[i], p.Boxes[k], p.Heights[i]
	u, w := &p.Units[i], &p.Units[k]
	left, down := (b.X0-a.X0)/h, (b.CenterY()-a.CenterY())/h
	v.Add(Soft(left / 2))
	v.Add(Soft(left / 15))
	v.Add(Soft((b.X1 - a.X1) / h / 2))
	v.Add(Soft((b.CenterX() - a.CenterX()) / h / 2))
	v.Add(Soft(down / 1.5))
	v.Add(Soft(down / 10))
	v.Flags(u.Segment.Row == w.Segment.Row)
	v.Add(min(1, max(0, a.OverlapX(b)/max(1e-3, min(a.Width(), b.Width())))))
	v.Flags(u.Segment == w.Segment)
	switch k {
	case i + 1:
		v.Add(1)
	case i - 1:
		v.Add(-1)
	default:
		v.Add(0)
	}
	v.Add(Soft(3 * math.Log(p.Heights[k]/h)))
	v.Flags(u.Segment.Tokens[u.First].Bold == w.Segment.Tokens[w.First].Bold, i != k && p.texts[i] == p.texts[k])
	v.Flags(math.Abs(left) < 0.4, p.Below[i] == k, p.Above[i] == k, p.Left[i] == k, p.Right[i] == k)
	return v
}

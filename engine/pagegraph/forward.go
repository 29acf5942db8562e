package pagegraph

import (
	"math"

	"github.com/docmill/docmill/engine/internal/matrix"
)

// state is the state of one run: rows of Width numbers, one per unit and the last for the whole document.
type state struct {
	*Network
	*Graph
	rows int
	x    []float32   // current representation of each unit
	bias [][]float32 // per layer, for each neighbor of each unit and the document token, and each head
	near []int       // the neighbors of each unit and the document token, and then all rows
	// temporary numbers
	query, key, value, scaled, hidden, seen, out []float32
}

// Run returns the log-probabilities of the classes, a row for each unit, and of the document types.
func (n *Network) Run(g *Graph) (odds [][]float32, types []float32) {
	w := int(n.Width)
	x := g.Features
	s := &state{Network: n, Graph: g, rows: len(x) + 1}
	numbers := make([]float32, 4*s.rows*w+3*w+int(n.Hidden))
	take := func(n int) (out []float32) { out, numbers = numbers[:n:n], numbers[n:]; return out }
	s.x, s.query, s.key, s.value = take(s.rows*w), take(s.rows*w), take(s.rows*w), take(s.rows*w)
	s.scaled, s.seen, s.out, s.hidden = take(w), take(w), take(w), take(int(n.Hidden))
	for i, v := range x {
		n.input.apply(v, s.x[i*w:(i+1)*w])
	}
	copy(s.x[len(x)*w:], n.global)
	s.places()
	for i := range n.layers {
		s.attend(i)
		s.think(&n.layers[i])
	}
	odds = make([][]float32, len(x))
	for i := range x {
		normalise(s.row(i), n.norm, s.scaled)
		odds[i] = make([]float32, n.Classes)
		n.output.apply(s.scaled, odds[i])
		logSoftmax(odds[i])
	}
	if n.Types > 0 {
		normalise(s.row(len(x)), n.norm, s.scaled)
		types = make([]float32, n.Types)
		n.types.apply(s.scaled, types)
		logSoftmax(types)
	}
	return odds, types
}

func (s *state) row(i int) []float32 { w := int(s.Width); return s.x[i*w : (i+1)*w] }

// places lists the neighbors and computes their bias for every layer and head. The document token has none.
func (s *state) places() {
	heads, layers, pairs := int(s.Heads), int(s.Layers), len(s.Near)
	for _, near := range s.Near {
		pairs += len(near)
	}
	s.near, s.bias = make([]int, 0, pairs+s.rows), make([][]float32, layers)
	for l := range s.bias {
		s.bias[l] = make([]float32, (pairs+s.rows)*heads)
	}
	hidden, all := make([]float32, s.PairHidden), make([]float32, layers*heads)
	for i, near := range s.Near {
		for k := range near {
			s.place.apply(s.Pairs[i][k*PairFeatures:(k+1)*PairFeatures], hidden)
			rectify(hidden)
			s.heads.apply(hidden, all)
			for l := range s.bias {
				copy(s.bias[l][(len(s.near)+k)*heads:], all[l*heads:(l+1)*heads])
			}
		}
		s.near = append(append(s.near, near...), s.rows-1)
	}
	for i := range s.rows {
		s.near = append(s.near, i)
	}
}

// attend lets each unit attend to its neighbors and the document token, and that token to all units.
func (s *state) attend(at int) {
	l, w, heads := &s.layers[at], int(s.Width), int(s.Heads)
	size := w / heads
	for i := range s.rows {
		normalise(s.row(i), l.norm1, s.scaled)
		l.query.apply(s.scaled, s.query[i*w:(i+1)*w])
		l.key.apply(s.scaled, s.key[i*w:(i+1)*w])
		l.value.apply(s.scaled, s.value[i*w:(i+1)*w])
	}
	a := matrix.Attention{Keys: s.key, Values: s.value, Width: w, Heads: heads}
	from := 0
	for i := range s.rows {
		near := s.near[from:]
		if i < len(s.Near) {
			near = near[:len(s.Near[i])+1]
		}
		a.Attend(s.query[i*w:(i+1)*w], s.bias[at][from*heads:], near, s.out)
		from += len(near)
		for h := range heads {
			for k := range size {
				s.seen[h*size+k] = s.out[k*heads+h]
			}
		}
		l.joint.apply(s.seen, s.out)
		s.addTo(i)
	}
}

// addTo adds the output of a layer to a row.
func (s *state) addTo(i int) {
	row := s.row(i)
	for k, v := range s.out {
		row[k] += v
	}
}

// think applies the layer's feed-forward network to every row.
func (s *state) think(l *layer) {
	for i := range s.rows {
		normalise(s.row(i), l.norm2, s.scaled)
		l.first.apply(s.scaled, s.hidden)
		rectify(s.hidden)
		l.second.apply(s.hidden, s.out)
		s.addTo(i)
	}
}

// Neighbors is the number of nearest units on the page that each unit attends to, including itself.
const Neighbors = 24

// PairFeatures is the number of features of the relative place of two units.
const PairFeatures = 18

// addNeighbors finds each unit's nearest; vertical distances count more, because text forms lines and columns. Of
// equally near units, the first in reading order counts. It begins at the unit, so that most others are soon too far.
func (p *Graph) addNeighbors() {
	const across = 0.35
	n, start, end := len(p.Units), 0, 0 // of the page
	p.Near, p.Pairs = make([][]int, n), make([][]float32, n)
	pairs, distance := make([]float32, 0, n*min(n, Neighbors)*PairFeatures), make([]float64, 0, Neighbors+1)
	for i := range n {
		if i == end {
			start = i
		}
		for end < n && p.Units[end].Segment.Page == p.Units[i].Segment.Page {
			end++
		}
		a, h := p.Boxes[i], p.Heights[i]
		near := make([]int, 0, Neighbors+1)
		distance = distance[:0]
		for away := range end - start {
			k := i + away
			if k >= end {
				k = end - 1 - away
			}
			b := &p.Boxes[k]
			vertical := gapOf(a.Y0, a.Y1, b.Y0, b.Y1)
			if len(near) == Neighbors && vertical/h > distance[Neighbors-1] {
				continue
			}
			d := (vertical + float64(across*gapOf(a.X0, a.X1, b.X0, b.X1))) / h
			at := len(near)
			near, distance = append(near, k), append(distance, d)
			for at > 0 && (distance[at-1] > d || distance[at-1] == d && near[at-1] > k) {
				near[at], distance[at] = near[at-1], distance[at-1]
				at--
			}
			near[at], distance[at] = k, d
			near, distance = near[:min(len(near), Neighbors)], distance[:min(len(near), Neighbors)]
		}
		p.Near[i] = near
		from := len(pairs)
		for _, k := range near {
			pairs = p.pair(pairs, i, k)
		}
		p.Pairs[i] = pairs[from:len(pairs):len(pairs)]
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
	if p.Heights[k] == h {
		v.Add(0)
	} else {
		v.Add(Soft(3 * math.Log(p.Heights[k]/h)))
	}
	v.Flags(u.Segment.Tokens[u.First].Bold == w.Segment.Tokens[w.First].Bold, i != k && p.texts[i] == p.texts[k])
	v.Flags(math.Abs(left) < 0.4, p.Below[i] == k, p.Above[i] == k, p.Left[i] == k, p.Right[i] == k)
	return v
}

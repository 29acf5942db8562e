package ctc

import (
	"cmp"
	"slices"
)

// prefix is the beginning of a text. The probabilities are sums over all paths up to a step, those that end
// in a blank and those that end in its last class.
type prefix struct {
	parent, class      int // the beginning without its last class, -1 for none
	blank, last        float64
	nextBlank, nextOwn float64 // of the following step
	child, sibling     int     // the first longer prefix, and the next one of the same parent; 0 for none
}

func (p *prefix) total() float64 { return p.blank + p.last }

// tree holds all prefixes of a search.
type tree struct {
	nodes []prefix
	live  []int // those followed at this step
	next  []int // and at the following one
}

func newTree() *tree { return &tree{nodes: []prefix{{parent: -1, blank: 1}}, live: []int{0}} }

// search returns the classes of the most likely text.
func search(steps []step, beam int) []int {
	t := newTree()
	for i := range steps {
		t.advance(&steps[i], beam)
	}
	best := slices.MaxFunc(t.live, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.nodes[a].total(), t.nodes[b].total()), cmp.Compare(b, a))
	})
	return t.classesOf(best)
}

// classesOf returns the classes of a prefix.
func (t *tree) classesOf(n int) []int {
	var out []int
	for ; t.nodes[n].parent >= 0; n = t.nodes[n].parent {
		out = append(out, t.nodes[n].class)
	}
	slices.Reverse(out)
	return out
}

// advance extends all prefixes by a step and keeps the most likely ones.
func (t *tree) advance(s *step, beam int) {
	const silent = 0.999 // a blank that leaves room for nothing else
	if s.blank > silent {
		for _, n := range t.live {
			p := &t.nodes[n]
			p.blank, p.last = p.total(), 0
		}
		return
	}
	t.next = t.next[:0]
	for _, n := range t.live {
		t.touch(n)
		p := &t.nodes[n]
		p.nextBlank += float64(p.total() * s.blank)
		if p.class != 0 {
			p.nextOwn += float64(p.last * s.probability(p.class))
		}
		for _, c := range s.classes {
			from := t.nodes[n].total()
			if c.class == t.nodes[n].class {
				from = t.nodes[n].blank // doubled letters have a blank between them
			}
			if from > 0 {
				child := t.child(n, c.class)
				t.touch(child)
				t.nodes[child].nextOwn += float64(from * c.probability)
			}
		}
	}
	t.keep(beam)
}

// touch adds a prefix to the following step.
func (t *tree) touch(n int) {
	if !slices.Contains(t.next, n) {
		t.next = append(t.next, n)
	}
}

// child returns the prefix that is longer by one class.
func (t *tree) child(n, class int) int {
	for c := t.nodes[n].child; c != 0; c = t.nodes[c].sibling {
		if t.nodes[c].class == class {
			return c
		}
	}
	t.nodes = append(t.nodes, prefix{parent: n, class: class, sibling: t.nodes[n].child})
	t.nodes[n].child = len(t.nodes) - 1
	return t.nodes[n].child
}

// keep proceeds to the following step with the most likely prefixes. It normalizes their probabilities,
// because products of hundreds would underflow.
func (t *tree) keep(beam int) {
	for _, n := range t.live {
		t.nodes[n].blank, t.nodes[n].last = 0, 0
	}
	for _, n := range t.next {
		p := &t.nodes[n]
		p.blank, p.last, p.nextBlank, p.nextOwn = p.nextBlank, p.nextOwn, 0, 0
	}
	slices.SortFunc(t.next, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.nodes[b].total(), t.nodes[a].total()), cmp.Compare(a, b))
	})
	for _, n := range t.next[min(beam, len(t.next)):] {
		t.nodes[n].blank, t.nodes[n].last = 0, 0
	}
	t.live = append(t.live[:0], t.next[:min(beam, len(t.next))]...)
	sum := 0.0
	for _, n := range t.live {
		sum += t.nodes[n].total()
	}
	if sum == 0 {
		return
	}
	for _, n := range t.live {
		t.nodes[n].blank /= sum
		t.nodes[n].last /= sum
	}
}

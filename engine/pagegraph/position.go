package pagegraph

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

type placing struct {
	Above, Below, Left, Right []int // nearest unit on each side, -1 for none
	sameLeft, sameRight       []int // number of units on the page with the same edge
	over, under               []int // number of lines above and below in the same block
	firstTable                map[*layout.Page]float64
}

const none = -1

func place(p *Graph) placing {
	n := len(p.Units)
	fill := func() []int { return slices.Repeat([]int{none}, n) }
	o := placing{
		Above: fill(), Below: fill(), Left: fill(), Right: fill(), sameLeft: make([]int, n), sameRight: make([]int, n),
		over: make([]int, n), under: make([]int, n), firstTable: map[*layout.Page]float64{},
	}
	for i := range n {
		for k := i + 1; k < n && p.Units[k].Segment.Page == p.Units[i].Segment.Page; k++ {
			o.meet(p, i, k)
		}
	}
	for i := range n { // rows are ordered from top to bottom
		if a := o.Above[i]; a != none && p.joined(a, i) {
			o.over[i] = o.over[a] + 1
		}
		u := &p.Units[i]
		if y, ok := o.firstTable[u.Segment.Page]; u.Table && (!ok || u.Segment.Box.Y0 < y) {
			o.firstTable[u.Segment.Page] = u.Segment.Box.Y0
		}
	}
	for i := n - 1; i >= 0; i-- {
		if b := o.Below[i]; b != none && p.joined(i, b) {
			o.under[i] = o.under[b] + 1
		}
	}
	return o
}

// meet updates the neighbors for two units of a page, in reading order.
func (o *placing) meet(p *Graph, i, k int) {
	a, b := p.Boxes[i], p.Boxes[k]
	h := min(p.Heights[i], p.Heights[k])
	if p.Units[i].Segment.Row == p.Units[k].Segment.Row {
		if o.Right[i] == none {
			o.Right[i], o.Left[k] = k, i
		}
		return
	}
	if math.Abs(a.X0-b.X0) < 0.4*h {
		o.sameLeft[i]++
		o.sameLeft[k]++
	}
	if math.Abs(a.X1-b.X1) < 0.4*h {
		o.sameRight[i]++
		o.sameRight[k]++
	}
	if a.OverlapX(b) <= 0 {
		return
	}
	if o.Below[i] == none || p.closer(i, k, o.Below[i]) {
		o.Below[i] = k
	}
	if o.Above[k] == none || p.closer(k, i, o.Above[k]) {
		o.Above[k] = i
	}
}

// closer reports whether unit a is nearer to i than b is: vertically, or by the left edge in the same row.
func (p *Graph) closer(i, a, b int) bool {
	if p.Units[a].Segment.Row != p.Units[b].Segment.Row {
		return math.Abs(p.Boxes[a].CenterY()-p.Boxes[i].CenterY()) < math.Abs(p.Boxes[b].CenterY()-p.Boxes[i].CenterY())
	}
	return math.Abs(p.Boxes[a].X0-p.Boxes[i].X0) < math.Abs(p.Boxes[b].X0-p.Boxes[i].X0)
}

// joined reports whether two units are close enough vertically for one block.
func (p *Graph) joined(upper, lower int) bool {
	h := max(p.Heights[upper], p.Heights[lower])
	return p.Boxes[lower].Y0-p.Boxes[upper].Y1 < 0.9*h
}

func (p *Graph) position(v *Vector, i int) {
	u := &p.Units[i]
	s, b, h := u.Segment, p.Boxes[i], p.Heights[i]
	w, pages := s.Page.Width, p.doc.Layout.Pages
	v.Add(b.X0 / w)
	v.Add(b.X1 / w)
	v.Add(b.CenterX() / w)
	v.Add(b.CenterY() / s.Page.Height)
	v.Add(math.Pow(b.CenterY()/s.Page.Height, 4)) // the foot
	v.Add(b.Width() / w)
	v.Flags(s.Page == pages[0], s.Page == pages[len(pages)-1])
	v.Add(Soft(math.Log(h/max(1e-3, p.doc.TypicalHeight(s.Page))) * 3))
	v.Flags(s.Tokens[u.First].Bold, u.First == 0 && s.Column == 0)
	v.Flags(!u.more && s.Column == len(s.Page.Rows[s.Row].Segments)-1)
	v.Share(len(s.Page.Rows[s.Row].Segments), 6)
	v.Share(s.Row, 60)
	v.Flags(u.Table)
	table, ok := p.firstTable[s.Page]
	v.Flags(ok && b.CenterY() < table, ok && b.CenterY() > table)
	v.near(p.gap(i, p.Above[i], func(o layout.Box) float64 { return b.Y0 - o.Y1 }))
	v.near(p.gap(i, p.Below[i], func(o layout.Box) float64 { return o.Y0 - b.Y1 }))
	v.near(p.gap(i, p.Left[i], func(o layout.Box) float64 { return b.X0 - o.X1 }))
	v.near(p.gap(i, p.Right[i], func(o layout.Box) float64 { return o.X0 - b.X1 }))
	v.near(b.X0 / h)
	v.near((w - b.X1) / h)
	v.Share(p.sameLeft[i], 12)
	v.Share(p.sameRight[i], 12)
	v.Share(p.over[i], 8)
	v.Share(p.under[i], 8)
	v.Flags(p.over[i] == 0, u.before == 0, u.before == afterLabel, u.before == afterComma, u.before == afterMark)
	v.Flags(u.more)
}

// far is the distance to a missing neighbor, in heights of print.
const far = 60

func (p *Graph) gap(i, neighbor int, distance func(layout.Box) float64) float64 {
	if neighbor == none {
		return far
	}
	return distance(p.Boxes[neighbor]) / p.Heights[i]
}

// relations adds how the unit's text occurs elsewhere in the document.
func (p *Graph) relations(v *Vector, i int) {
	text := p.texts[i]
	v.Share(p.counts[text]-1, 3)
	v.Flags(len(text) >= 4 && textshape.DomainMatches(p.doc, text))
	inside, holder := 0, false
	if len(text) > 3 {
		for k, other := range p.texts {
			if k == i || p.letters[i]&^p.letters[k] != 0 || !strings.Contains(other, text) {
				continue
			}
			inside++
			holder = holder || p.afterHolder(k)
		}
	}
	v.Share(inside, 3)
	v.Flags(holder, p.afterHolder(i), recognize.CountDigits(text) > 12)
}

// afterHolder reports whether the unit follows the label of an account holder.
func (p *Graph) afterHolder(i int) bool {
	return slices.ContainsFunc(p.doc.LabelsIn[p.Units[i].Segment], func(l *annotate.Label) bool {
		_, ok := l.As(lexicon.Holder)
		return ok && l.Last < p.Units[i].First
	})
}

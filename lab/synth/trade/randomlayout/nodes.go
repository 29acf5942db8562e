package randomlayout

import (
	"github.com/docmill/docmill/lab/synth/trade"
)

type stack struct {
	nodes []node
	gap   float64 // points
}

func (s stack) minWidth() float64 {
	w := 0.0
	for _, n := range s.nodes {
		w = max(w, n.minWidth())
	}
	return w
}

func (s stack) set(w float64) piece {
	p := piece{w: w}
	for i, n := range s.nodes {
		y := p.h
		if i > 0 {
			y += s.gap
		}
		p.add(n.set(w), 0, y)
	}
	return p
}

// columns is nodes side by side. shares are fractions of the width minus the gaps, drops are offsets from the top.
type columns struct {
	nodes  []node
	shares []float64
	drops  []float64
	gap    float64
}

func (c columns) minWidth() float64 {
	w := c.gap * float64(len(c.nodes)-1)
	for _, n := range c.nodes {
		w += n.minWidth()
	}
	return w
}

func (c columns) set(w float64) piece {
	p := piece{w: w}
	x, room := 0.0, w-c.gap*float64(len(c.nodes)-1)
	for i, n := range c.nodes {
		part := room * c.shares[i]
		p.add(n.set(part), x, c.drops[i])
		x += part + c.gap
	}
	return p
}

type framed struct {
	inner       node
	left, right float64
	pad         float64 // above and below
	ruled       bool
	sides       bool
}

func (f framed) minWidth() float64 { return f.inner.minWidth() + f.left + f.right }

func (f framed) set(w float64) piece {
	p := piece{w: w}
	p.add(f.inner.set(max(20, w-f.left-f.right)), f.left, f.pad)
	p.h += f.pad
	if f.ruled {
		p.box(f.sides)
	}
	return p
}

type tabs struct {
	font
	rows    [][2]run
	labels  trade.Align // within their column
	atEdge  bool        // values end at the right edge
	gap     float64
	between bool // rules between rows
}

func (t tabs) stop() (labels, values float64) {
	for _, r := range t.rows {
		labels, values = max(labels, t.width(r[0])), max(values, t.width(r[1]))
	}
	return labels, values
}

func (t tabs) minWidth() float64 {
	labels, values := t.stop()
	return min(labels, 130) + requestedWidth(values) + t.gap + 1
}

func (t tabs) set(w float64) piece {
	p := piece{w: w}
	labels, values := t.stop()
	if labels+t.gap+values > w { // both shrink as far as possible
		labels = max(min(labels, 0.55*w), w-t.gap-values-1)
	}
	room := w - labels - t.gap
	align := trade.AlignLeft
	if t.atEdge {
		align = trade.AlignRight
	}
	for i, r := range t.rows {
		if i > 0 && t.between {
			p.rule(0, p.h, w, p.h)
			p.h += 2
		}
		y := p.h
		p.add(textBlock{font: t.font, rows: [][]run{{r[0]}}, align: t.labels}.set(labels), 0, y)
		p.add(textBlock{font: t.font, rows: [][]run{{r[1]}}, align: align}.set(room), labels+t.gap, y)
	}
	return p
}

// grid is a row of headings with the values below, or several rows.
type grid struct {
	font
	rows   [][]run // the first are the headings
	aligns []trade.Align
	gap    float64
	ruled  bool
	sides  bool
	even   bool // columns have equal widths
}

func (g grid) needs() []float64 {
	out := make([]float64, len(g.rows[0]))
	for _, row := range g.rows {
		for i, r := range row {
			out[i] = max(out[i], requestedWidth(g.width(r))+1)
		}
	}
	return out
}

func (g grid) minWidth() float64 {
	w := g.gap * float64(len(g.rows[0])-1)
	for _, n := range g.needs() {
		w += n
	}
	return w
}

func (g grid) set(w float64) piece {
	p := piece{w: w}
	n := len(g.rows[0])
	room := w - g.gap*float64(n-1)
	needs, sum := g.needs(), 0.0
	for _, need := range needs {
		sum += need
	}
	if sum < 0.6*room && !g.even { // use only the needed width
		room = sum + 0.3*(room-sum)
	}
	if g.ruled {
		p.h = 3
	}
	var xs []float64
	for k, row := range g.rows {
		x, top := 0.0, p.h
		for i, r := range row {
			part := room * needs[i] / sum
			if g.even && sum/float64(n) < room/float64(n) {
				part = room / float64(n)
			}
			if k == 0 {
				xs = append(xs, x)
			}
			p.add(textBlock{font: g.font, rows: [][]run{{r}}, align: g.aligns[i]}.set(part), x, top)
			x += part + g.gap
		}
		p.h += 0.25 * g.size
		if g.ruled {
			p.rule(0, p.h, w, p.h)
			p.h += 3
		}
	}
	g.frame(&p, xs)
	return p
}

func (g grid) frame(p *piece, xs []float64) {
	if !g.ruled {
		return
	}
	p.rule(0, 0, p.w, 0)
	if !g.sides {
		return
	}
	for _, x := range append(xs[1:], 0, p.w) {
		at := x
		if x > 0 && x < p.w {
			at = x - 0.5*g.gap
		}
		p.rule(at, 0, at, p.h)
	}
}

package synth

type stack struct {
	nodes []node
	gap   float64 // points
}

func (s stack) least() float64 {
	w := 0.0
	for _, n := range s.nodes {
		w = max(w, n.least())
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

func (c columns) least() float64 {
	w := c.gap * float64(len(c.nodes)-1)
	for _, n := range c.nodes {
		w += n.least()
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

// framed is a node in a box, or indented.
type framed struct {
	inner       node
	left, right float64
	pad         float64 // above and below
	ruled       bool
	sides       bool
}

func (f framed) least() float64 { return f.inner.least() + f.left + f.right }

func (f framed) set(w float64) piece {
	p := piece{w: w}
	p.add(f.inner.set(max(20, w-f.left-f.right)), f.left, f.pad)
	p.h += f.pad
	if f.ruled {
		p.box(f.sides)
	}
	return p
}

// tabs is labels with values at a stop after them.
type tabs struct {
	ink
	rows    [][2]run
	labels  tableAlign // within their column
	atEdge  bool       // values end at the right edge
	gap     float64
	between bool // rules between rows
}

func (t tabs) stop() (labels, values float64) {
	for _, r := range t.rows {
		labels, values = max(labels, t.width(r[0])), max(values, t.width(r[1]))
	}
	return labels, values
}

func (t tabs) least() float64 {
	labels, values := t.stop()
	return min(labels, 130) + asked(values) + t.gap + 1
}

func (t tabs) set(w float64) piece {
	p := piece{w: w}
	labels, values := t.stop()
	if labels+t.gap+values > w { // both shrink as far as possible
		labels = max(min(labels, 0.55*w), w-t.gap-values-1)
	}
	room := w - labels - t.gap
	align := alignLeft
	if t.atEdge {
		align = alignRight
	}
	for i, r := range t.rows {
		if i > 0 && t.between {
			p.rules = append(p.rules, Rule{0, p.h, w, p.h})
			p.h += 2
		}
		y := p.h
		p.add(textBlock{ink: t.ink, rows: [][]run{{r[0]}}, align: t.labels}.set(labels), 0, y)
		p.add(textBlock{ink: t.ink, rows: [][]run{{r[1]}}, align: align}.set(room), labels+t.gap, y)
	}
	return p
}

// grid is a row of headings with the values below, or several rows.
type grid struct {
	ink
	rows   [][]run // the first are the headings
	aligns []tableAlign
	gap    float64
	ruled  bool
	sides  bool
	even   bool // columns have equal widths
}

func (g grid) needs() []float64 {
	out := make([]float64, len(g.rows[0]))
	for _, row := range g.rows {
		for i, r := range row {
			out[i] = max(out[i], asked(g.width(r))+1)
		}
	}
	return out
}

func (g grid) least() float64 {
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
			p.add(textBlock{ink: g.ink, rows: [][]run{{r}}, align: g.aligns[i]}.set(part), x, top)
			x += part + g.gap
		}
		p.h += 0.25 * g.size
		if g.ruled {
			p.rules = append(p.rules, Rule{0, p.h, w, p.h})
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
	p.rules = append(p.rules, Rule{0, 0, p.w, 0})
	if !g.sides {
		return
	}
	for _, x := range append(xs[1:], 0, p.w) {
		at := x
		if x > 0 && x < p.w {
			at = x - 0.5*g.gap
		}
		p.rules = append(p.rules, Rule{at, 0, at, p.h})
	}
}

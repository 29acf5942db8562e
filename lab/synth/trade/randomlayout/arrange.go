package randomlayout

import (
	"github.com/docmill/docmill/lab/synth/random"
)

// arrange assigns cells to bands and columns at random: side by side if they fit, else below each other, recursively.
func (d *layout) arrange(cells []node, w float64) node {
	if len(cells) == 1 {
		return d.cell(cells[0], w)
	}
	beside := 0.85
	if len(cells) > 3 {
		beside = 0.35
	}
	if d.Chance(beside) {
		if n := d.inColumns(cells, w); n != nil {
			return n
		}
	}
	cut := 1 + d.IntN(len(cells)-1)
	return stack{nodes: []node{d.arrange(cells[:cut], w), d.arrange(cells[cut:], w)}, gap: random.Pick(d.Rand, 4.0, 8, 14,
		22, 30)}
}

// inColumns splits cells into two or three columns. It returns nil if they do not fit.
func (d *layout) inColumns(cells []node, w float64) node {
	n := 2
	if len(cells) > 2 && d.Chance(0.4) {
		n = 3
	}
	c := columns{gap: random.Pick(d.Rand, 10.0, 16, 24)}
	from := 0
	var needs []float64
	sum := 0.0
	abreast := len(cells) < 4 && d.Chance(0.5) // one column each
	if abreast {
		n = len(cells)
	}
	for k := range n {
		to := from + 1
		if more := len(cells) - from - (n - k); k == n-1 {
			to = len(cells)
		} else if more > 0 {
			to += d.IntN(more + 1)
		}
		group := node(stack{nodes: cells[from:to], gap: random.Pick(d.Rand, 4.0, 8, 14)})
		if to == from+1 {
			group = cells[from]
		}
		c.nodes, needs = append(c.nodes, group), append(needs, group.minWidth())
		sum += group.minWidth()
		from = to
	}
	spare := w - c.gap*float64(n-1) - sum
	if spare < 0 {
		return nil
	}
	d.share(&c, needs, sum, spare)
	return c
}

func (d *layout) share(c *columns, needs []float64, sum, spare float64) {
	weights, all := make([]float64, len(needs)), 0.0
	for i := range weights {
		weights[i] = 0.1 + d.Float64()
		all += weights[i]
	}
	for i, need := range needs {
		c.shares = append(c.shares, (need+spare*weights[i]/all)/(sum+spare))
		drop := 0.0
		if d.Chance(0.12) {
			drop = random.Pick(d.Rand, 6.0, 12, 24)
		}
		c.drops = append(c.drops, drop)
	}
}

func (d *layout) cell(n node, w float64) node {
	spare := w - n.minWidth()
	if spare < 20 {
		return n
	}
	f := framed{inner: n}
	if d.Chance(0.3) {
		f.left = spare * random.Pick(d.Rand, 0.2, 0.5, 0.5, 1)
	}
	if d.Chance(0.08) && spare > 16 {
		f.pad, f.ruled, f.sides = 4, true, d.Chance(0.6)
		f.left, f.right = 4, 4
	}
	return f
}

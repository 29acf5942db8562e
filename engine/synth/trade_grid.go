package synth

import (
	"slices"
	"strings"
)

// tradeTable is the table of line items as it is set.
type tradeTable struct {
	*tradeDoc
	columns []*tableColumn
	size    float64
	pad     float64 // between columns
	gap     float64 // between rows, beyond the lead
	bold    bool    // heads are bold
	headsAt bool    // heads stand over their columns' edge, not to the left
	carry   bool    // sums are carried over to the next page
	top     float64 // of the part on this page
}

// table sets the line items, over several pages where one is too small.
func (t *tradeDoc) table() {
	g := &tradeTable{
		tradeDoc: t, columns: t.drawColumns(), size: min(t.style.size, 10), pad: pick(t.r, 7.0, 10, 14),
		gap: pick(t.r, 0.0, 2, 4, 7), bold: t.chance(0.6), headsAt: t.chance(0.8), carry: t.chance(0.5),
	}
	if t.style.table == "boxed" {
		g.pad = max(g.pad, 8)
	}
	g.measure()
	t.knowLines(g.columns)
	t.y += 8
	g.ensure(90)
	g.head()
	for i := range t.bill.lines {
		g.row(i)
	}
	g.close()
	t.y += pick(t.r, 6.0, 10, 16)
}

// measure finds widths: figures take what they need, descriptions the rest.
func (g *tradeTable) measure() {
	for {
		left := g.right - g.left
		var wide *tableColumn
		for _, c := range g.columns {
			if c.key == "description" {
				wide = c
				continue
			}
			c.w = g.need(c)
			left -= c.w
		}
		if wide.w = left; left >= 120 {
			break
		}
		if !g.drop() {
			g.size *= 0.92
		}
	}
	x := g.left
	for _, c := range g.columns {
		c.x = x
		x += c.w
		c.head = g.wrapHead(c)
	}
}

// need is the width of a column: its widest cell, or word of its head.
func (g *tradeTable) need(c *tableColumn) float64 {
	w := 0.0
	for _, s := range c.cells {
		w = max(w, width(s, g.size, false))
	}
	for word := range strings.FieldsSeq(strings.Join(c.head, " ")) {
		w = max(w, width(word, g.size, g.bold))
	}
	return w + g.pad
}

func (g *tradeTable) wrapHead(c *tableColumn) []string {
	return wrapped(strings.Join(c.head, " "), g.size, g.bold, c.w-g.pad+0.5)
}

// drop takes out a column that the table can do without.
func (g *tradeTable) drop() bool {
	for _, key := range []string{"date", "code", "pos", "unit"} {
		if i := slices.IndexFunc(g.columns, func(c *tableColumn) bool { return c.key == key }); i >= 0 {
			g.columns = slices.Delete(g.columns, i, i+1)
			return true
		}
	}
	return false
}

// head sets the heads of the columns.
func (g *tradeTable) head() {
	lines := 1
	for _, c := range g.columns {
		lines = max(lines, len(c.head))
	}
	g.top = g.y - g.size - 2
	for _, c := range g.columns {
		for k, s := range c.head {
			align := c.align
			if !g.headsAt && align == alignMiddle {
				align = alignLeft
			}
			g.cell(c, g.y+float64(k)*g.size*1.15, align, g.bold, s)
		}
	}
	g.y += float64(lines-1)*g.size*1.15 + g.size*0.5
	switch g.style.table {
	case "ruled", "boxed", "lined":
		g.sheet.rule(g.left, g.y, g.right, g.y)
		if g.style.table != "ruled" || g.chance(0.5) {
			g.sheet.rule(g.left, g.top, g.right, g.top)
		}
	}
	g.y += g.size * 1.4
}

func (g *tradeTable) cell(c *tableColumn, y float64, align tableAlign, bold bool, text string) {
	switch align {
	case alignLeft:
		g.sheet.set(c.x+2, y, g.size, bold, text)
	case alignRight:
		g.sheet.end(c.x+c.w-2, y, g.size, bold, text)
	case alignMiddle:
		g.sheet.middle(c.x+c.w/2, y, g.size, bold, text)
	}
}

// row sets a line item.
func (g *tradeTable) row(i int) {
	var description []string
	step := g.size * 1.2
	for _, c := range g.columns {
		if c.key == "description" {
			description = wrapped(c.cells[i], g.size, false, c.w-g.pad)
			if more := g.bill.lines[i].more; more != "" {
				description = append(description, wrapped(more, g.size, false, c.w-g.pad)...)
			}
		}
	}
	height := float64(len(description)-1) * step
	if g.y+height+2.5*g.size > g.bottom {
		g.turn(i)
	}
	for _, c := range g.columns {
		if c.key != "description" {
			g.cell(c, g.y, c.align, false, c.cells[i])
			continue
		}
		for k, s := range description {
			g.cell(c, g.y+float64(k)*step, alignLeft, false, s)
		}
	}
	g.y += height + g.size*g.lead + g.gap
	if g.style.table == "lined" || g.style.table == "boxed" && g.gap > 3 {
		g.sheet.rule(g.left, g.y-g.size, g.right, g.y-g.size)
		g.y += 2
	}
}

// close draws what ends the table on a page.
func (g *tradeTable) close() {
	end := g.y - g.size*0.9
	switch g.style.table {
	case "boxed":
		for _, c := range g.columns[1:] {
			g.sheet.rule(c.x-g.pad*0.1, g.top, c.x-g.pad*0.1, end)
		}
		g.sheet.rule(g.left, g.top, g.left, end)
		g.sheet.rule(g.right, g.top, g.right, end)
		g.sheet.rule(g.left, end, g.right, end)
	case "ruled":
		g.sheet.rule(g.left, end, g.right, end)
	}
}

// turn goes on to a new page before line item i, carrying the sum over.
func (g *tradeTable) turn(i int) {
	sum := g.bill.lines[0].amount.Sub(g.bill.lines[0].amount)
	for _, l := range g.bill.lines[:i] {
		sum = sum.Add(l.amount)
	}
	g.close()
	if g.carry {
		g.y += 2
		g.carried("carryOut", g.cellMoney(sum))
	}
	g.newSheet()
	g.y += 10
	g.head()
	if g.carry {
		g.carried("carryIn", g.cellMoney(sum))
	}
}

// carried sets a sum that goes from page to page.
func (g *tradeTable) carried(key, sum string) {
	last := g.columns[len(g.columns)-1]
	label := g.label(key)
	g.sheet.end(last.x-g.pad, g.y, fitted(label, g.size, false, last.x-g.left-g.pad), false, label)
	g.cell(last, g.y, last.align, false, sum)
	g.y += g.size*g.lead + 2
}

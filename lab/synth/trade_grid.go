package synth

import (
	"slices"
	"strings"
)

type tradeTable struct {
	*designDoc
	columns []*tableColumn
	size    float64
	pad     float64 // between columns
	gap     float64 // between rows, in addition to the lead
	bold    bool    // headings are bold
	headsAt bool    // headings are aligned with their columns, not to the left
	carry   bool    // totals are carried over to the next page
	top     float64 // of the part on this page
	groups  []int   // first line items of groups
	sums    bool    // groups end with their total
}

func (t *designDoc) table() {
	g := &tradeTable{
		designDoc: t, columns: t.drawColumns(), size: min(t.style.size, 10), pad: pick(t.r, 7.0, 10, 14),
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
	g.drawGroups()
	for i := range t.bill.lines {
		if slices.Contains(g.groups, i) {
			g.group(i)
		}
		g.row(i)
	}
	g.endGroup(len(t.bill.lines))
	g.close()
	t.y += pick(t.r, 6.0, 10, 16)
}

// measure sets the column widths: numbers get their need, descriptions the rest.
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

// need returns the width of a column: the widest cell or word of its heading.
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

func (g *tradeTable) drop() bool {
	for _, key := range []string{"date", "code", "pos", "unit"} {
		if i := slices.IndexFunc(g.columns, func(c *tableColumn) bool { return c.key == key }); i >= 0 {
			g.columns = slices.Delete(g.columns, i, i+1)
			return true
		}
	}
	return false
}

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
			above := 0.0
			if g.form == ItemsStacked { // headings are centered on each other
				above = float64(lines-len(c.head)) / 2
			}
			g.cell(c, g.y+(above+float64(k))*g.size*1.15, align, g.bold, s)
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
		g.sheet.end(g.edge(c), y, g.size, bold, text)
	case alignMiddle:
		g.sheet.middle((c.x+2+g.edge(c))/2, y, g.size, bold, text)
	}
}

func (g *tradeTable) edge(c *tableColumn) float64 {
	if c == g.columns[len(g.columns)-1] {
		return c.x + c.w - 2
	}
	return c.x + c.w - g.pad + 3
}

func (g *tradeTable) row(i int) {
	if g.form == ItemsStacked {
		if g.y+4*g.size > g.bottom {
			g.turn(i)
		}
		g.stackedRow(i)
		return
	}
	var description []string
	step := g.size * 1.2
	for _, c := range g.columns {
		if c.key == "description" {
			description = wrapped(c.cells[i], g.size, false, c.w-g.pad)
			if more := g.bill.lines[i].more; more != "" {
				description = append(description, wrapped(more, g.size, false, c.w-g.pad)...)
			}
			for _, s := range g.bill.lines[i].details {
				description = append(description, wrapped(s, g.size, false, c.w-g.pad)...)
			}
		}
	}
	height := float64(len(description)-1) * step
	if g.y+height+g.reductionHeight(i)+2.5*g.size > g.bottom {
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
	g.reduction(g.bill.lines[i])
	if g.style.table == "lined" || g.style.table == "boxed" && g.gap > 3 {
		g.sheet.rule(g.left, g.y-g.size, g.right, g.y-g.size)
		g.y += 2
	}
}

func (g *tradeTable) close() {
	end := g.y - g.size*0.9
	switch g.style.table {
	case "boxed":
		for _, c := range g.columns[1:] {
			g.sheet.rule(c.x-1, g.top, c.x-1, end)
		}
		g.sheet.rule(g.left, g.top, g.left, end)
		g.sheet.rule(g.right, g.top, g.right, end)
		g.sheet.rule(g.left, end, g.right, end)
	case "ruled":
		g.sheet.rule(g.left, end, g.right, end)
	}
}

// turn begins a new page before line item i and carries the total over.
func (g *tradeTable) turn(i int) {
	sum := g.bill.sumOf(0, i)
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

func (g *tradeTable) carried(key, sum string) {
	last := g.columns[len(g.columns)-1]
	label := g.label(key)
	g.sheet.end(last.x-g.pad, g.y, fitted(label, g.size, false, last.x-g.left-g.pad), false, label)
	g.cell(last, g.y, last.align, false, sum)
	g.y += g.size*g.lead + 2
}

// drawGroups splits the line items into groups, such as delivery notes.
func (g *tradeTable) drawGroups() {
	if n := len(g.bill.lines); n >= 4 && g.chance(0.12) {
		g.groups = []int{0, 1 + g.r.IntN(n-2)}
		g.sums = g.chance(0.5)
	}
}

// group ends the group before line item i and begins one with a heading.
func (g *tradeTable) group(i int) {
	g.endGroup(i)
	if g.y+4*g.size > g.bottom {
		g.turn(i)
	}
	heading := g.label("other.number") + " " + g.place.pattern(pick(g.r, "*####", "L*###", "##/*##"))
	if g.chance(0.5) {
		heading += ", " + g.place.date(g.issued.AddDate(0, 0, -3-g.r.IntN(20)))
	}
	g.sheet.set(g.left+2, g.y, g.size, g.chance(0.6), heading)
	g.y += g.size*g.lead + g.gap
}

func (g *tradeTable) endGroup(i int) {
	if !g.sums || i == 0 {
		return
	}
	from := 0
	for _, k := range g.groups {
		if k < i {
			from = k
		}
	}
	g.carried("carryOut.group", g.cellMoney(g.bill.sumOf(from, i)))
}

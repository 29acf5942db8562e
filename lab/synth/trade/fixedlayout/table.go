package fixedlayout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

type itemTable struct {
	*layout
	columns []*trade.Column
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

func (t *layout) table() {
	g := &itemTable{
		layout: t, columns: t.DrawColumns(), size: min(t.Style.Size, 10), pad: random.Pick(t.Rand, 7.0, 10, 14),
		gap: random.Pick(t.Rand, 0.0, 2, 4, 7), bold: t.Chance(0.6), headsAt: t.Chance(0.8), carry: t.Chance(0.5),
	}
	if t.forms.table == "boxed" {
		g.pad = max(g.pad, 8)
	}
	g.columns = trade.FitColumns(g.columns, g.left, g.right, 120, g.need, func() { g.size *= 0.92 })
	for _, c := range g.columns {
		c.Head = sheet.Wrap(strings.Join(c.Head, " "), g.size, g.bold, c.W-g.pad+0.5)
	}
	t.SetLineTruth(g.columns)
	t.y += 8
	g.ensure(90)
	g.head()
	g.drawGroups()
	for i := range t.Bill.Lines {
		if slices.Contains(g.groups, i) {
			g.group(i)
		}
		g.row(i)
	}
	g.endGroup(len(t.Bill.Lines))
	g.close()
	t.y += random.Pick(t.Rand, 6.0, 10, 16)
}

func (g *itemTable) need(c *trade.Column) float64 {
	w := 0.0
	for _, s := range c.Cells {
		w = max(w, sheet.TextWidth(s, g.size, false))
	}
	for word := range strings.FieldsSeq(strings.Join(c.Head, " ")) {
		w = max(w, sheet.TextWidth(word, g.size, g.bold))
	}
	return w + g.pad
}

func (g *itemTable) head() {
	lines := 1
	for _, c := range g.columns {
		lines = max(lines, len(c.Head))
	}
	g.top = g.y - g.size - 2
	for _, c := range g.columns {
		for k, s := range c.Head {
			align := c.Align
			if !g.headsAt && align == trade.AlignMiddle {
				align = trade.AlignLeft
			}
			above := 0.0
			if g.Form == trade.ItemsStacked { // headings are centered on each other
				above = float64(lines-len(c.Head)) / 2
			}
			g.cell(c, g.y+(above+float64(k))*g.size*1.15, align, g.bold, s)
		}
	}
	g.y += float64(lines-1)*g.size*1.15 + g.size*0.5
	switch g.forms.table {
	case "ruled", "boxed", "lined":
		g.sheet.AddRule(g.left, g.y, g.right, g.y)
		if g.forms.table != "ruled" || g.Chance(0.5) {
			g.sheet.AddRule(g.left, g.top, g.right, g.top)
		}
	}
	g.y += g.size * 1.4
}

func (g *itemTable) cell(c *trade.Column, y float64, align trade.Align, bold bool, text string) {
	switch align {
	case trade.AlignLeft:
		g.sheet.Set(c.X+2, y, g.size, bold, text)
	case trade.AlignRight:
		g.sheet.SetRight(g.edge(c), y, g.size, bold, text)
	case trade.AlignMiddle:
		g.sheet.SetCentered((c.X+2+g.edge(c))/2, y, g.size, bold, text)
	}
}

func (g *itemTable) edge(c *trade.Column) float64 {
	if c == g.columns[len(g.columns)-1] {
		return c.X + c.W - 2
	}
	return c.X + c.W - g.pad + 3
}

func (g *itemTable) row(i int) {
	if g.Form == trade.ItemsStacked {
		if g.y+4*g.size > g.bottom {
			g.nextPage(i)
		}
		g.stackedRow(i)
		return
	}
	var description []string
	step := g.size * 1.2
	for _, c := range g.columns {
		if c.Key == "description" {
			description = sheet.Wrap(c.Cells[i], g.size, false, c.W-g.pad)
			if more := g.Bill.Lines[i].Detail; more != "" {
				description = append(description, sheet.Wrap(more, g.size, false, c.W-g.pad)...)
			}
			for _, s := range g.Bill.Lines[i].Details {
				description = append(description, sheet.Wrap(s, g.size, false, c.W-g.pad)...)
			}
		}
	}
	height := float64(len(description)-1) * step
	if g.y+height+g.reductionHeight(i)+2.5*g.size > g.bottom {
		g.nextPage(i)
	}
	for _, c := range g.columns {
		if c.Key != "description" {
			g.cell(c, g.y, c.Align, false, c.Cells[i])
			continue
		}
		for k, s := range description {
			g.cell(c, g.y+float64(k)*step, trade.AlignLeft, false, s)
		}
	}
	g.y += height + g.size*g.lead + g.gap
	g.reduction(g.Bill.Lines[i])
	if g.forms.table == "lined" || g.forms.table == "boxed" && g.gap > 3 {
		g.sheet.AddRule(g.left, g.y-g.size, g.right, g.y-g.size)
		g.y += 2
	}
}

func (g *itemTable) close() {
	end := g.y - g.size*0.9
	switch g.forms.table {
	case "boxed":
		for _, c := range g.columns[1:] {
			g.sheet.AddRule(c.X-1, g.top, c.X-1, end)
		}
		g.sheet.AddRule(g.left, g.top, g.left, end)
		g.sheet.AddRule(g.right, g.top, g.right, end)
		g.sheet.AddRule(g.left, end, g.right, end)
	case "ruled":
		g.sheet.AddRule(g.left, end, g.right, end)
	}
}

func (g *itemTable) nextPage(i int) {
	sum := g.Bill.SumOf(0, i)
	g.close()
	if g.carry {
		g.y += 2
		g.carried("carryOut", g.CellMoney(sum))
	}
	g.newSheet()
	g.y += 10
	g.head()
	if g.carry {
		g.carried("carryIn", g.CellMoney(sum))
	}
}

func (g *itemTable) carried(key, sum string) {
	last := g.columns[len(g.columns)-1]
	label := g.Label(key)
	g.sheet.SetRight(last.X-g.pad, g.y, sheet.FitSize(label, g.size, false, last.X-g.left-g.pad), false, label)
	g.cell(last, g.y, last.Align, false, sum)
	g.y += g.size*g.lead + 2
}

func (g *itemTable) drawGroups() {
	if n := len(g.Bill.Lines); n >= 4 && g.Chance(0.12) {
		g.groups = []int{0, 1 + g.IntN(n-2)}
		g.sums = g.Chance(0.5)
	}
}

func (g *itemTable) group(i int) {
	g.endGroup(i)
	if g.y+4*g.size > g.bottom {
		g.nextPage(i)
	}
	heading := g.Label("other.number") + " " + random.Fill(g.Rand, random.Pick(g.Rand, "*####", "L*###", "##/*##"))
	if g.Chance(0.5) {
		heading += ", " + g.Place.Date(g.Issued.AddDate(0, 0, -3-g.IntN(20)))
	}
	g.sheet.Set(g.left+2, g.y, g.size, g.Chance(0.6), heading)
	g.y += g.size*g.lead + g.gap
}

func (g *itemTable) endGroup(i int) {
	if !g.sums || i == 0 {
		return
	}
	from := 0
	for _, k := range g.groups {
		if k < i {
			from = k
		}
	}
	g.carried("carryOut.group", g.CellMoney(g.Bill.SumOf(from, i)))
}

func (g *itemTable) reductionHeight(i int) float64 {
	if g.Bill.Lines[i].Allowance.IsZero() {
		return 0
	}
	return g.size*g.lead + g.gap
}

func (g *itemTable) reduction(l trade.Line) {
	if l.Allowance.IsZero() {
		return
	}
	last := g.columns[len(g.columns)-1]
	for _, c := range g.columns {
		if c.Key == "description" {
			percent := l.AllowancePercent.String() + "%"
			label := g.Label("discount", "{percent}", percent)
			if !strings.Contains(label, percent) {
				label += " " + percent
			}
			g.setFitted(c, g.y, label)
		}
	}
	g.cell(last, g.y, last.Align, false, "-"+strings.TrimSpace(g.CellMoney(l.Allowance)))
	g.y += g.size*g.lead + g.gap
}

func (g *itemTable) setFitted(c *trade.Column, y float64, text string) {
	g.sheet.Set(c.X+2, y, sheet.FitSize(text, g.size, false, c.W-g.pad), false, text)
}

func (g *itemTable) stackedRow(i int) {
	l := g.Bill.Lines[i]
	step := g.size * 1.2
	for _, c := range g.columns {
		switch c.Key {
		case "description":
			g.setFitted(c, g.y, c.Cells[i])
			g.setFitted(c, g.y+step, l.Details[0])
		case "code":
			g.cell(c, g.y, trade.AlignLeft, false, c.Cells[i])
			g.setFitted(c, g.y+step, random.Fill(g.Rand, "40###########"))
		case "pos":
			g.cell(c, g.y, c.Align, false, c.Cells[i])
		default:
			g.cell(c, g.y+step/2, c.Align, false, c.Cells[i])
		}
	}
	g.y += step + g.size*g.lead + 6
}

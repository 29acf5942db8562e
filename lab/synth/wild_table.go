package synth

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

type wildTable struct {
	*randomDoc
	ink
	columns  []*tableColumn
	pad      float64 // between columns
	gap      float64 // between rows
	rules    string
	bold     bool // headings are bold
	bare     bool // no headings
	listed   bool // a separate row for the description, with numbers below
	carry    bool
	repeated bool // headings on every page
}

func (d *randomDoc) composeTable() {
	t := &wildTable{randomDoc: d, ink: d.ink, pad: pick(d.r, 5.0, 7, 10, 14), gap: pick(d.r, 0.0, 1, 3, 6, 10),
		rules: pick(d.r, "none", "none", "head", "head", "lines", "grid", "ends"), bold: d.chance(0.6),
		bare: d.chance(0.03), listed: d.chance(0.08), carry: d.chance(0.4), repeated: d.chance(0.85)}
	t.size = min(t.size, 10) * d.factor(1, 1, 0.9)
	t.columns = d.drawColumns()
	t.arrange()
	t.measure()
	d.knowLines(t.columns)
	for _, c := range t.columns {
		for i := range c.cells {
			c.cells[i] = d.signed(c.cells[i])
		}
	}
	d.place1(t.head(), 0)
	sum := decimal.Zero
	for i := range d.bill.lines {
		t.row(i, sum)
		sum = sum.Add(d.bill.lines[i].amount)
	}
	if t.rules != "none" {
		d.place1(piece{w: d.room(), h: 2, rules: []Rule{{0, 0, d.room(), 0}}}, 0)
	}
	d.paper.y += pick(d.r, 4.0, 8, 14, 24)
}

func (t *wildTable) arrange() {
	n := len(t.columns)
	switch {
	case t.chance(0.1):
		t.r.Shuffle(n, func(i, k int) { t.columns[i], t.columns[k] = t.columns[k], t.columns[i] })
	case t.chance(0.12):
		t.r.Shuffle(n-1, func(i, k int) { t.columns[i], t.columns[k] = t.columns[k], t.columns[i] })
	}
	if t.chance(0.12) {
		for _, c := range t.columns {
			if c.key != "description" {
				c.align = pick(t.r, alignLeft, alignMiddle)
			}
		}
	}
}

// measure sets the column widths: numbers get their need, descriptions the rest.
func (t *wildTable) measure() {
	for {
		left := t.room()
		var wide *tableColumn
		for _, c := range t.columns {
			if c.key == "description" {
				wide = c
				continue
			}
			c.w = t.need(c)
			left -= c.w
		}
		if wide.w = left; left >= 80 {
			break
		}
		g := tradeTable{designDoc: t.designDoc, columns: t.columns}
		if !g.drop() {
			t.size *= 0.92
		}
		t.columns = g.columns
	}
	x := 0.0
	for _, c := range t.columns {
		c.x = x
		x += c.w
	}
}

// need returns the width of a column: the widest cell or word of its heading.
func (t *wildTable) need(c *tableColumn) float64 {
	w := 0.0
	for _, s := range c.cells {
		w = max(w, t.width(run{text: s})+4) // the document's sign may be longer
	}
	for word := range strings.FieldsSeq(strings.Join(c.head, " ")) {
		w = max(w, t.width(run{text: word, bold: true}))
	}
	return w + t.pad
}

func (t *wildTable) cell(p *piece, c *tableColumn, y float64, rows ...[]run) {
	b := textBlock{ink: t.ink, rows: rows, align: c.align}
	p.add(b.set(c.w-t.pad), c.x+t.pad/2, y)
}

func (t *wildTable) head() piece {
	p := piece{w: t.room()}
	if t.bare {
		return p
	}
	top := 0.0
	if t.rules != "none" {
		top = 3
	}
	for _, c := range t.columns {
		t.cell(&p, c, top, []run{{text: strings.Join(c.head, " "), field: "label", bold: t.bold}})
	}
	p.h += 2
	switch t.rules {
	case "grid":
		p.box(true)
		t.sides(&p)
	case "lines", "ends":
		p.box(false)
	case "head":
		p.rules = append(p.rules, Rule{0, p.h, p.w, p.h})
	}
	p.h += 2
	return p
}

func (t *wildTable) sides(p *piece) {
	for _, c := range t.columns[1:] {
		p.rules = append(p.rules, Rule{c.x, 0, c.x, p.h})
	}
}

// row sets a line item, on a new page if it does not fit; sum is the total of those before.
func (t *wildTable) row(i int, sum decimal.Decimal) {
	p := t.rowPiece(i)
	if t.paper.y+p.h+t.size*2.4 > t.end() && len(t.pages) < 12 {
		if t.carry && i > 0 {
			t.carried("carryOut", sum)
		}
		t.newPage()
		if t.repeated {
			t.place1(t.head(), 0)
		}
		if t.carry && i > 0 {
			t.carried("carryIn", sum)
		}
	}
	t.place1(p, t.gap)
}

func (t *wildTable) rowPiece(i int) piece {
	p := piece{w: t.room()}
	if t.rules == "grid" {
		p.h = 2
	}
	top := p.h
	at := slices.IndexFunc(t.columns, func(c *tableColumn) bool { return c.key == "description" })
	texts := t.descriptions(t.columns[at], i)
	if t.listed {
		all := *t.columns[at]
		all.x, all.w = 0, t.room()
		t.cell(&p, &all, top, texts...)
		top = p.h
	}
	for k, c := range t.columns {
		switch {
		case k == at && !t.listed:
			t.cell(&p, c, top, texts...)
		case k != at && c.cells[i] != "":
			field := ""
			if c.field != "" {
				field = "lineItems." + c.field
			}
			t.cell(&p, c, top, []run{{text: c.cells[i], field: field}})
		}
	}
	switch t.rules {
	case "grid":
		p.h += 2
		p.box(true)
		t.sides(&p)
	case "lines":
		p.h += 2
		p.rules = append(p.rules, Rule{0, p.h, p.w, p.h})
		p.h += 1
	}
	return p
}

func (t *wildTable) descriptions(c *tableColumn, i int) [][]run {
	rows := [][]run{{{text: c.cells[i], field: "lineItems.description", bold: t.listed && t.bold}}}
	if more := t.bill.lines[i].more; more != "" {
		rows = append(rows, []run{{text: more, scale: 0.9}})
	}
	return rows
}

func (t *wildTable) carried(key string, sum decimal.Decimal) {
	last := t.columns[len(t.columns)-1]
	if len(t.place.words[key]) == 0 || last.x < 70 {
		return
	}
	p := piece{w: t.room()}
	label := textBlock{ink: t.ink, rows: [][]run{{{text: t.label(key), field: "label"}}}, align: alignRight}
	p.add(label.set(max(60, last.x-t.pad)), 0, 0)
	t.cell(&p, last, 0, []run{{text: t.signed(t.cellMoney(sum))}})
	t.place1(p, 0)
}

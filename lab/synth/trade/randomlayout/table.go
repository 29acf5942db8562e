package randomlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/trade"
	"github.com/shopspring/decimal"
)

type itemTable struct {
	*layout
	font
	columns  []*trade.Column
	pad      float64 // between columns
	gap      float64 // between rows
	rules    string
	bold     bool // headings are bold
	bare     bool // no headings
	listed   bool // a separate row for the description, with numbers below
	carry    bool
	repeated bool // headings on every page
}

func (d *layout) composeTable() {
	t := &itemTable{layout: d, font: d.font, pad: random.Pick(d.Rand, 5.0, 7, 10, 14), gap: random.Pick(d.Rand, 0.0, 1, 3,
		6, 10),
		rules: random.Pick(d.Rand, "none", "none", "head", "head", "lines", "grid", "ends"), bold: d.Chance(0.6),
		bare: d.Chance(0.03), listed: d.Chance(0.08), carry: d.Chance(0.4), repeated: d.Chance(0.85)}
	t.size = min(t.size, 10) * d.drawFactor(1, 1, 0.9)
	t.columns = d.DrawColumns()
	t.arrange()
	t.columns = trade.FitColumns(t.columns, 0, t.room(), 80, t.need, func() { t.size *= 0.92 })
	d.SetLineTruth(t.columns)
	for _, c := range t.columns {
		for i := range c.Cells {
			c.Cells[i] = d.signed(c.Cells[i])
		}
	}
	d.putPiece(t.head(), 0)
	sum := decimal.Zero
	for i := range d.Bill.Lines {
		t.row(i, sum)
		sum = sum.Add(d.Bill.Lines[i].Amount)
	}
	if t.rules != "none" {
		end := piece{w: d.room(), h: 2}
		end.rule(0, 0, end.w, 0)
		d.putPiece(end, 0)
	}
	d.paper.y += random.Pick(d.Rand, 4.0, 8, 14, 24)
}

func (t *itemTable) arrange() {
	n := len(t.columns)
	switch {
	case t.Chance(0.1):
		t.Shuffle(n, func(i, k int) { t.columns[i], t.columns[k] = t.columns[k], t.columns[i] })
	case t.Chance(0.12):
		t.Shuffle(n-1, func(i, k int) { t.columns[i], t.columns[k] = t.columns[k], t.columns[i] })
	}
	if t.Chance(0.12) {
		for _, c := range t.columns {
			if c.Key != "description" {
				c.Align = random.Pick(t.Rand, trade.AlignLeft, trade.AlignMiddle)
			}
		}
	}
}

func (t *itemTable) need(c *trade.Column) float64 {
	w := 0.0
	for _, s := range c.Cells {
		w = max(w, t.width(run{text: s})+4) // the document's sign may be longer
	}
	for word := range strings.FieldsSeq(strings.Join(c.Head, " ")) {
		w = max(w, t.width(run{text: word, bold: true}))
	}
	return w + t.pad
}

func (t *itemTable) cell(p *piece, c *trade.Column, y float64, rows ...[]run) {
	b := textBlock{font: t.font, rows: rows, align: c.Align}
	p.add(b.set(c.W-t.pad), c.X+t.pad/2, y)
}

func (t *itemTable) head() piece {
	p := piece{w: t.room()}
	if t.bare {
		return p
	}
	top := 0.0
	if t.rules != "none" {
		top = 3
	}
	for _, c := range t.columns {
		t.cell(&p, c, top, []run{{text: strings.Join(c.Head, " "), field: "label", bold: t.bold}})
	}
	p.h += 2
	switch t.rules {
	case "grid":
		p.box(true)
		t.addSides(&p)
	case "lines", "ends":
		p.box(false)
	case "head":
		p.rule(0, p.h, p.w, p.h)
	}
	p.h += 2
	return p
}

func (t *itemTable) addSides(p *piece) {
	for _, c := range t.columns[1:] {
		p.rule(c.X, 0, c.X, p.h)
	}
}

func (t *itemTable) row(i int, sum decimal.Decimal) {
	p := t.rowPiece(i)
	if t.paper.y+p.h+t.size*2.4 > t.end() && len(t.Sheets) < 12 {
		if t.carry && i > 0 {
			t.carried("carryOut", sum)
		}
		t.newPage()
		if t.repeated {
			t.putPiece(t.head(), 0)
		}
		if t.carry && i > 0 {
			t.carried("carryIn", sum)
		}
	}
	t.putPiece(p, t.gap)
}

func (t *itemTable) rowPiece(i int) piece {
	p := piece{w: t.room()}
	if t.rules == "grid" {
		p.h = 2
	}
	top := p.h
	at := trade.ColumnIndex(t.columns, "description")
	texts := t.descriptions(t.columns[at], i)
	if t.listed {
		all := *t.columns[at]
		all.X, all.W = 0, t.room()
		t.cell(&p, &all, top, texts...)
		top = p.h
	}
	for k, c := range t.columns {
		switch {
		case k == at && !t.listed:
			t.cell(&p, c, top, texts...)
		case k != at && c.Cells[i] != "":
			field := ""
			if c.Field != "" {
				field = "lineItems." + c.Field
			}
			t.cell(&p, c, top, []run{{text: c.Cells[i], field: field}})
		}
	}
	switch t.rules {
	case "grid":
		p.h += 2
		p.box(true)
		t.addSides(&p)
	case "lines":
		p.h += 2
		p.rule(0, p.h, p.w, p.h)
		p.h += 1
	}
	return p
}

func (t *itemTable) descriptions(c *trade.Column, i int) [][]run {
	rows := [][]run{{{text: c.Cells[i], field: "lineItems.description", bold: t.listed && t.bold}}}
	if more := t.Bill.Lines[i].Detail; more != "" {
		rows = append(rows, []run{{text: more, scale: 0.9}})
	}
	return rows
}

func (t *itemTable) carried(key string, sum decimal.Decimal) {
	last := t.columns[len(t.columns)-1]
	if len(t.Place.Words[key]) == 0 || last.X < 70 {
		return
	}
	p := piece{w: t.room()}
	label := textBlock{font: t.font, rows: [][]run{{{text: t.Label(key), field: "label"}}}, align: trade.AlignRight}
	p.add(label.set(max(60, last.X-t.pad)), 0, 0)
	t.cell(&p, last, 0, []run{{text: t.signed(t.CellMoney(sum))}})
	t.putPiece(p, 0)
}

package synth

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Forms of item tables that are made only on request.
const (
	ItemsCoded    = "coded"    // codes before the names
	ItemsDetailed = "detailed" // lines of details under the names
	ItemsReduced  = "reduced"  // allowances in rows under their items
	ItemsPerMany  = "per-many" // prices per hundred or thousand units
	ItemsStacked  = "stacked"  // headings and cells of several lines, centered on each other
)

// ItemForms returns the forms of item tables.
func ItemForms() []string {
	return []string{ItemsCoded, ItemsDetailed, ItemsReduced, ItemsPerMany, ItemsStacked}
}

// shaped is the part of a line item that depends on the table's form.
type shaped struct {
	lead    string          // before the name, with the code
	details []string        // under the name
	less    decimal.Decimal // percentage of an allowance in a separate row
	cut     decimal.Decimal // amount of the allowance
	base    int64           // units per price; 0 for one
}

func (t *designDoc) shapeLines() {
	if t.form == "" {
		return
	}
	style := t.r.IntN(4)
	for i := range t.bill.lines {
		l := &t.bill.lines[i]
		switch t.form {
		case ItemsCoded:
			l.code = t.place.pattern(pick(t.r, "@@-###", "######", "@###-##"))
			l.lead = []string{"[" + l.code + "]", "*" + l.code + "*", l.code + " -",
				t.place.label("col.code") + ": " + l.code}[style]
			if style == 3 && strings.ContainsAny(l.lead, "/") {
				l.lead = "[" + l.code + "]"
			}
		case ItemsDetailed:
			for range 1 + t.r.IntN(3) {
				l.details = append(l.details, t.place.label("more"))
			}
		case ItemsStacked:
			l.details = []string{t.place.label("more")}
		case ItemsReduced:
			if t.chance(0.4) {
				l.less = decimal.NewFromInt(pick(t.r, int64(5), 10, 20))
				l.cut = part(l.amount, l.less)
				l.amount = l.amount.Sub(l.cut)
			}
		case ItemsPerMany:
			if t.chance(0.7) {
				l.base = pick(t.r, int64(100), 100, 1000)
				l.count = decimal.NewFromInt(l.base * int64(1+t.r.IntN(30)) / pick(t.r, int64(1), 2, 4))
				l.amount = l.price.Mul(l.count).Div(decimal.NewFromInt(l.base)).Round(2)
			}
		}
	}
}

func (t *designDoc) formKeys() []string {
	keys := append(t.maybe(0.4, "pos"), "description", "quantity")
	if t.form == ItemsStacked {
		keys = []string{"pos", "code", "description", "quantity"}
	}
	keys = append(append(keys, t.maybe(0.4, "unit")...), "unitPrice")
	if t.form == ItemsPerMany && t.chance(0.5) {
		keys = append(keys, "priceBase")
	}
	if len(t.bill.taxes) > 1 {
		keys = append(keys, "taxRate")
	}
	return append(keys, "amount")
}

func (t *designDoc) fillForm(columns []*tableColumn) {
	based := slices.ContainsFunc(columns, func(c *tableColumn) bool { return c.key == "priceBase" })
	for _, c := range columns {
		for i, l := range t.bill.lines {
			switch {
			case c.key == "description" && l.lead != "":
				c.cells[i] = l.lead + " " + l.name
			case c.key == "unitPrice" && l.base > 0 && !based:
				c.cells[i] += " / " + decimal.NewFromInt(l.base).String()
			case c.key == "priceBase":
				c.cells[i] = decimal.NewFromInt(max(1, l.base)).String()
			case c.key == "amount" && !l.cut.IsZero():
				c.cells[i] = t.cellMoney(l.amount.Add(l.cut))
			}
		}
		if c.key == "description" && t.form == ItemsStacked {
			c.head = []string{c.head[0] + ", " + t.wordsOnly("more") + " / " + t.wordsOnly("more") + ", " + t.wordsOnly("more")}
		}
	}
}

func (t *designDoc) wordsOnly(key string) string {
	for {
		if s := t.place.label(key); !strings.ContainsAny(s, "0123456789:") {
			return s
		}
	}
}

func (t *designDoc) knowForm(row map[string]string, l tradeLine) {
	if l.lead != "" {
		row["productCode"] = l.code
	}
	if !l.cut.IsZero() {
		row["discount"] = l.cut.StringFixed(2)
	}
}

func (g *tradeTable) reductionHeight(i int) float64 {
	if g.bill.lines[i].cut.IsZero() {
		return 0
	}
	return g.size*g.lead + g.gap
}

func (g *tradeTable) reduction(l tradeLine) {
	if l.cut.IsZero() {
		return
	}
	last := g.columns[len(g.columns)-1]
	for _, c := range g.columns {
		if c.key == "description" {
			percent := l.less.String() + "%"
			label := g.label("discount", "{percent}", percent)
			if !strings.Contains(label, percent) {
				label += " " + percent
			}
			g.squeezed(c, g.y, label)
		}
	}
	g.cell(last, g.y, last.align, false, "-"+strings.TrimSpace(g.cellMoney(l.cut)))
	g.y += g.size*g.lead + g.gap
}

// squeezed sets a text on one line of a column and reduces its size if it is too long.
func (g *tradeTable) squeezed(c *tableColumn, y float64, text string) {
	g.sheet.set(c.x+2, y, fitted(text, g.size, false, c.w-g.pad), false, text)
}

// stackedRow sets a line item with numbers centered on its lines of text.
func (g *tradeTable) stackedRow(i int) {
	l := g.bill.lines[i]
	step := g.size * 1.2
	for _, c := range g.columns {
		switch c.key {
		case "description":
			g.squeezed(c, g.y, c.cells[i])
			g.squeezed(c, g.y+step, l.details[0])
		case "code":
			g.cell(c, g.y, alignLeft, false, c.cells[i])
			g.squeezed(c, g.y+step, g.place.pattern("40###########"))
		case "pos":
			g.cell(c, g.y, c.align, false, c.cells[i])
		default:
			g.cell(c, g.y+step/2, c.align, false, c.cells[i])
		}
	}
	g.y += step + g.size*g.lead + 6
}

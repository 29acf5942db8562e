package synth

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

type tableColumn struct {
	key   string // of the label, without "col."
	field string // member of the record, or ""
	head  []string
	cells []string // as printed, one per line item
	norms []string // normalized
	x, w  float64
	align tableAlign
}

type tableAlign int

const (
	alignLeft tableAlign = iota
	alignRight
	alignMiddle
)

func (t *designDoc) drawColumns() []*tableColumn {
	keys := t.columnKeys()
	var out []*tableColumn
	used := map[string]bool{}
	for _, key := range keys {
		c := &tableColumn{key: key, align: columnAlign(key)}
		head := t.label("col." + key)
		for range 8 {
			if !used[strings.ToLower(head)] {
				break
			}
			head = t.label("col." + key)
		}
		used[strings.ToLower(head)] = true
		c.head = []string{head}
		if key == "unit" || key == "code" {
			c.align = pick(t.r, alignLeft, alignLeft, alignMiddle)
		} else if c.align == alignRight && t.chance(0.08) {
			c.align = alignMiddle
		}
		t.fillColumn(c)
		out = append(out, c)
	}
	if t.form != "" {
		t.fillForm(out)
	}
	return out
}

func columnAlign(key string) tableAlign {
	switch key {
	case "pos", "code", "description", "unit", "date":
		return alignLeft
	}
	return alignRight
}

func (t *designDoc) columnKeys() []string {
	if t.form != "" {
		return t.formKeys()
	}
	discounted := slices.ContainsFunc(t.bill.lines, func(l tradeLine) bool { return l.discount.IsPositive() })
	if !discounted && t.chance(t.slim()) {
		return append(append(t.maybe(0.3, "pos"), t.maybe(0.1, "date")...), "description", "amount")
	}
	counted := t.chance(0.15) // the count comes first
	keys := t.maybe(0.35, "pos")
	if counted {
		keys = append(keys, "quantity")
	}
	names := []string{"description"}
	if t.branch == "goods" && t.chance(0.4) {
		names = pick(t.r, []string{"code", "description"}, []string{"code", "description"}, []string{"code", "description"},
			[]string{"description", "code"})
	}
	keys = append(keys, names...)
	switch n := t.r.IntN(20); {
	case counted && n == 0 && !discounted:
	case counted:
		keys = append(keys, "unitPrice")
	case n < 2:
		keys = append(keys, "unitPrice", "quantity")
	case n == 2 && !discounted:
		keys = append(keys, "quantity")
	default:
		keys = append(append(append(keys, "quantity"), t.maybe(0.4, "unit")...), "unitPrice")
	}
	if discounted {
		keys = append(keys, "discount")
	}
	if len(t.bill.taxes) > 1 || t.chance(0.22) && !t.bill.taxFree {
		keys = append(keys, "taxRate")
	}
	return append(keys, "amount")
}

// maybe returns the key with a probability, or nothing.
func (t *designDoc) maybe(p float64, key string) []string {
	if t.chance(p) {
		return []string{key}
	}
	return nil
}

// slim returns the probability of a table with only descriptions and amounts.
func (t *designDoc) slim() float64 {
	switch t.branch {
	case "goods":
		return 0.03
	case "telecom", "hotel":
		return 0.5
	}
	return 0.25
}

func (t *designDoc) fillColumn(c *tableColumn) {
	n := len(t.bill.lines)
	c.cells, c.norms = make([]string, n), make([]string, n)
	places := int32(pick(t.r, 0, 0, 0, 2, 2, 3, 1))
	withUnit, percent := t.chance(0.15), pick(t.r, "%", "", " %")
	day := t.issued.AddDate(0, 0, -n-t.r.IntN(20))
	for i, l := range t.bill.lines {
		switch c.key {
		case "pos":
			c.cells[i] = strconv.Itoa(i + 1)
		case "code":
			c.field, c.cells[i], c.norms[i] = "productCode", l.code, l.code
		case "description":
			c.field, c.cells[i], c.norms[i] = "description", l.name, l.name // without the details under it
		case "quantity":
			c.field, c.norms[i] = "quantity", l.count.String()
			c.cells[i] = t.printedCount(l.count, places)
			if withUnit && l.unit != "" {
				c.cells[i] += " " + l.unit
			}
		case "unit":
			c.field, c.cells[i], c.norms[i] = "unit", l.unit, l.unit
		case "unitPrice":
			c.field, c.cells[i], c.norms[i] = "unitPrice", t.cellMoney(l.price), l.price.StringFixed(2)
		case "discount":
			if l.discount.IsPositive() || places > 0 {
				c.field, c.cells[i], c.norms[i] = "discount", t.place.quantity(l.discount)+percent, l.discount.String()
			}
		case "taxRate":
			c.field, c.cells[i], c.norms[i] = "taxRate", t.place.quantity(l.rate)+percent, l.rate.String()
		case "amount":
			c.field, c.cells[i], c.norms[i] = "amount", t.cellMoney(l.amount), l.amount.StringFixed(2)
		case "date":
			c.cells[i] = t.place.numericDate(day.AddDate(0, 0, i))
		}
	}
}

// printedCount formats a quantity with at least the given places.
func (t *designDoc) printedCount(v decimal.Decimal, places int32) string {
	if v.Exponent() < 0 && places < 2 {
		return t.place.quantity(v)
	}
	return t.place.number(v, places)
}

func (t *designDoc) cellMoney(v decimal.Decimal) string {
	if t.style.signs {
		return t.place.money(v)
	}
	return t.place.amount(v)
}

// knowLines sets the truth of the line items from the columns shown.
func (t *designDoc) knowLines(columns []*tableColumn) {
	for i, l := range t.bill.lines {
		row := map[string]string{}
		for _, c := range columns {
			if c.field != "" && c.norms[i] != "" {
				row[c.field] = c.norms[i]
			}
			if c.key == "quantity" && strings.HasSuffix(c.cells[i], " "+l.unit) && l.unit != "" {
				row["unit"] = l.unit
			}
		}
		t.knowForm(row, l)
		t.truth.LineItems = append(t.truth.LineItems, row)
	}
}

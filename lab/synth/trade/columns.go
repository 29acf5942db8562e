package trade

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

// Column is a column of the item table.
type Column struct {
	Key   string // of the label, without "col."
	Field string // member of the record, or ""
	Head  []string
	Cells []string // as printed, one per line item
	norms []string // normalized
	X, W  float64
	Align Align
}

// Align is the alignment of a text in a column.
type Align int

// Alignments.
const (
	AlignLeft Align = iota
	AlignRight
	AlignMiddle
)

// DrawColumns draws the columns of the item table and fills their cells.
func (t *Document) DrawColumns() []*Column {
	keys := t.columnKeys()
	var out []*Column
	used := map[string]bool{}
	for _, key := range keys {
		c := &Column{Key: key, Align: columnAlign(key)}
		head := t.Label("col." + key)
		for range 8 {
			if !used[strings.ToLower(head)] {
				break
			}
			head = t.Label("col." + key)
		}
		used[strings.ToLower(head)] = true
		c.Head = []string{head}
		if key == "unit" || key == "code" {
			c.Align = random.Pick(t.Rand, AlignLeft, AlignLeft, AlignMiddle)
		} else if c.Align == AlignRight && t.Chance(0.08) {
			c.Align = AlignMiddle
		}
		t.fillColumn(c)
		out = append(out, c)
	}
	if t.Form != "" {
		t.fillForm(out)
	}
	return out
}

func columnAlign(key string) Align {
	switch key {
	case "pos", "code", "description", "unit", "date":
		return AlignLeft
	}
	return AlignRight
}

func (t *Document) columnKeys() []string {
	if t.Form != "" {
		return t.formKeys()
	}
	discounted := slices.ContainsFunc(t.Bill.Lines, func(l Line) bool { return l.Discount.IsPositive() })
	if !discounted && t.Chance(t.slimShare()) {
		return append(append(t.maybeKey(0.3, "pos"), t.maybeKey(0.1, "date")...), "description", "amount")
	}
	counted := t.Chance(0.15) // the count comes first
	keys := t.maybeKey(0.35, "pos")
	if counted {
		keys = append(keys, "quantity")
	}
	names := []string{"description"}
	if t.Branch == "goods" && t.Chance(0.4) {
		names = random.Pick(t.Rand, []string{"code", "description"}, []string{"code", "description"}, []string{"code",
			"description"},
			[]string{"description", "code"})
	}
	keys = append(keys, names...)
	switch n := t.IntN(20); {
	case counted && n == 0 && !discounted:
	case counted:
		keys = append(keys, "unitPrice")
	case n < 2:
		keys = append(keys, "unitPrice", "quantity")
	case n == 2 && !discounted:
		keys = append(keys, "quantity")
	default:
		keys = append(append(append(keys, "quantity"), t.maybeKey(0.4, "unit")...), "unitPrice")
	}
	if discounted {
		keys = append(keys, "discount")
	}
	if len(t.Bill.Taxes) > 1 || t.Chance(0.22) && !t.Bill.TaxFree {
		keys = append(keys, "taxRate")
	}
	return append(keys, "amount")
}

func (t *Document) maybeKey(p float64, key string) []string {
	if t.Chance(p) {
		return []string{key}
	}
	return nil
}

func (t *Document) slimShare() float64 {
	switch t.Branch {
	case "goods":
		return 0.03
	case "telecom", "hotel":
		return 0.5
	}
	return 0.25
}

func (t *Document) fillColumn(c *Column) {
	n := len(t.Bill.Lines)
	c.Cells, c.norms = make([]string, n), make([]string, n)
	places := int32(random.Pick(t.Rand, 0, 0, 0, 2, 2, 3, 1))
	withUnit, percent := t.Chance(0.15), random.Pick(t.Rand, "%", "", " %")
	day := t.Issued.AddDate(0, 0, -n-t.IntN(20))
	for i, l := range t.Bill.Lines {
		switch c.Key {
		case "pos":
			c.Cells[i] = strconv.Itoa(i + 1)
		case "code":
			c.Field, c.Cells[i], c.norms[i] = "productCode", l.Code, l.Code
		case "description":
			c.Field, c.Cells[i], c.norms[i] = "description", l.Name, l.Name // without the details under it
		case "quantity":
			c.Field, c.norms[i] = "quantity", l.Count.String()
			c.Cells[i] = t.printedCount(l.Count, places)
			if withUnit && l.Unit != "" {
				c.Cells[i] += " " + l.Unit
			}
		case "unit":
			c.Field, c.Cells[i], c.norms[i] = "unit", l.Unit, l.Unit
		case "unitPrice":
			c.Field, c.Cells[i], c.norms[i] = "unitPrice", t.CellMoney(l.Price), l.Price.StringFixed(2)
		case "discount":
			if l.Discount.IsPositive() || places > 0 {
				c.Field, c.Cells[i], c.norms[i] = "discount", t.Place.Quantity(l.Discount)+percent, l.Discount.String()
			}
		case "taxRate":
			c.Field, c.Cells[i], c.norms[i] = "taxRate", t.Place.Quantity(l.Rate)+percent, l.Rate.String()
		case "amount":
			c.Field, c.Cells[i], c.norms[i] = "amount", t.CellMoney(l.Amount), l.Amount.StringFixed(2)
		case "date":
			c.Cells[i] = t.Place.NumericDate(day.AddDate(0, 0, i))
		}
	}
}

func (t *Document) printedCount(v decimal.Decimal, places int32) string {
	if v.Exponent() < 0 && places < 2 {
		return t.Place.Quantity(v)
	}
	return t.Place.Number(v, places)
}

// CellMoney formats an amount of a line item.
func (t *Document) CellMoney(v decimal.Decimal) string {
	if t.Style.Signs {
		return t.Place.Money(v)
	}
	return t.Place.Amount(v)
}

// SetLineTruth sets the truth of the line items from the columns shown.
func (t *Document) SetLineTruth(columns []*Column) {
	for i, l := range t.Bill.Lines {
		row := map[string]string{}
		for _, c := range columns {
			if c.Field != "" && c.norms[i] != "" {
				row[c.Field] = c.norms[i]
			}
			if c.Key == "quantity" && strings.HasSuffix(c.Cells[i], " "+l.Unit) && l.Unit != "" {
				row["unit"] = l.Unit
			}
		}
		t.setFormTruth(row, l)
		t.Truth.LineItems = append(t.Truth.LineItems, row)
	}
}

// FitColumns sets positions and widths of columns between x and right: numbers get their need, descriptions the rest.
// Until descriptions have minWidth points, it drops columns, or shrinks the letters if none is left to drop.
func FitColumns(columns []*Column, x, right, minWidth float64, need func(*Column) float64,
	shrink func()) []*Column {
	for {
		left := right - x
		var description *Column
		for _, c := range columns {
			if c.Key == "description" {
				description = c
				continue
			}
			c.W = need(c)
			left -= c.W
		}
		if description.W = left; left >= minWidth {
			break
		}
		drop := -1
		for _, key := range []string{"unit", "pos", "code", "date"} { // the last one found goes first
			if i := ColumnIndex(columns, key); i >= 0 {
				drop = i
			}
		}
		if drop < 0 {
			shrink()
			continue
		}
		columns = slices.Delete(columns, drop, drop+1)
	}
	for _, c := range columns {
		c.X = x
		x += c.W
	}
	return columns
}

// ColumnIndex returns the index of the column with a key, or -1.
func ColumnIndex(columns []*Column, key string) int {
	return slices.IndexFunc(columns, func(c *Column) bool { return c.Key == key })
}

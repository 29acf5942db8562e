package trade

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
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

// formDetails is the part of a line item that depends on the table's form.
type formDetails struct {
	prefix           string          // before the name, with the code
	Details          []string        // under the name
	AllowancePercent decimal.Decimal // percentage of an allowance in a separate row
	Allowance        decimal.Decimal // amount of the allowance
	priceBase        int64           // units per price; 0 for one
}

func (t *Document) shapeLines() {
	if t.Form == "" {
		return
	}
	style := t.IntN(4)
	for i := range t.Bill.Lines {
		l := &t.Bill.Lines[i]
		switch t.Form {
		case ItemsCoded:
			l.Code = random.Fill(t.Rand, random.Pick(t.Rand, "@@-###", "######", "@###-##"))
			l.prefix = []string{"[" + l.Code + "]", "*" + l.Code + "*", l.Code + " -",
				t.Place.Label("col.code") + ": " + l.Code}[style]
			if style == 3 && strings.ContainsAny(l.prefix, "/") {
				l.prefix = "[" + l.Code + "]"
			}
		case ItemsDetailed:
			for range 1 + t.IntN(3) {
				l.Details = append(l.Details, t.Place.Label("more"))
			}
		case ItemsStacked:
			l.Details = []string{t.Place.Label("more")}
		case ItemsReduced:
			if t.Chance(0.4) {
				l.AllowancePercent = decimal.NewFromInt(random.Pick(t.Rand, int64(5), 10, 20))
				l.Allowance = PercentOf(l.Amount, l.AllowancePercent)
				l.Amount = l.Amount.Sub(l.Allowance)
			}
		case ItemsPerMany:
			if t.Chance(0.7) {
				l.priceBase = random.Pick(t.Rand, int64(100), 100, 1000)
				l.Count = decimal.NewFromInt(l.priceBase * int64(1+t.IntN(30)) / random.Pick(t.Rand, int64(1), 2, 4))
				l.Amount = l.Price.Mul(l.Count).Div(decimal.NewFromInt(l.priceBase)).Round(2)
			}
		}
	}
}

func (t *Document) formKeys() []string {
	keys := append(t.maybeKey(0.4, "pos"), "description", "quantity")
	if t.Form == ItemsStacked {
		keys = []string{"pos", "code", "description", "quantity"}
	}
	keys = append(append(keys, t.maybeKey(0.4, "unit")...), "unitPrice")
	if t.Form == ItemsPerMany && t.Chance(0.5) {
		keys = append(keys, "priceBase")
	}
	if len(t.Bill.Taxes) > 1 {
		keys = append(keys, "taxRate")
	}
	return append(keys, "amount")
}

func (t *Document) fillForm(columns []*Column) {
	based := ColumnIndex(columns, "priceBase") >= 0
	for _, c := range columns {
		for i, l := range t.Bill.Lines {
			switch {
			case c.Key == "description" && l.prefix != "":
				c.Cells[i] = l.prefix + " " + l.Name
			case c.Key == "unitPrice" && l.priceBase > 0 && !based:
				c.Cells[i] += " / " + decimal.NewFromInt(l.priceBase).String()
			case c.Key == "priceBase":
				c.Cells[i] = decimal.NewFromInt(max(1, l.priceBase)).String()
			case c.Key == "amount" && !l.Allowance.IsZero():
				c.Cells[i] = t.CellMoney(l.Amount.Add(l.Allowance))
			}
		}
		if c.Key == "description" && t.Form == ItemsStacked {
			more := func() string { return t.labelWithoutDigits("more") }
			c.Head = []string{c.Head[0] + ", " + more() + " / " + more() + ", " + more()}
		}
	}
}

func (t *Document) labelWithoutDigits(key string) string {
	for {
		if s := t.Place.Label(key); !strings.ContainsAny(s, "0123456789:") {
			return s
		}
	}
}

func (t *Document) setFormTruth(row map[string]string, l Line) {
	if l.prefix != "" {
		row["productCode"] = l.Code
	}
	if !l.Allowance.IsZero() {
		row["discount"] = l.Allowance.StringFixed(2)
	}
}

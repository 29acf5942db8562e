package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

func (r *finder) itemRow(it *item) value.Row {
	row := value.Row{}
	if len(it.text) > 0 {
		row["description"] = value.CiteParts(itemname.Text(it.text), it.text, " ", 0.7)
	}
	it.putCode(row)
	n := r.itemNumbers(it)
	r.putQuantity(row, it, n.Quantity)
	r.putNumber(row, "unitPrice", n.Price)
	if f := lineproof.LastNumber(it.cells[layout.ColumnDiscount]); !lineproof.Same(f, n.Price) {
		r.putNumber(row, "discount", f)
	}
	r.putRate(row, it)
	r.putNumber(row, "amount", n.Amount)
	r.putNet(row, it)
	r.putFactors(row, n)
	agree(row, it)
	return row
}

// putFactors stores the factors to compute with for quantity and price, if they differ from the printed values.
func (r *finder) putFactors(row value.Row, n itemNumbers) {
	if v, ok := row["quantity"]; ok && n.agreed != nil {
		v.Factor = recognize.FormatQuantity(n.agreed.Amount.Value(r.Style))
		row["quantity"] = v
	}
	if v, ok := row["unitPrice"]; ok && !n.base.IsZero() {
		v.Factor = n.unitPrice(r.Style).String()
		row["unitPrice"] = v
	}
}

// putQuantity stores quantity and unit, which may share a cell: "3 pcs".
func (r *finder) putQuantity(row value.Row, it *item, f *value.Figure) {
	if f != nil {
		a, p := f.Amount, f.Part
		row["quantity"] = value.Cite(recognize.FormatQuantity(a.Value(r.Style)), p.Segment, a.First, a.Last, 0.8)
		if unit := p.Segment.Words[min(a.Last+1, p.Last)]; a.Last < p.Last && !strings.ContainsAny(unit, "0123456789") &&
			!quantity.IsTimes(unit) {
			row["unit"] = value.Cite(unit, p.Segment, a.Last+1, a.Last+1, 0.7)
		}
	}
	for _, u := range it.unitCells() {
		a, found := lineproof.NumberIn(u)
		switch _, have := row["quantity"]; {
		case f != nil && f.Part == u: // a one read as a letter
		case !found:
			row["unit"] = value.Cite(u.Text(), u.Segment, u.First, u.Last, 0.8)
		case !have:
			row["quantity"] = value.Cite(recognize.FormatQuantity(a.Value(r.Style)), u.Segment, a.First, a.Last, 0.6)
		}
	}
}

// unitCells returns the cells of the unit column, or else single words in the quantity column.
func (it *item) unitCells() []layout.Part {
	if cells := it.cells[layout.ColumnUnit]; len(cells) > 0 {
		return cells
	}
	return slices.DeleteFunc(slices.Clone(it.cells[layout.ColumnQuantity]), func(p layout.Part) bool {
		return p.First != p.Last || strings.ContainsAny(p.Text(), itemname.Digits)
	})
}

func (r *finder) putNumber(row value.Row, name string, f *value.Figure) {
	if f == nil || f.Amount.Percent && name != "discount" {
		return
	}
	row[name] = value.Cite(f.Amount.Money(r.Style, r.Currency), f.Part.Segment, f.Amount.First, f.Amount.Last, 0.8)
}

func (r *finder) putRate(row value.Row, it *item) {
	for _, p := range it.cells[layout.ColumnTaxRate] {
		a, found := lineproof.NumberIn(p)
		if found && !a.Value(r.Style).GreaterThan(decimal.NewFromInt(40)) && (a.Percent || a.Currency == "") {
			row["taxRate"] = value.Cite(recognize.FormatQuantity(a.Value(r.Style)), p.Segment, a.First, a.Last, 0.8)
			return
		}
	}
}

// agree raises the certainty of a row with quantity × price = amount, after deductions, and lowers that of others.
func agree(row value.Row, it *item) {
	q, p, a := row["quantity"], row["unitPrice"], row["amount"]
	if q.Value == "" || p.Value == "" || a.Value == "" {
		return
	}
	quantity, price, amount := decimal.RequireFromString(q.Counts()), decimal.RequireFromString(p.Counts()),
		decimal.RequireFromString(a.Value)
	if it.net != nil {
		amount = amount.Add(it.net.discount)
	}
	score := 0.6
	if link.Cents(quantity.Mul(price).Sub(amount)) <= 1 {
		score = 0.97
	}
	for _, name := range []string{"quantity", "unitPrice", "amount"} {
		v := row[name]
		v.Score = score
		row[name] = v
	}
}

// putCode stores the product code from its column, or else the one before the name.
func (it *item) putCode(row value.Row) {
	cells := it.cells[layout.ColumnCode]
	switch {
	case len(cells) > 0 && len(it.text) == 0:
		name := max(0, slices.IndexFunc(cells, func(p layout.Part) bool { return itemname.Worded([]layout.Part{p}) }))
		row["description"] = value.CiteParts(cells[name].Text(), cells[name:name+1], " ", 0.5)
	case len(cells) > 0:
		p := itemname.Unlabeled(cells[0])
		row["productCode"] = value.Cite(p.Text(), p.Segment, p.First, p.Last, 0.7)
	case it.code != nil:
		row["productCode"] = value.Cite(strings.Trim(it.code.Text(), "[]*:"), it.code.Segment, it.code.First,
			it.code.Last, 0.7)
	}
}

// putNet stores the amount of an item after its deductions.
func (r *finder) putNet(row value.Row, it *item) {
	if it.net == nil {
		return
	}
	f := it.deductions[0]
	discount := value.Cite(recognize.FormatMoney(it.net.discount, r.Currency), f.Part.Segment, f.Amount.First,
		f.Amount.Last, 0.8)
	if len(it.deductions) > 1 {
		discount.Source = document.SourceDerived
	}
	row["discount"] = discount
	v, ok := row["amount"]
	if text := recognize.FormatMoney(it.net.amount, r.Currency); ok && text != v.Value {
		v.Value, v.Source = text, document.SourceDerived
		row["amount"] = v
	}
}

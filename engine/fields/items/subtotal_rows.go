package items

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// sumsSection reports whether a row states the sum of the items above, or of those below the last such row: "Total
// spare parts and materials", "Labour, subtotal". It has the label of a sum and its amount is the sum of the items.
// It has neither quantity nor price, except in the words after its label ("Total van 14"). No label is required for
// three or more items with quantities, because their sum is not a coincidence, or if a rule separates an amount
// that is alone in its row. An amount carried over to a further page is the sum of the items before.
func (tr *tableReader) sumsSection(row tableRow) bool {
	const certain = 3
	inside := tr.items[min(tr.section, len(tr.items)):]
	sum := tr.columnAmount(row)
	all := slices.Concat(tr.before, tr.items)
	counted := lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) ||
		lineproof.HasNumber(row.TableRow, layout.ColumnUnitPrice)
	if sum == nil || len(all) == 0 ||
		counted && (len(inside) < 2 || tr.proven(row.TableRow) || !label.OpensTotal(tr.Document, row.visual)) {
		return false
	}
	alone := len(row.visual.Segments) == 1 && !itemname.WordedRow(row.visual)
	for _, section := range [][]*item{inside, tr.items, all} {
		if len(section) > 0 && tr.amountOf(section).Equal(*sum) && (alone || label.Total(tr.Document, row.visual) ||
			len(section) >= certain && tr.table.Has(layout.ColumnQuantity)) {
			return true
		}
	}
	return false
}

// behindSum reports whether a row after the sum of all items is a tax, charge or rounding without a quantity.
func (tr *tableReader) behindSum(row tableRow) bool {
	return tr.section == len(tr.items) && !lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) &&
		!tr.proven(row.TableRow) && label.Means(tr.Document, row.visual, func(t lexicon.Term) bool {
		return annotate.SumLike(t.Role) || label.Correcting(t.Role)
	})
}

// tellsNoGoods reports whether a table below items has no goods. One case is a table whose headings are a net
// amount and its tax, while items have quantities. The others follow items with quantities and prices, and lack one
// of these: a tax table with columns for rate and tax, or a table of payments with dates whose text column has no
// heading for goods.
func (r *finder) tellsNoGoods(t *layout.Table, before []*item) bool {
	if len(before) > 0 && !t.Has(layout.ColumnQuantity) && r.countedBefore(t) &&
		r.TaxHeadings(t.Page.Rows[t.First:t.Last+1]) {
		return true
	}
	taxes := 0
	for _, h := range t.Headings {
		if h.Column == layout.ColumnTaxRate || h.Column == layout.ColumnTaxAmount {
			taxes++
		}
	}
	multiplied := func(it *item) bool {
		return len(it.cells[layout.ColumnQuantity]) > 0 && len(it.cells[layout.ColumnUnitPrice]) > 0
	}
	dated := t.Has(layout.ColumnDate) && !t.Has(layout.ColumnCode) && !t.Names(layout.ColumnDescription)
	return (taxes > 1 || dated) && (!t.Has(layout.ColumnQuantity) || !t.Has(layout.ColumnUnitPrice)) &&
		slices.ContainsFunc(before, multiplied)
}

// countedBefore reports whether an earlier table has a column of quantities.
func (r *finder) countedBefore(t *layout.Table) bool {
	return slices.ContainsFunc(r.Tables[:slices.Index(r.Tables, t)], func(o *layout.Table) bool {
		return o.Has(layout.ColumnQuantity)
	})
}

// columnAmount returns a row's amount, or nil.
func (tr *tableReader) columnAmount(row tableRow) *decimal.Decimal {
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnGross} {
		if f := lineproof.LastNumber(row.Cells[c]); f != nil {
			v := f.Amount.Value(tr.Style)
			return &v
		}
	}
	return nil
}

// amountOf adds up items, less their deductions.
func (r *finder) amountOf(items []*item) decimal.Decimal {
	sum := decimal.Zero
	for _, it := range items {
		if n := r.itemNumbers(it); n.Amount != nil {
			sum = sum.Add(n.Amount.Amount.Value(r.Style))
		}
		for _, f := range it.deductions {
			sum = sum.Sub(f.Amount.Value(r.Style).Abs())
		}
	}
	return sum
}

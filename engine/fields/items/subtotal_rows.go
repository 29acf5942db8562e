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

// sumsSection reports whether a row tells what the items above it come to, or those below
// the last such row: "Total spare parts and materials", "Labour, subtotal". It speaks of
// a sum, has neither quantity nor price, if not in the words behind its label ("Total van 14"),
// and the amounts add up to its own. Three of them
// do not by chance, where items have quantities; nor do any where the sum stands alone,
// parted from them by a rule in place of a label. What is carried over to a further page
// is the sum of the items before.
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

// behindSum reports whether a row that follows what all items come to tells a tax, a charge
// or a rounding: "Output GST 9 %", "Freight and forwarding". It has no quantity.
func (tr *tableReader) behindSum(row tableRow) bool {
	return tr.section == len(tr.items) && !lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) &&
		!tr.proven(row.TableRow) && label.Means(tr.Document, row.visual, func(t lexicon.Term) bool {
		return annotate.SumLike(t.Role) || label.Correcting(t.Role)
	})
}

// tellsNoGoods reports whether a table below items has none: its headings are of a net amount
// and the tax on it, where items have quantities; or, below items that have quantities and
// prices, it lacks one of these, and tells taxes by their rates, in columns of base, rate and
// tax, or in its column of text, which no word for goods heads, how and on which days is paid.
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

// countedBefore reports whether a table before has a column of quantities.
func (r *finder) countedBefore(t *layout.Table) bool {
	return slices.ContainsFunc(r.Tables[:slices.Index(r.Tables, t)], func(o *layout.Table) bool {
		return o.Has(layout.ColumnQuantity)
	})
}

// columnAmount is a row's amount, nil where it has none.
func (tr *tableReader) columnAmount(row tableRow) *decimal.Decimal {
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnGross} {
		if f := lineproof.LastNumber(row.Cells[c]); f != nil {
			v := f.Amount.Value(tr.Style)
			return &v
		}
	}
	return nil
}

// amountOf adds up items, less what is taken off them.
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

package items

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/layout"
)

// resolveMoney decides by the printed sums whether a table's only column of money holds prices or amounts.
func (r *finder) resolveMoney(items []*item) {
	for _, as := range [2][2]layout.Column{
		{layout.ColumnUnitPrice, layout.ColumnAmount}, {layout.ColumnAmount, layout.ColumnUnitPrice},
	} {
		from, to := as[0], as[1]
		if !r.oneMoney(items, from) {
			continue
		}
		alone, times := r.columnSums(items, from)
		if to == layout.ColumnUnitPrice {
			alone, times = times, alone
		}
		if !alone.Equal(times) && r.MakesSum(alone) && !r.MakesSum(times) {
			for _, it := range items {
				it.cells[to] = it.cells[from]
				delete(it.cells, from)
			}
			return
		}
	}
}

// oneMoney reports whether all items have a quantity, and money in one column alone.
func (r *finder) oneMoney(items []*item, column layout.Column) bool {
	others := []layout.Column{layout.ColumnUnitPrice, layout.ColumnAmount, layout.ColumnGross, layout.ColumnDiscount,
		layout.ColumnPriceBase}
	return len(items) > 0 && !slices.ContainsFunc(items, func(it *item) bool {
		for _, c := range others {
			if c != column && len(it.cells[c]) > 0 {
				return true
			}
		}
		return it.price != nil || len(it.deductions) > 0 || len(lineproof.Figures(it.cells[column])) != 1 ||
			len(lineproof.Figures(it.cells[layout.ColumnQuantity])) != 1
	})
}

// columnSums adds up the numbers of a column, as they are and times the quantities.
func (r *finder) columnSums(items []*item, column layout.Column) (alone, times decimal.Decimal) {
	for _, it := range items {
		v := lineproof.LastNumber(it.cells[column]).Amount.Value(r.Style)
		alone = alone.Add(v)
		times = times.Add(v.Mul(lineproof.LastNumber(it.cells[layout.ColumnQuantity]).Amount.Value(r.Style)))
	}
	return alone, times.Round(2)
}

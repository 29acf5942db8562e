package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

func (r *finder) tableItems() []*item {
	var items []*item
	for _, t := range r.Tables {
		if more := r.itemsOf(t, items); !r.paysFor(t, items, more) {
			items = append(items, more...)
		}
	}
	items = slices.DeleteFunc(items, r.nameless)
	cutFronts(items)
	return items
}

// paysFor reports whether a table with dates below the items lists payments. Such a table has neither quantities
// nor prices, and its amounts and the items do not add up to a printed sum. Either the items alone do, or a total
// is between.
func (r *finder) paysFor(t *layout.Table, items, more []*item) bool {
	if len(items) == 0 || !t.Has(layout.ColumnDate) || t.Has(layout.ColumnQuantity) || t.Has(layout.ColumnUnitPrice) {
		return false
	}
	sum := r.amountOf(items)
	_, without := r.Printed(sum)
	_, with := r.Printed(sum.Add(r.amountOf(more)))
	return !with && (without || r.totalled(items[len(items)-1], t))
}

// totalled reports whether a total is between an item and a table below it.
func (r *finder) totalled(last *item, t *layout.Table) bool {
	from := min(last.rows[0].Segments[0].Row, t.First)
	return last.page == t.Page && slices.ContainsFunc(t.Page.Rows[from:t.First], func(row *layout.Row) bool {
		return label.Means(r.Document, row, func(t lexicon.Term) bool { return t.Role == lexicon.Total && t.Weight > 0.9 })
	})
}

// nameless reports whether an item has only numbers as its name, like sums in a row.
func (r *finder) nameless(it *item) bool {
	return len(it.text) > 0 && !itemname.Worded(it.text) && len(it.cells[layout.ColumnCode]) == 0 &&
		r.itemRow(it)["quantity"].Score < 0.9
}

// cutFronts removes running numbers and dates before names, if every name has one.
func cutFronts(items []*item) {
	for _, without := range []func([][]layout.Part) [][]layout.Part{itemname.WithoutNumbers, itemname.WithoutDays} {
		names := make([][]layout.Part, len(items))
		for i, it := range items {
			names[i] = it.text
		}
		for i, name := range without(names) {
			items[i].text = name
		}
	}
}

func (r *finder) claimRows(items []*item) {
	for _, it := range items {
		for _, row := range it.rows {
			r.ItemRows[row] = true
		}
	}
}

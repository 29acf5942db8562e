package items

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// item is a line item while its rows are collected.
type item struct {
	cells  map[layout.Column][]layout.Part
	text   []layout.Part // description, in reading order
	rows   []*layout.Row
	bottom float64
	page   *layout.Page

	lines      [][]layout.Part // further lines under the first of the description
	over       bool            // its name is above its numbers
	code       *layout.Part    // the product code before the name
	deductions []value.Figure  // from separate rows under it
	net        *netAmount      // the amount after deductions
	dashed     bool            // the minus before the amount is a dash

	quantity, price *value.Figure // already read, if no cell holds them alone
}

// itemTables reads the line items of all item tables and marks their rows, so that no sum is read from them.
func (r *finder) itemTables() []*item {
	items := r.tableItems()
	if len(items) == 0 {
		return r.listedItems()
	}
	r.claimRows(items)
	r.resolveMoney(items)
	return items
}

// listedItems reads items that are listed without a header, line by line as on a receipt. It returns them only if
// their numbers prove them: quantity × price is the amount of each, or the amounts add up to a printed sum.
func (r *finder) listedItems() []*item {
	items := slices.DeleteFunc(r.tillItems(), r.namesSum)
	cutFronts(items)
	r.claimRows(items)
	proved, total := len(items) > 0, decimal.Zero
	for _, it := range items {
		row := r.itemRow(it)
		proved = proved && row["quantity"].Score > 0.9
		if v, err := decimal.NewFromString(row["amount"].Value); err == nil {
			total = total.Add(v)
		}
	}
	if _, summed := r.Printed(total); len(items) > 0 && (proved || summed && !total.IsZero()) {
		return items
	}
	for _, it := range items {
		for _, row := range it.rows {
			delete(r.ItemRows, row)
		}
	}
	return nil
}

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

func (r *finder) claimRows(items []*item) {
	for _, it := range items {
		for _, row := range it.rows {
			r.ItemRows[row] = true
		}
	}
}

// rowsOf returns the rows of a table with those of the following pages that have no table header.
func (r *finder) rowsOf(t *layout.Table) []layout.TableRow {
	rows := t.Rows
	for _, p := range r.Layout.Pages {
		if p.Number <= t.Page.Number {
			continue
		}
		for _, o := range r.Tables {
			if o.Page == p || o.Page == t.Page && o.First > t.First {
				return rows
			}
		}
		rows = append(rows, t.Continue(p)...)
	}
	return rows
}

// startsItem requires an amount (or a price with a quantity). After a row of sums it also requires price and
// quantity if they have columns, because notes next to sums rarely fill all columns.
func (r *finder) startsItem(t *layout.Table, row layout.TableRow, ended bool) bool {
	amount := lineproof.HasNumber(row, layout.ColumnAmount) || lineproof.HasNumber(row, layout.ColumnGross)
	price := lineproof.HasNumber(row, layout.ColumnUnitPrice)
	quantity := lineproof.HasNumber(row, layout.ColumnQuantity)
	named := itemname.Worded(row.Cells[layout.ColumnDescription]) || lineproof.Coded(row)
	switch {
	case ended:
		return amount && named && (price || quantity) && lineproof.Full(t, row, r.Style)
	case !t.Has(layout.ColumnAmount) && !t.Has(layout.ColumnGross):
		return price && (named || quantity)
	case t.Has(layout.ColumnUnitPrice) && t.Has(layout.ColumnQuantity):
		return amount && (price || quantity || named && !lineproof.WholeAmount(row)) || price && quantity
	}
	return amount && (named || price || quantity)
}

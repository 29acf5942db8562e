// Package items reads line items from tables with a header, and from lines as on a receipt.
package items

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Items are the line items of a document.
type Items struct {
	finder *finder
	all    []*item
}

// Find finds the line items and adds their rows to the linker's ItemRows, so that no other value is read from them.
// Set reads the items later, when the document's currency is known. If goods is set, single lines without a header
// are items as well, as on receipts.
func Find(l *link.Linker, goods bool) Items {
	f := &finder{Linker: l}
	if goods {
		return Items{f, f.receiptItems()}
	}
	if !l.Type.HasPrices() {
		return FindLearned(l, Learned{Tables: countedTables(l)})
	}
	return Items{f, f.itemTables()}
}

// FindLearned finds the line items in tables with known columns only.
func FindLearned(l *link.Linker, learned Learned) Items {
	own := *l
	document := *l.Document
	document.Tables = learned.Tables
	own.Document = &document
	f := &finder{Linker: &own, learned: learned}
	items := f.tableItems()
	f.claimRows(items)
	return Items{f, items}
}

// countedTables returns the tables of documents whose items need no prices.
func countedTables(l *link.Linker) []*layout.Table {
	var tables []*layout.Table
	for _, p := range l.Layout.Pages {
		tables = append(tables, p.CountedTables()...)
	}
	return tables
}

// Set returns the list lineItems, absent if there are no items.
func (i Items) Set() *value.Set {
	set := value.New()
	for _, it := range i.all {
		if row := i.finder.itemRow(it); len(row) > 1 {
			set.Lists["lineItems"] = append(set.Lists["lineItems"], row)
		}
	}
	return set
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

// namesSum reports whether an item's name holds the full label of a sum, as in a row of rate, net, tax and gross.
func (r *finder) namesSum(it *item) bool {
	for _, s := range it.rows[0].Segments {
		for _, h := range r.LabelsIn[s] {
			if slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
				return annotate.SumLike(t.Role) && t.Weight > 0.9
			}) && !r.GoesOn(h) {
				return true
			}
		}
	}
	return false
}

// receiptItems reads the goods of a receipt under a header, or line by line if that gives more.
func (r *finder) receiptItems() []*item {
	tables, lines := slices.DeleteFunc(r.tableItems(), r.noGoods), r.tillItems()
	if !slices.ContainsFunc(lines, func(it *item) bool { return r.itemRow(it)["quantity"].Value == "" }) {
		cutFronts(lines) // a number before a name is not a quantity if the line has one elsewhere
	}
	items := lines
	if r.telling(tables) > r.telling(lines) {
		items = tables
	}
	r.claimRows(items)
	return items
}

// noGoods reports whether an item is a sum, a tip or a payment.
func (r *finder) noGoods(it *item) bool {
	return label.OpensSum(r.Document, it.rows[0]) && !label.Goods(r.Document, it.rows[0])
}

// telling scores a list of goods by its members, with bonuses for proven lines and a printed sum.
func (r *finder) telling(items []*item) float64 {
	score, total := 0.0, decimal.Zero
	for _, it := range items {
		row := r.itemRow(it)
		if row["description"].Value == "" || row["amount"].Value == "" {
			continue
		}
		score += 2
		if row["quantity"].Value != "" {
			score += 0.5
		}
		if row["quantity"].Score > 0.9 {
			score++
		}
		total = total.Add(decimal.RequireFromString(row["amount"].Value))
	}
	if _, ok := r.Printed(total); ok && len(items) > 1 {
		score *= 1.5
	}
	return score
}

package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// itemsOf reads one table after the given items, down to a final row of sums or a wide gap.
func (r *finder) itemsOf(t *layout.Table, before []*item) []*item {
	if !t.Has(layout.ColumnDescription) && !t.Has(layout.ColumnCode) || r.hasNoGoods(t, before) {
		return nil
	}
	tr := &tableReader{finder: r, table: t, before: before, bottom: t.Page.Rows[t.Last].Box.Y1}
	for _, row := range r.rowsOf(t) {
		tr.read(tableRow{row, row.Page.Rows[row.Index]})
	}
	if len(tr.items) == 1 && tr.namesDue() {
		return nil
	}
	tr.resolveOver()
	tr.resolveCentered()
	tr.resolveCounts()
	tr.resolveNames()
	tr.resolveCodes()
	tr.resolveDeductions()
	return tr.items
}

// hasNoGoods reports whether a table below items has no goods. One case is a table whose headings are a net
// amount and its tax, while items have quantities. The others follow items with quantities and prices, and lack one
// of these: a tax table with columns for rate and tax, or a table of payments with dates whose text column has no
// heading for goods.
func (r *finder) hasNoGoods(t *layout.Table, before []*item) bool {
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

func (tr *tableReader) read(row tableRow) {
	if tr.closed = tr.closed || tr.ends(row); tr.closed {
		return
	}
	if row.Index == 0 {
		tr.bottom, tr.other = row.visual.Box.Y0, false // a further page
	}
	gap := gapInside
	if tr.ended {
		gap = gapAfter
	}
	if len(tr.items) > 0 && row.visual.Box.Y0-tr.bottom > gap*row.visual.Box.Height() {
		return
	}
	tr.sort(row)
	if !tr.ended {
		tr.bottom = row.visual.Box.Y1
	}
}

// ends reports whether a row is known to be below the table.
func (tr *tableReader) ends(row tableRow) bool {
	return len(tr.items) > 0 && tr.learned.Ends != nil && tr.learned.Ends(row.visual)
}

func (tr *tableReader) sort(row tableRow) {
	last := tr.last()
	switch {
	case last != nil && tr.completes(last, row):
		last.take(row)
	case last != nil && tr.finishes(last, row):
		last.finish(row)
	case tr.SumRow(row.visual) && !tr.multiplied(row) && (tr.ended || !tr.goods(row) && !tr.dated(row)):
		tr.ended, tr.above, tr.section = last != nil, nil, len(tr.items)
	case tr.sumsSection(row):
		tr.section, tr.above, tr.summed = len(tr.items), nil, true
		tr.ended = tr.ended || last != nil && !itemname.WordedRow(row.visual)
	case last != nil && (tr.setOff(row) || tr.besideSum(row) || tr.behindSum(row) ||
		tr.ended && label.Paid(tr.Document, row.visual)):
		tr.ended, tr.above = true, nil
	case last == nil && tr.summed && tr.behindSum(row):
		tr.ended, tr.above = true, nil
	case last != nil && itemname.Heads(row.TableRow, row.visual):
		tr.other, tr.above = true, nil
	case tr.deducted(row),
		!lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) && label.FromBefore(tr.Document, row.visual):
		tr.above = nil
	case tr.chargeRow(tr.table, row.TableRow, row.visual):
		tr.above = nil
	case tr.startsItem(tr.table, row.TableRow, tr.ended) && (!tr.other || tr.proven(row.TableRow)):
		tr.begin(row)
	case !tr.ended && opensWrapped(row):
		tr.setAside(row)
	case !tr.ended && last != nil && tr.continues(last, row):
		last.extend(row)
		tr.body = append(tr.body, bodyRow{tableRow: row})
	case !tr.ended:
		tr.setAside(row)
		tr.body = append(tr.body, bodyRow{tableRow: row})
	}
}

// begin makes an item of a row. If it has no name, the rows above name it.
func (tr *tableReader) begin(row tableRow) {
	it := newItem(row)
	if first := tr.wrappedAbove(row); first != nil {
		it = newItem(*first)
		it.finish(row)
	} else if len(it.text) == 0 {
		tr.nameFromAbove(it)
	}
	tr.items, tr.above, tr.ended = append(tr.items, it), nil, false
	tr.body = append(tr.body, bodyRow{row, it})
}

// opensWrapped reports whether a row names an item and has currencies whose numbers are on the next line.
func opensWrapped(row tableRow) bool {
	if !itemname.Worded(row.Cells[layout.ColumnDescription]) {
		return false
	}
	for _, c := range []layout.Column{layout.ColumnUnitPrice, layout.ColumnAmount} {
		for _, p := range row.Cells[c] {
			if _, ok := recognize.Currency(p.Text()); ok {
				return true
			}
		}
	}
	return false
}

// wrappedAbove returns the row above with the currencies of a row's numbers, or nil.
func (tr *tableReader) wrappedAbove(row tableRow) *tableRow {
	if len(tr.above) == 0 {
		return nil
	}
	first := &tr.above[len(tr.above)-1]
	if first.Page != row.Page || apart(first.visual.Box.Y1, row.visual) || !opensWrapped(*first) {
		return nil
	}
	return first
}

// startsItem requires an amount (or a price with a quantity), or a named quantity if the type has no prices. After a
// row of sums it also requires price and quantity if they have columns, because notes next to sums rarely fill all
// columns.
func (r *finder) startsItem(t *layout.Table, row layout.TableRow, ended bool) bool {
	amount := lineproof.HasNumber(row, layout.ColumnAmount) || lineproof.HasNumber(row, layout.ColumnGross)
	price := lineproof.HasNumber(row, layout.ColumnUnitPrice)
	quantity := lineproof.HasNumber(row, layout.ColumnQuantity)
	named := itemname.Worded(row.Cells[layout.ColumnDescription]) || lineproof.Coded(row)
	switch {
	case !r.Type.HasPrices() && !amount && !price:
		return quantity && named
	case ended:
		return amount && named && (price || quantity) && lineproof.Full(t, row, r.Style)
	case !t.Has(layout.ColumnAmount) && !t.Has(layout.ColumnGross):
		return price && (named || quantity)
	case t.Has(layout.ColumnUnitPrice) && t.Has(layout.ColumnQuantity):
		return amount && (price || quantity || named && !lineproof.WholeAmount(row)) || price && quantity
	}
	return amount && (named || price || quantity)
}

// completes reports whether a row has the amount that the item above lacks, because its cells are not on one line.
func (r *finder) completes(it *item, row tableRow) bool {
	if it.page != row.Page || row.visual.Box.Y0-it.bottom > 0.5*row.visual.Box.Height() ||
		len(it.cells[layout.ColumnAmount]) > 0 {
		return false
	}
	return lineproof.HasNumber(row.TableRow, layout.ColumnAmount) &&
		!lineproof.HasNumber(row.TableRow, layout.ColumnUnitPrice) &&
		!lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) && len(row.Cells[layout.ColumnDescription]) == 0
}

// finishes reports whether a row has the numbers of wrapped cells with a currency: "EUR" over "1,205.00".
func (r *finder) finishes(it *item, row tableRow) bool {
	if it.page != row.Page || apart(it.bottom, row.visual) {
		return false
	}
	found := false
	for c := range row.Cells {
		if !c.Numeric() {
			continue
		}
		if !lineproof.HasNumber(row.TableRow, c) || len(it.cells[c]) == 0 || len(lineproof.Figures(it.cells[c])) > 0 {
			return false
		}
		found = true
	}
	return found
}

// finish adds the rest of cells, and the line of text next to it.
func (it *item) finish(row tableRow) {
	for c, parts := range row.Cells {
		if c.Numeric() {
			it.cells[c] = slices.Concat(it.cells[c], parts)
		}
	}
	it.extend(row)
}

// continues reports whether a row continues the description above. With AllLines, any close text but sentences does.
func (tr *tableReader) continues(it *item, row tableRow) bool {
	if itemname.Worded(row.Cells[layout.ColumnPosition]) {
		return false
	}
	if !tr.learned.AllLines {
		return continues(it, row)
	}
	return it.page == row.Page && !it.over && !apart(it.bottom, row.visual) &&
		len(row.Cells[layout.ColumnDescription]) > 0 && len(row.Cells[layout.ColumnAmount]) == 0
}

// continues reports whether a row continues the description above it: close under it, text only.
func continues(it *item, row tableRow) bool {
	if it.page != row.Page || apart(it.bottom, row.visual) {
		return false
	}
	text := row.Cells[layout.ColumnDescription]
	switch {
	case len(text) == 0:
		return len(row.Cells[layout.ColumnAmount]) == 0
	case it.over: // names are above the numbers here, so this may be the next name
		return false
	case quantity.Alone(text):
		return true
	}
	first := text[0].Segment.Words[text[0].First]
	if strings.Trim(first, "•·-*●") == "" {
		return false
	}
	for i := text[0].First; i <= text[0].Last; i++ {
		if w := text[0].Segment.Words[i]; strings.HasSuffix(w, ":") && !strings.HasSuffix(w, "):") ||
			strings.HasPrefix(w, ":") {
			return false
		}
	}
	return true
}

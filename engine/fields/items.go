package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// item is a line item while its rows are gathered.
type item struct {
	cells  map[layout.Column][]layout.Part
	text   []layout.Part // description, in reading order
	rows   []*layout.Row
	bottom float64
	page   *layout.Page

	quantity, price *figure // read already, where no cell holds them alone
}

// itemTables reads the line items of all tables that look like item tables,
// and marks their rows, so that no sum is read from them.
func (r *reading) itemTables() []*item {
	items := r.tableItems()
	if len(items) == 0 {
		return r.listedItems()
	}
	r.claimRows(items)
	return items
}

// listedItems reads items that are listed without a header, line by line as on a
// receipt, and gives them if their numbers prove them: quantity × price is the
// amount of each, or the amounts come to a sum that is printed.
func (r *reading) listedItems() []*item {
	items := slices.DeleteFunc(r.tillItems(), r.namesSum)
	r.claimRows(items)
	proved, total := len(items) > 0, decimal.Zero
	for _, it := range items {
		row := r.itemRow(it)
		proved = proved && row["quantity"].Score > 0.9
		if v, err := decimal.NewFromString(row["amount"].Value); err == nil {
			total = total.Add(v)
		}
	}
	if _, summed := r.printed(total); len(items) > 0 && (proved || summed && !total.IsZero()) {
		return items
	}
	for _, it := range items {
		for _, row := range it.rows {
			delete(r.items, row)
		}
	}
	return nil
}

func (r *reading) tableItems() []*item {
	var items []*item
	for _, t := range r.tables {
		items = append(items, r.itemsOf(t)...)
	}
	items = slices.DeleteFunc(items, r.nameless)
	unnumber(items)
	return items
}

// claimRows marks the rows of items.
func (r *reading) claimRows(items []*item) {
	for _, it := range items {
		for _, row := range it.rows {
			r.items[row] = true
		}
	}
}

// tableReader gathers the items of one table row by row.
type tableReader struct {
	*reading
	table   *layout.Table
	items   []*item
	pending []layout.Part // text above an item that has none of its own
	ended   bool          // a row of sums was seen after the last item
	bottom  float64       // of the last row that belonged to the table
}

// Widest gaps, in row heights, over which a table goes on: within it, and to
// a further section after a row of sums.
const (
	gapInside = 12.0
	gapAfter  = 6.0
)

// itemsOf reads one table down to its end: a row of sums after which no full
// item follows, or a wide gap.
func (r *reading) itemsOf(t *layout.Table) []*item {
	if !t.Has(layout.ColumnDescription) && !t.Has(layout.ColumnCode) {
		return nil
	}
	tr := &tableReader{reading: r, table: t, bottom: t.Page.Rows[t.Last].Box.Y1}
	for _, row := range r.rowsOf(t) {
		tr.read(row)
	}
	return tr.items
}

func (tr *tableReader) read(row layout.TableRow) {
	visual := row.Page.Rows[row.Index]
	if row.Index == 0 {
		tr.bottom = visual.Box.Y0 // a further page
	}
	limit := gapInside
	if tr.ended {
		limit = gapAfter
	}
	var last *item
	if n := len(tr.items); n > 0 {
		if visual.Box.Y0-tr.bottom > limit*visual.Box.Height() {
			return
		}
		last = tr.items[n-1]
	}
	switch {
	case last != nil && tr.completes(last, row, visual):
		last.take(row, visual)
	case tr.sumRow(visual):
		tr.ended, tr.pending = last != nil, nil
	case tr.chargeRow(row, visual):
		tr.pending = nil
	case tr.startsItem(tr.table, row, tr.ended):
		it := tr.newItem(row, visual)
		if len(it.text) == 0 {
			it.text = tr.pending
		}
		tr.items, tr.pending, tr.ended = append(tr.items, it), nil, false
	case !tr.ended && last != nil && continues(last, row, visual):
		last.extend(row, visual)
	case !tr.ended && !codesAlone(row):
		tr.pending = pendingText(row)
	}
	if !tr.ended {
		tr.bottom = visual.Box.Y1
	}
}

// completes reports whether a row brings the amount that the item above it
// lacks: cells of one item that are not set on one line.
func (r *reading) completes(it *item, row layout.TableRow, visual *layout.Row) bool {
	if it.page != row.Page || visual.Box.Y0-it.bottom > 0.5*visual.Box.Height() || len(it.cells[layout.ColumnAmount]) > 0 {
		return false
	}
	return r.hasNumber(row, layout.ColumnAmount) && !r.hasNumber(row, layout.ColumnUnitPrice) && !r.hasNumber(row, layout.ColumnQuantity) &&
		len(row.Cells[layout.ColumnDescription]) == 0
}

// take adds the cells of a row that the item does not have yet.
func (it *item) take(row layout.TableRow, visual *layout.Row) {
	for c, parts := range row.Cells {
		if len(it.cells[c]) == 0 && c != layout.ColumnDescription {
			it.cells[c] = parts
		}
	}
	it.rows = append(it.rows, visual)
	it.bottom = visual.Box.Y1
}

// rowsOf gives the rows of a table with those of the following pages that have
// no table header of their own.
func (r *reading) rowsOf(t *layout.Table) []layout.TableRow {
	rows := t.Rows
	for _, p := range r.lay.Pages {
		if p.Number <= t.Page.Number {
			continue
		}
		for _, o := range r.tables {
			if o.Page == p || o.Page == t.Page && o.First > t.First {
				return rows
			}
		}
		rows = append(rows, t.Continue(p)...)
	}
	return rows
}

// worded reports whether parts hold more than a number and its currency.
func worded(parts []layout.Part) bool {
	for _, p := range parts {
		for _, w := range p.Segment.Words[p.First : p.Last+1] {
			if _, currency := recognize.Currency(w); !currency && recognize.Compact(w) != "" && hasLetters([]string{w}) {
				return true
			}
		}
	}
	return false
}

// startsItem wants an amount (or a price with a quantity) and, after a row of
// sums, a price or quantity beside it.
func (r *reading) startsItem(t *layout.Table, row layout.TableRow, ended bool) bool {
	amount := r.hasNumber(row, layout.ColumnAmount) || r.hasNumber(row, layout.ColumnGross)
	price := r.hasNumber(row, layout.ColumnUnitPrice)
	quantity := r.hasNumber(row, layout.ColumnQuantity)
	named := worded(row.Cells[layout.ColumnDescription]) || len(row.Cells[layout.ColumnCode]) > 0
	switch {
	case ended:
		return amount && (price || quantity) && named
	case !t.Has(layout.ColumnAmount) && !t.Has(layout.ColumnGross):
		return price && (named || quantity)
	case t.Has(layout.ColumnUnitPrice) && t.Has(layout.ColumnQuantity):
		return amount && (price || quantity || named && !r.wholeAmount(row)) || price && quantity
	}
	return amount && (named || price || quantity)
}

func (r *reading) newItem(row layout.TableRow, visual *layout.Row) *item {
	it := &item{cells: map[layout.Column][]layout.Part{}, page: row.Page}
	for c, parts := range row.Cells {
		if c == layout.ColumnDescription {
			it.text = parts
			continue
		}
		it.cells[c] = parts
	}
	it.rows = []*layout.Row{visual}
	it.bottom = visual.Box.Y1
	return it
}

// continues reports whether a row carries on the description above it: close
// under it, text only.
func continues(it *item, row layout.TableRow, visual *layout.Row) bool {
	if it.page != row.Page || visual.Box.Y0-it.bottom > 0.9*visual.Box.Height() {
		return false
	}
	text := row.Cells[layout.ColumnDescription]
	if len(text) == 0 {
		return len(row.Cells[layout.ColumnAmount]) == 0
	}
	first := text[0].Segment.Words[text[0].First]
	if strings.Trim(first, "•·-*●") == "" {
		return false
	}
	for i := text[0].First; i <= text[0].Last; i++ {
		if w := text[0].Segment.Words[i]; strings.HasSuffix(w, ":") && !strings.HasSuffix(w, "):") || strings.HasPrefix(w, ":") {
			return false
		}
	}
	return true
}

func (it *item) extend(row layout.TableRow, visual *layout.Row) {
	it.text = append(it.text, row.Cells[layout.ColumnDescription]...)
	it.rows = append(it.rows, visual)
	it.bottom = visual.Box.Y1
}

// pendingText is a text-only row that may be the description of the next one.
func pendingText(row layout.TableRow) []layout.Part {
	parts := row.Cells[layout.ColumnDescription]
	others := 0
	for c := range row.Cells {
		if c != layout.ColumnDescription && c != layout.ColumnPosition && c != layout.ColumnCode {
			others++
		}
	}
	if len(parts) == 0 || others > 1 {
		return nil
	}
	return parts
}

// codesAlone reports whether a row holds further codes of an item and nothing
// else: they stand between its name and its numbers.
func codesAlone(row layout.TableRow) bool {
	return len(row.Cells) == 1 && len(row.Cells[layout.ColumnCode]) > 0
}

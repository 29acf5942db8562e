package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/layout"
)

// tableReader collects the items of one table row by row.
type tableReader struct {
	*finder
	table  *layout.Table
	items  []*item
	before []*item    // of the tables before
	above  []tableRow // rows above an item without a name
	ended  bool       // a row of sums follows the last item
	summed bool       // a row stated the sum of the items
	closed bool       // a row known to be below the table was seen
	other  bool       // … or the headings of another table
	bottom float64    // of the last row that belonged to the table
	body   []bodyRow  // rows of items and of text, in reading order

	section int // the first item below the last sum
}

type tableRow struct {
	layout.TableRow
	visual *layout.Row
}

// Maximum gaps in row heights: within a table, to a further section after a row of sums, and within an item.
const (
	gapInside = 12.0
	gapAfter  = 8.0
	gapItem   = 0.9
)

// itemsOf reads one table after the given items, down to a final row of sums or a wide gap.
func (r *finder) itemsOf(t *layout.Table, before []*item) []*item {
	if !t.Has(layout.ColumnDescription) && !t.Has(layout.ColumnCode) || r.tellsNoGoods(t, before) {
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
	tr.settleCentered()
	tr.resolveCounts()
	tr.resolveNames()
	tr.resolveCodes()
	tr.resolveDeductions()
	return tr.items
}

func (tr *tableReader) read(row tableRow) {
	if tr.closed = tr.closed || tr.ends(row); tr.closed {
		return
	}
	if row.Index == 0 {
		tr.bottom, tr.other = row.visual.Box.Y0, false // a further page
	}
	if len(tr.items) > 0 && row.visual.Box.Y0-tr.bottom > tr.widestGap()*row.visual.Box.Height() {
		return
	}
	tr.sort(row)
	if !tr.ended {
		tr.bottom = row.visual.Box.Y1
	}
}

func (tr *tableReader) widestGap() float64 {
	if tr.ended {
		return gapAfter
	}
	return gapInside
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
	case !tr.ended && last != nil && tr.continues(last, row):
		last.extend(row)
		tr.body = append(tr.body, bodyRow{tableRow: row})
	case !tr.ended:
		tr.setAside(row)
		tr.body = append(tr.body, bodyRow{tableRow: row})
	}
}

func (tr *tableReader) last() *item {
	if len(tr.items) == 0 {
		return nil
	}
	return tr.items[len(tr.items)-1]
}

// begin makes an item of a row. If it has no name, the rows above name it.
func (tr *tableReader) begin(row tableRow) {
	it := newItem(row)
	if len(it.text) == 0 {
		tr.nameFromAbove(it)
	}
	tr.items, tr.above, tr.ended = append(tr.items, it), nil, false
	tr.body = append(tr.body, bodyRow{row, it})
}

func newItem(row tableRow) *item {
	it := &item{cells: map[layout.Column][]layout.Part{}, page: row.Page}
	for c, parts := range row.Cells {
		if c == layout.ColumnDescription {
			it.text = parts
			continue
		}
		it.cells[c] = parts
	}
	it.rows = []*layout.Row{row.visual}
	it.bottom = row.visual.Box.Y1
	return it
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

// take adds the cells of a row that the item does not have yet.
func (it *item) take(row tableRow) {
	it.takeCells(row.TableRow)
	it.rows = append(it.rows, row.visual)
	it.bottom = row.visual.Box.Y1
}

func (it *item) takeCells(row layout.TableRow) {
	for c, parts := range row.Cells {
		switch {
		case c == layout.ColumnDescription:
		case len(it.cells[c]) == 0:
			it.cells[c] = parts
		case c == layout.ColumnQuantity && quantity.Marked(parts):
			it.cells[c] = append(slices.Clone(it.cells[c]), parts...)
		}
	}
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

// extend adds a row under an item: a further line of its description, or a further quantity.
func (it *item) extend(row tableRow) {
	if text := row.Cells[layout.ColumnDescription]; len(text) > 0 {
		it.lines = append(it.lines, text)
	}
	if parts := row.Cells[layout.ColumnQuantity]; quantity.Marked(parts) {
		it.cells[layout.ColumnQuantity] = append(slices.Clone(it.cells[layout.ColumnQuantity]), parts...)
	}
	it.rows = append(it.rows, row.visual)
	it.bottom = row.visual.Box.Y1
}

// proven reports whether quantity × price of a row is its amount.
func (tr *tableReader) proven(row layout.TableRow) bool {
	amounts := row.Cells[layout.ColumnAmount]
	if len(amounts) == 0 {
		amounts = row.Cells[layout.ColumnGross]
	}
	return lineproof.Of(row.Cells[layout.ColumnQuantity], row.Cells[layout.ColumnUnitPrice], amounts,
		tr.Style).Fit(tr.Style)
}

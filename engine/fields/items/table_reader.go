package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/layout"
	"github.com/shopspring/decimal"
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

// bodyRow is a row of a table's body: the numbers of an item, or text alone.
type bodyRow struct {
	tableRow
	item *item // nil for text
}

// Maximum gaps in row heights: within a table, to a further section after a row of sums, and within an item.
const (
	gapInside = 12.0
	gapAfter  = 8.0
	gapItem   = 0.9
)

func apart(bottom float64, row *layout.Row) bool { return row.Box.Y0-bottom > gapItem*row.Box.Height() }

func (tr *tableReader) last() *item {
	if len(tr.items) == 0 {
		return nil
	}
	return tr.items[len(tr.items)-1]
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

func (r *bodyRow) wordless() bool { return len(r.Cells[layout.ColumnDescription]) == 0 }

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

// take adds the cells of a row that the item does not have yet.
func (it *item) take(row tableRow) {
	it.takeCells(row.TableRow)
	it.rows = append(it.rows, row.visual)
	it.bottom = row.visual.Box.Y1
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

package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
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

// multiplied reports whether a row has a name, and quantity × price = amount: in this case "VAT return" is an item.
func (tr *tableReader) multiplied(row tableRow) bool {
	return len(row.Cells[layout.ColumnDescription]) > 0 && itemname.Worded(row.Cells[layout.ColumnDescription]) &&
		tr.proven(row.TableRow)
}

// dated reports whether a row with a tax label has a date, as items have and sums do not: the tax of a hotel night.
func (tr *tableReader) dated(row tableRow) bool {
	last := tr.last()
	days := row.Cells[layout.ColumnDate]
	if last == nil || len(days) != 1 || !itemname.Worded(row.Cells[layout.ColumnDescription]) ||
		len(last.cells[layout.ColumnDate]) != 1 || label.Means(tr.Document, row.visual, func(t lexicon.Term) bool {
		return annotate.SumLike(t.Role) && t.Role != lexicon.Tax && t.Role != lexicon.TaxTotal
	}) {
		return false
	}
	return strings.ContainsAny(days[0].Text(), itemname.Digits) &&
		strings.ContainsAny(last.cells[layout.ColumnDate][0].Text(), itemname.Digits)
}

// setOff reports whether a row's words begin far inside the column of descriptions, while all items begin at its
// left. Sums and corrections have this position, whatever their label. A single item above must have a proven
// quantity and price.
func (tr *tableReader) setOff(row tableRow) bool {
	const inside = 3 // a third of the column; less may be an indent
	if len(row.visual.Segments) != 2 || tr.columnAmount(row) == nil || !itemname.WordedRow(row.visual) ||
		len(tr.items) == 1 && !tr.itemNumbers(tr.items[0]).Fit(tr.Style) {
		return false
	}
	from, last := tr.table.Page.Width, 0.0
	for _, it := range tr.items {
		if len(it.text) == 0 {
			return false
		}
		from, last = min(from, it.text[0].Box().X0), max(last, it.text[0].Box().X0)
	}
	edge := from + (tr.numbersFrom()-from)/inside
	return last < edge && row.visual.Segments[0].Box.X0 > edge
}

// namesDue reports whether the headings are the document's number, date and amount due side by side.
func (tr *tableReader) namesDue() bool {
	const sure = 0.8 // minimum weight of a certain label of an amount due
	if tr.table.Has(layout.ColumnQuantity) || tr.table.Has(layout.ColumnUnitPrice) {
		return false
	}
	for _, row := range tr.table.Page.Rows[tr.table.First : tr.table.Last+1] {
		for _, s := range row.Segments {
			if slices.ContainsFunc(tr.LabelsIn[s], func(h *annotate.Label) bool {
				weight, ok := h.As(lexicon.AmountDue)
				return ok && h.Opens && weight > sure
			}) {
				return true
			}
		}
	}
	return false
}

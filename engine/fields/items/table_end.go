package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

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

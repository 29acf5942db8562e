package items

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/wording"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// multiplied reports whether a row has a name, and a quantity times a price that is its
// amount: "VAT return" is the name of an item then.
func (tr *tableReader) multiplied(row tableRow) bool {
	return len(row.Cells[layout.ColumnDescription]) > 0 && wording.Worded(row.Cells[layout.ColumnDescription]) &&
		tr.proven(row.TableRow)
}

// namesDue reports whether the headings are those of the document's own number, date and
// amount due, set side by side: what is due is no amount of a line.
func (tr *tableReader) namesDue() bool {
	const sure = 0.8 // least weight of a label that surely speaks of what is due
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

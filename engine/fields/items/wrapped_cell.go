package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/lineproof"
)

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

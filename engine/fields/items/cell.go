package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/product"
	"github.com/docmill/docmill/engine/layout"
)

// wholeAmount reports whether a row's amount is a bare whole number, which alone
// makes no item of a row of text.
func (r *finder) wholeAmount(row layout.TableRow) bool {
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnGross} {
		for _, p := range row.Cells[c] {
			if a, ok := product.NumberIn(p); ok && !a.Whole() {
				return false
			}
		}
	}
	return true
}

// hasNumber reports whether a cell holds a number and little else: one in the
// middle of a sentence that reaches into the column is none, nor is a percentage.
func (r *finder) hasNumber(row layout.TableRow, c layout.Column) bool {
	for _, p := range row.Cells[c] {
		if a, ok := product.NumberIn(p); ok && !a.Percent && p.Last-p.First-(a.Last-a.First) <= 2 {
			return true
		}
	}
	return false
}

// finishes reports whether the numbers of a row are all the rest of cells above, which
// hold no more than a currency: "EUR" over "1,205.00", broken for want of room.
func (r *finder) finishes(it *item, row tableRow) bool {
	if it.page != row.Page || apart(it.bottom, row.visual) {
		return false
	}
	found := false
	for c := range row.Cells {
		if !c.Numeric() {
			continue
		}
		if !r.hasNumber(row.TableRow, c) || len(it.cells[c]) == 0 || len(product.Figures(it.cells[c])) > 0 {
			return false
		}
		found = true
	}
	return found
}

// finish adds the rest of cells, and the line of text beside it.
func (it *item) finish(row tableRow) {
	for c, parts := range row.Cells {
		if c.Numeric() {
			it.cells[c] = slices.Concat(it.cells[c], parts)
		}
	}
	it.extend(row)
}

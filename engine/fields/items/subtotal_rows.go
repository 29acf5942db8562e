package items

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// sumsSection reports whether a row states the sum of the items above, or of those below the last such row: "Total
// spare parts and materials", "Labour, subtotal". It has the label of a sum and its amount is the sum of the items.
// It has neither quantity nor price, except in the words after its label ("Total van 14"). No label is required for
// three or more items with quantities, because their sum is not a coincidence, or if a rule separates an amount
// that is alone in its row. An amount carried over to a further page is the sum of the items before.
func (tr *tableReader) sumsSection(row tableRow) bool {
	const certain = 3
	inside := tr.items[min(tr.section, len(tr.items)):]
	sum := tr.columnAmount(row)
	all := slices.Concat(tr.before, tr.items)
	counted := lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) ||
		lineproof.HasNumber(row.TableRow, layout.ColumnUnitPrice)
	if sum == nil || len(all) == 0 ||
		counted && (len(inside) < 2 || tr.proven(row.TableRow) || !label.OpensTotal(tr.Document, row.visual)) {
		return false
	}
	alone := len(row.visual.Segments) == 1 && !itemname.WordedRow(row.visual)
	for _, section := range [][]*item{inside, tr.items, all} {
		if len(section) > 0 && tr.amountOf(section).Equal(*sum) && (alone || label.Total(tr.Document, row.visual) ||
			len(section) >= certain && tr.table.Has(layout.ColumnQuantity)) {
			return true
		}
	}
	return false
}

// behindSum reports whether a row after the sum of all items is a tax, charge or rounding without a quantity.
func (tr *tableReader) behindSum(row tableRow) bool {
	return tr.section == len(tr.items) && !lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) &&
		!tr.proven(row.TableRow) && label.Means(tr.Document, row.visual, func(t lexicon.Term) bool {
		return annotate.SumLike(t.Role) || label.Correcting(t.Role)
	})
}

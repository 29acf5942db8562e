package layout

import (
	"slices"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// ColumnNamed returns the meaning of a heading with a folded phrase (see recognize.Fold).
func ColumnNamed(phrase string) (Column, bool) {
	names := lexicon.ColumnHeadings().Meanings(phrase)
	if names == nil {
		return ColumnOther, false
	}
	return columnOf(names[0]), true
}

// Names reports whether the words of a heading name the column, and not only the content of its cells. A heading of
// several lines counts as naming it.
func (t *Table) Names(c Column) bool {
	return slices.ContainsFunc(t.Headings, func(h Heading) bool {
		named, _ := ColumnNamed(h.phrase)
		return h.Column == c && (named == c || h.whole == nil)
	})
}

func columnOf(name string) Column {
	switch name {
	case "position":
		return ColumnPosition
	case "code":
		return ColumnCode
	case "description":
		return ColumnDescription
	case "date":
		return ColumnDate
	case "quantity":
		return ColumnQuantity
	case "unit":
		return ColumnUnit
	case "unitPrice":
		return ColumnUnitPrice
	case "priceBase":
		return ColumnPriceBase
	}
	return moneyColumn(name)
}

func moneyColumn(name string) Column {
	switch name {
	case "discount":
		return ColumnDiscount
	case "taxRate":
		return ColumnTaxRate
	case "taxAmount":
		return ColumnTaxAmount
	case "amount":
		return ColumnAmount
	case "gross":
		return ColumnGross
	case "balance":
		return ColumnBalance
	case "debit":
		return ColumnDebit
	case "credit":
		return ColumnCredit
	}
	return ColumnOther
}

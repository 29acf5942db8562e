package statement

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

type finder struct{ *link.Linker }

// isDatedRow reports whether a row opens with a date and ends in an amount with cents.
func (r *finder) isDatedRow(row *layout.Row) bool {
	first, last := row.Segments[0], row.Segments[len(row.Segments)-1]
	if dates := r.Spans[first].Dates; len(dates) == 0 || dates[0].First > 0 {
		return false
	}
	a := r.Spans[last].Amounts
	return len(a) > 0 && a[len(a)-1].Number.Fraction == 2
}

// moneyText formats a value for the record.
func (r *finder) moneyText(v decimal.Decimal) string { return recognize.FormatMoney(v, r.Currency) }

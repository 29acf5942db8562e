package einvoicefields

import (
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

// State adds to b the allowances, charges, base quantities and rounding of the e-invoice's equations, which have no
// fields in the record.
func State(b *result.Basis, d *einvoice.Invoice) {
	if d.Totals.Rounding.Known() {
		b.Rounding = d.Totals.Rounding.Value.String()
	}
	if len(d.Lines) == 0 { // the items are the page's
		return
	}
	b.Items = &result.Items{Plus: d.Totals.Charges.Value.Sub(d.Totals.Allowances.Value).String()}
	b.Plus, b.Per, b.Agreed = map[int]string{}, map[string]string{}, map[string]string{}
	row := -1
	for i := range d.Lines {
		l := &d.Lines[i]
		if isRemark(l) {
			continue
		}
		row++
		if isApart(l) {
			b.Items.Apart = append(b.Items.Apart, row)
		}
		b.Plus[row] = adjustments(l).String()
		if base := l.PriceBase.Decimal; base.Known() && !base.Value.IsZero() {
			b.Per[validate.Path("lineItems", row, "unitPrice")] = base.Value.String()
		}
		if l.Agreed.Known() {
			b.Agreed[validate.Path("lineItems", row, "quantity")] = l.Agreed.Value.String()
		}
	}
}

// isApart reports whether a line is part of another one, or only informs.
func isApart(l *einvoice.Line) bool { return l.Parent != "" || l.Status == "INFORMATION" }

// adjustments returns a line's charges less its allowances.
func adjustments(l *einvoice.Line) decimal.Decimal {
	sum := decimal.Zero
	for _, a := range l.Adjustments {
		if a.Charge {
			sum = sum.Add(a.Amount.Value)
		} else {
			sum = sum.Sub(a.Amount.Value)
		}
	}
	return sum
}

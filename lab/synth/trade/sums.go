package trade

import (
	"strings"

	"github.com/shopspring/decimal"
)

// SumRow is a row of the totals.
type SumRow struct {
	Label, Value string
	Field, Norm  string // "" if it is no field of the record
	Main         bool   // the total, or the amount due
}

// SumRows draws the totals that are shown, from the net amount to the amount due.
func (t *Document) SumRows() []SumRow {
	b := &t.Bill
	rows := t.netRows()
	total := SumRow{Label: t.LabelWithColon(t.ByKind("total", "creditTotal", "orderTotal")), Field: "total",
		Norm: b.Total.StringFixed(2), Value: t.SumMoney(b.Total), Main: true}
	rows = append(rows, total)
	if b.Gross && !b.TaxFree && t.Chance(0.85) {
		rows = append(rows, t.taxRows()...)
		if t.Chance(0.4) {
			rows = append(rows, t.sumRow("subtotal", "subtotal", b.Net))
		}
	}
	if !b.paid.IsZero() {
		paid := t.sumRow("amountPaid", "amountPaid", b.paid)
		if t.Chance(0.4) {
			paid.Value = t.SumMoney(b.paid.Neg())
		}
		rows = append(rows, paid)
	}
	if !b.before.IsZero() {
		rows = append(rows, t.sumRow("previous", "", b.before))
	}
	if !b.Due.Equal(b.Total) || t.Chance(0.12) && !t.IsOrder() && !t.IsCreditNote() {
		due := t.sumRow("amountDue", "amountDue", b.Due)
		for range 9 {
			if due.Label != total.Label {
				break
			}
			due.Label = t.LabelWithColon("amountDue")
		}
		due.Main = true
		rows = append(rows, due)
	}
	return rows
}

func (t *Document) netRows() []SumRow {
	b := &t.Bill
	var rows, changes []SumRow
	if !b.Discount.IsZero() {
		d := t.sumRow("discount", "discountTotal", b.Discount)
		if t.Chance(0.6) {
			d.Value = t.SumMoney(b.Discount.Neg())
		}
		d.Label = t.LabelWithColon("discount", "{percent}", t.Place.Percent(b.Percent))
		changes = append(changes, d)
	}
	if !b.Shipping.IsZero() {
		changes = append(changes, t.sumRow("shipping", "shippingTotal", b.Shipping))
	}
	if b.Gross {
		return changes
	}
	subtotal := t.sumRow("subtotal", "subtotal", b.Net)
	switch {
	case len(changes) > 0 && t.Chance(0.6):
		subtotal = t.sumRow("subtotal", "subtotal", b.Items)
		rows = append([]SumRow{subtotal}, changes...)
	case !b.TaxFree || t.Chance(0.5):
		rows = append(changes, subtotal)
	default:
		rows = changes
	}
	if !b.TaxFree {
		rows = append(rows, t.taxRows()...)
	} else if t.Chance(0.35) {
		rows = append(rows, t.sumRow("taxTotal", "taxTotal", decimal.Zero))
	}
	return rows
}

func (t *Document) taxRows() []SumRow {
	b := &t.Bill
	form := t.Place.Label("tax")
	for len(b.Taxes) > 1 && !strings.Contains(form, "{rate}") {
		form = t.Place.Label("tax")
	}
	var rows []SumRow
	for _, s := range b.Taxes {
		if s.Rate.IsZero() {
			continue
		}
		label := strings.NewReplacer("{tax}", t.Place.TaxName, "{rate}", t.Place.Percent(s.Rate), "{base}",
			t.Place.Amount(s.Base)).Replace(form)
		if t.Style.Upper {
			label = strings.ToUpper(label)
		}
		row := SumRow{Label: label + t.Style.Colon, Value: t.SumMoney(s.Amount)}
		if len(b.Taxes) == 1 {
			row.Field, row.Norm = "taxTotal", s.Amount.StringFixed(2)
		}
		rows = append(rows, row)
	}
	if len(b.Taxes) > 1 {
		rows = append(rows, t.sumRow("taxTotal", "taxTotal", b.Tax))
	}
	return rows
}

func (t *Document) sumRow(key, field string, v decimal.Decimal) SumRow {
	return SumRow{Label: t.LabelWithColon(key), Value: t.SumMoney(v), Field: field, Norm: v.StringFixed(2)}
}

// SumMoney formats an amount of the totals.
func (t *Document) SumMoney(v decimal.Decimal) string {
	if t.Style.SumSigns {
		return t.Place.Money(v)
	}
	return t.Place.Amount(v)
}

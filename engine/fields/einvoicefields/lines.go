package einvoicefields

import (
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// lines maps the lines except those of text alone in ZUGFeRD 1.0. The unit is the language-independent code of
// UN/ECE recommendation 20.
func (m *mapping) lines() {
	for i := range m.doc.Lines {
		line := &m.doc.Lines[i]
		if isRemark(line) {
			continue
		}
		m.set.Lists["lineItems"] = append(m.set.Lists["lineItems"], m.line(line))
	}
}

func isRemark(l *einvoice.Line) bool {
	return !l.Net.Known() && !l.Price.Known() && !l.Quantity.Known()
}

// line maps a line with its stated terms: the unit price is BT-146, which may be for more than one unit (BT-149).
func (m *mapping) line(l *einvoice.Line) value.Row {
	row := value.Row{}
	putText(row, "description", firstOf(l.Name, l.Description, l.Note))
	putText(row, "productCode", firstOf(l.SellerID, l.StandardID, l.BuyerID))
	putNumber(row, "quantity", l.Quantity.Decimal)
	putText(row, "unit", l.Quantity.Unit)
	m.putMoney(row, "unitPrice", l.Price)
	if discount := allowances(l); !discount.IsZero() {
		amount := recognize.FormatMoney(discount, m.doc.Currency)
		row["discount"] = stated(amount, amount)
	}
	putNumber(row, "taxRate", l.TaxRate)
	m.putMoney(row, "amount", l.Net)
	return row
}

// allowances sums a line's allowances; its charges have no field.
func allowances(l *einvoice.Line) decimal.Decimal {
	sum := decimal.Zero
	for _, a := range l.Adjustments {
		if !a.Charge {
			sum = sum.Add(a.Amount.Value)
		}
	}
	return sum
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func putText(row value.Row, name, raw string) {
	if v := oneLine(raw); v != "" {
		row[name] = stated(v, raw)
	}
}

func putNumber(row value.Row, name string, d einvoice.Decimal) {
	if d.Known() {
		row[name] = stated(recognize.FormatQuantity(d.Value), d.Text)
	}
}

func (m *mapping) putMoney(row value.Row, name string, d einvoice.Decimal) {
	if d.Known() {
		row[name] = stated(recognize.FormatMoney(d.Value, m.doc.Currency), d.Text)
	}
}

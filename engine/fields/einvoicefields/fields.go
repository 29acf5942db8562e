package einvoicefields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Fields returns the fields of an e-invoice for a record of the given type. An order requested as an invoice, or
// the reverse, gives the common fields.
func Fields(d *einvoice.Invoice, kind result.DocumentType) *value.Set {
	m := mapping{doc: d, set: &value.Set{Scalars: map[string]value.Value{}, Lists: map[string][]value.Row{}}}
	m.common()
	if schema.Of(kind).FromCustomer {
		m.order()
	} else {
		m.invoice()
	}
	m.lines()
	return m.set
}

type mapping struct {
	doc *einvoice.Invoice
	set *value.Set
}

// stated returns a value with the text in the e-invoice.
func stated(v, raw string) value.Value {
	return value.Value{Value: v, Raw: raw, Source: document.SourceXML, Score: 1, Legibility: 1}
}

func (m *mapping) put(name, v, raw string) {
	if v != "" {
		m.set.Scalars[name] = stated(v, raw)
	}
}

func (m *mapping) text(name, raw string) { m.put(name, oneLine(raw), raw) }

func (m *mapping) date(name string, d einvoice.Date) { m.put(name, d.Value, d.Text) }

func (m *mapping) money(name string, d einvoice.Decimal) {
	if d.Known() {
		m.put(name, recognize.FormatMoney(d.Value, m.doc.Currency), d.Text)
	}
}

// common maps the fields of both invoices and orders.
func (m *mapping) common() {
	d := m.doc
	m.text("currency", d.Currency)
	m.date("issueDate", d.Issued)
	m.party("vendor", d.Seller)
	m.party("customer", d.Buyer)
	m.money("subtotal", d.Totals.Net)
	m.money("taxTotal", d.Totals.Tax)
	m.money("total", d.Totals.Gross)
	if total, ok := m.set.Scalars["total"]; ok && d.Totals.IsRoundedGross {
		total.Plus = d.Totals.Rounding.Value.String()
		m.set.Scalars["total"] = total
	}
}

func (m *mapping) party(role string, p einvoice.Party) {
	name := p.Name
	if name == "" {
		name = p.TradingName
	}
	m.text(role+"Name", name)
	m.text(role+"Address", strings.Join(addressLines(p.Address), ", "))
	if p.VATID != "" {
		m.put(role+"TaxId", compact(p.VATID), p.VATID)
	} else {
		m.text(role+"TaxId", p.TaxNumber)
	}
}

// addressLines returns an address as on an envelope within the country, without the country.
func addressLines(a einvoice.Address) []string {
	var lines []string
	city := strings.TrimSpace(a.PostCode + " " + a.City)
	for _, line := range append(append([]string(nil), a.Lines...), city, a.Subdivision) {
		if line = oneLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// order maps the fields of orders alone. Of an invoice it maps the order number.
func (m *mapping) order() {
	d := m.doc
	number := d.PurchaseOrder
	if d.Type.IsOrder() {
		number = d.Number
	}
	m.text("purchaseOrderNumber", number)
	m.text("shippingAddress", strings.Join(addressLines(d.ShipTo.Address), ", "))
	delivery := d.Delivered
	if delivery.Value == "" {
		delivery = d.Period.End
	}
	m.date("deliveryDate", delivery)
}

// invoice maps the fields of invoices and credit notes alone.
func (m *mapping) invoice() {
	d := m.doc
	if d.Type.IsOrder() {
		m.text("purchaseOrderNumber", d.Number)
	} else {
		m.text("invoiceNumber", d.Number)
		m.text("purchaseOrderNumber", d.PurchaseOrder)
	}
	m.date("dueDate", d.Due)
	m.date("deliveryDate", d.Delivered)
	m.contact(d.Seller)
	if len(d.Buyer.IDs) > 0 {
		m.text("customerId", d.Buyer.IDs[0])
	}
	m.text("paymentTerms", d.Terms)
	m.payment()
	m.period()
	m.money("amountPaid", d.Totals.Paid)
	m.money("amountDue", d.Totals.Due)
	if !d.Totals.Allowances.Value.IsZero() {
		m.money("discountTotal", d.Totals.Allowances)
	}
	m.shipping()
	m.taxes()
}

func (m *mapping) contact(p einvoice.Party) {
	email := p.Contact.Email
	if email == "" && p.Scheme == "EM" { // an electronic address of type e-mail
		email = p.Endpoint
	}
	m.text("vendorEmail", email)
	m.text("vendorPhone", p.Contact.Phone)
	m.text("vendorWebsite", p.Website)
}

// payment maps the first account for a bank transfer.
func (m *mapping) payment() {
	for _, p := range m.doc.Payments {
		if _, ok := m.set.Scalars["paymentReference"]; !ok {
			m.text("paymentReference", p.Reference)
		}
		account := strings.ToUpper(compact(p.Account))
		if _, ok := m.set.Scalars["iban"]; ok || !isIBAN(account) {
			continue
		}
		m.put("iban", account, p.Account)
		if bic := strings.ToUpper(compact(p.BIC)); isBIC(bic) {
			m.put("bic", bic, p.BIC)
		}
	}
}

// period maps the invoicing period or, without one, the delivery date as the time of supply.
func (m *mapping) period() {
	p := m.doc.Period
	if p.Start.Value == "" && p.End.Value == "" {
		p.Start, p.End = m.doc.Delivered, m.doc.Delivered
	}
	m.date("servicePeriodStart", p.Start)
	m.date("servicePeriodEnd", p.End)
}

// shipping sums the charges for transport; other charges have no field.
func (m *mapping) shipping() {
	sum := decimal.Zero
	var raw []string
	for _, a := range m.doc.Adjustments {
		if a.Charge && a.Amount.Known() && isTransport(a) {
			sum = sum.Add(a.Amount.Value)
			raw = append(raw, a.Amount.Text)
		}
	}
	if !sum.IsZero() {
		m.put("shippingTotal", recognize.FormatMoney(sum, m.doc.Currency), strings.Join(raw, " + "))
	}
}

// isTransport reports whether a charge is for transport, by its code (UNTDID 7161: freight, delivery,
// transportation) or its reason.
func isTransport(a einvoice.Adjustment) bool {
	switch a.Code {
	case "FC", "DL", "FT":
		return true
	}
	reason := recognize.Fold(a.Reason)
	return slices.ContainsFunc(lexicon.FreightStem.All(), func(stem string) bool { return strings.Contains(reason, stem) })
}

func (m *mapping) taxes() {
	for _, t := range m.doc.Taxes {
		row := value.Row{}
		putNumber(row, "rate", t.Rate)
		m.putMoney(row, "base", t.Base)
		m.putMoney(row, "amount", t.Amount)
		putText(row, "category", t.Category)
		if len(row) > 0 {
			m.set.Lists["taxes"] = append(m.set.Lists["taxes"], row)
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func compact(s string) string { return strings.Join(strings.Fields(s), "") }

// isIBAN reports whether a text has the shape of an IBAN (ISO 13616). It does not verify the check digits.
func isIBAN(s string) bool {
	return len(s) >= 15 && len(s) <= 34 && isAlphanumeric(s) && !isDigit(s[0]) && !isDigit(s[1]) && isDigit(s[2]) &&
		isDigit(s[3])
}

// isBIC reports whether a text may be a BIC (ISO 9362), also with a wrong length.
func isBIC(s string) bool { return len(s) >= 8 && len(s) <= 11 && isAlphanumeric(s) }

func isAlphanumeric(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lines maps the listed lines. The unit is the language-independent code of UN/ECE recommendation 20.
func (m *mapping) lines() {
	for _, l := range listedLines(m.doc) {
		m.set.Lists["lineItems"] = append(m.set.Lists["lineItems"], m.line(l.Line))
	}
}

// line maps a line. The unit price is BT-146 divided by the number of units that it is for (BT-149).
func (m *mapping) line(l *einvoice.Line) value.Row {
	row := value.Row{}
	putText(row, "description", firstOf(l.Name, l.Description, l.Note))
	putText(row, "productCode", firstOf(l.SellerID, l.StandardID, l.BuyerID))
	putNumber(row, "quantity", l.Quantity.Decimal)
	putText(row, "unit", l.Quantity.Unit)
	price := l.Price
	if base := l.PriceBase.Decimal; base.Known() {
		price.Value = price.Value.DivRound(base.Value, einvoice.PriceDigits)
	}
	m.putMoney(row, "unitPrice", price)
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

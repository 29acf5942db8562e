// Package check tests the values of a record against each other: sums, tax
// rates, dates and check digits. It needs nothing but the values, and what is
// known of them besides (Basis), so that it can be repeated when a person
// corrects one of them.
package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Names of the checks that values alone decide, in the order of Run.
const (
	Sum         = "sum"          // subtotal − discount + shipping + taxTotal = total
	Taxes       = "taxes"        // rates and the tax total agree
	LineItems   = "line_items"   // the items add up to the subtotal or the total
	LineAmounts = "line_amounts" // quantity × unit price = amount in each item
	DateOrder   = "date_order"   // due date not before issue date, period end not before its start
	IBAN        = "iban"         // check digits
	TaxID       = "tax_id"       // check digits
	Due         = "amount_due"   // total − paid = due
	Balance     = "balance"      // opening balance + transactions = closing balance
)

// BankDetailsChanged fails where the account to pay to is none of those that this
// vendor had before: invoices with a changed account are a common fraud. It needs
// a memory of the vendor, so that Run does not make it.
const BankDetailsChanged = "bank_details_changed"

// Repeatable reports whether Run makes the check of this name. The others
// compare with the file and cannot be made of values.
func Repeatable(name string) bool {
	return slices.Contains([]string{Sum, Taxes, LineItems, LineAmounts, DateOrder, IBAN, TaxID, Due, Balance}, name)
}

// Outcome is a check with the paths of the fields that took part in it.
type Outcome struct {
	result.Check
	Paths []string
}

// Equal reports whether two outcomes say the same of the same fields.
func (o Outcome) Equal(other Outcome) bool {
	return o.Check == other.Check && slices.Equal(o.Paths, other.Paths)
}

// Values are the plain values of a record.
type Values interface {
	// Text returns a scalar, "" where there is none.
	Text(name string) string
	// Rows returns the number of rows of a list.
	Rows(list string) int
	// Member returns a value of a row, "" where there is none.
	Member(list string, row int, member string) string
	// Counts returns what a member counts for in quantity × unit price =
	// amount, which is not always what it says; see Basis.
	Counts(list string, row int, member string) string
	// Basis returns what is known besides the values, or nil.
	Basis() *Basis
}

// Path is the name under which a list member stands in the record.
func Path(list string, row int, member string) string {
	return list + "." + strconv.Itoa(row) + "." + member
}

// Run makes all checks whose fields are there.
func Run(v Values) []Outcome {
	var out []Outcome
	for _, check := range []func(Values) *Outcome{sum, taxes, lineItems, lineAmounts, dateOrder, iban, taxID,
		due, balance} {
		if o := check(v); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

func outcome(name string, passed bool, detail string, paths ...string) *Outcome {
	return &Outcome{Check: result.Check{Name: name, Passed: passed, Detail: detail}, Paths: paths}
}

// amount reads a scalar that holds a decimal.
func amount(v Values, name string) (decimal.Decimal, bool) {
	d, err := parse(v.Text(name))
	return d, err == nil
}

// centDigits are the decimal places of amounts that no value states.
const centDigits = 2

// near allows for what rounding may make a sum of printed amounts differ by: two
// hundredths.
func near(a, b decimal.Decimal) bool { return a.Sub(b).Abs().LessThanOrEqual(decimal.New(2, -2)) }

// equation writes "a + b = c" with a sign for each term.
type equation struct {
	text  string
	total decimal.Decimal
}

func (e *equation) add(v decimal.Decimal, text string) {
	switch {
	case e.text == "":
		e.text = text
	case strings.HasPrefix(text, "-"):
		e.text += " - " + text[1:]
	default:
		e.text += " + " + text
	}
	e.total = e.total.Add(v)
}

// result closes the equation against the printed value.
func (e *equation) result(want decimal.Decimal, text string) (bool, string) {
	if near(e.total, want) {
		return true, e.text + " = " + text
	}
	return false, e.text + " ≠ " + text
}

// sum checks the net amount and the taxes against the total; discount, shipping and what the
// document prints between them take part only where the plain equation fails.
func sum(v Values) *Outcome {
	sub, ok1 := amount(v, "subtotal")
	tax, ok2 := amount(v, "taxTotal")
	total, ok3 := amount(v, "total")
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	var e equation
	e.add(sub, v.Text("subtotal"))
	e.add(tax, v.Text("taxTotal"))
	paths := []string{"subtotal", "taxTotal", "total"}
	discount, hasDiscount := amount(v, "discountTotal")
	shipping, hasShipping := amount(v, "shippingTotal")
	tip, hasTip := amount(v, "tip")
	if plus := between(v.Basis()); !plus.IsZero() && !near(total, e.total) {
		e.add(plus, plus.StringFixed(centDigits))
	}
	rest := total.Sub(e.total)
	if hasDiscount && near(rest, discount.Neg()) || hasDiscount && hasShipping && near(rest, shipping.Sub(discount)) {
		e.add(discount.Neg(), "-"+v.Text("discountTotal"))
		paths = append(paths, "discountTotal")
	}
	if hasShipping && near(total.Sub(e.total), shipping) {
		e.add(shipping, v.Text("shippingTotal"))
		paths = append(paths, "shippingTotal")
	}
	if hasTip && near(total.Sub(e.total), tip) {
		e.add(tip, v.Text("tip"))
		paths = append(paths, "tip")
	}
	passed, detail := e.result(total, v.Text("total"))
	return outcome(Sum, passed, detail, paths...)
}

// due checks the open amount against total and payments. With rounding, which
// e-invoices state, nothing need be paid.
func due(v Values) *Outcome {
	total, ok1 := amount(v, "total")
	paid, hasPaid := amount(v, "amountPaid")
	open, ok3 := amount(v, "amountDue")
	rounded := rounding(v.Basis())
	if !ok1 || !hasPaid && rounded.IsZero() || !ok3 {
		return nil
	}
	var e equation
	e.add(total, v.Text("total"))
	paths := []string{"total", "amountDue"}
	if hasPaid {
		e.add(paid.Neg(), "-"+v.Text("amountPaid"))
		paths = []string{"total", "amountPaid", "amountDue"}
	}
	if !rounded.IsZero() {
		e.add(rounded, rounded.StringFixed(centDigits))
	}
	passed, detail := e.result(open, v.Text("amountDue"))
	return outcome(Due, passed, detail, paths...)
}

// dateOrder checks that no end lies before its start.
func dateOrder(v Values) *Outcome {
	for _, p := range [][2]string{{"issueDate", "dueDate"}, {"servicePeriodStart", "servicePeriodEnd"},
		{"periodStart", "periodEnd"}} {
		from, to := v.Text(p[0]), v.Text(p[1])
		if from == "" || to == "" {
			continue
		}
		if from <= to {
			return outcome(DateOrder, true, from+" ≤ "+to, p[0], p[1])
		}
		return outcome(DateOrder, false, from+" > "+to, p[0], p[1])
	}
	return nil
}

func iban(v Values) *Outcome {
	account := v.Text("iban")
	if account == "" {
		return nil
	}
	if recognize.ValidIBAN(account) {
		return outcome(IBAN, true, "check digits of "+account+" are right", "iban")
	}
	return outcome(IBAN, false, "check digits of "+account+" are wrong", "iban")
}

func taxID(v Values) *Outcome {
	number := v.Text("vendorTaxId")
	switch recognize.VATChecksum(number) {
	case recognize.ChecksumValid:
		return outcome(TaxID, true, "check digits of "+number+" are right", "vendorTaxId")
	case recognize.ChecksumInvalid:
		return outcome(TaxID, false, "check digits of "+number+" are wrong", "vendorTaxId")
	case recognize.ChecksumUnknown:
	}
	return nil
}

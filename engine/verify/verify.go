// Package verify checks what was extracted against itself: sums, tax rates,
// dates and check digits.
package verify

import (
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
	"github.com/shopspring/decimal"
)

// Names of the checks.
const (
	Sum         = "sum"          // subtotal − discount + shipping + taxTotal = total
	Taxes       = "taxes"        // rates and the tax total agree
	LineItems   = "line_items"   // the items add up to the subtotal or the total
	LineAmounts = "line_amounts" // quantity × unit price = amount in each item
	DateOrder   = "date_order"   // due date not before issue date, period end not before its start
	IBAN        = "iban"         // check digits
	TaxID       = "tax_id"       // check digits
	Balance     = "balance"      // opening balance + transactions = closing balance
	Due         = "amount_due"   // total − paid = due
	TypeMatches = "type_matches" // the type asked for is the type found
	// CodeMatchesPage: amount and account in the QR code are those printed.
	CodeMatchesPage = "code_matches_page"
	// XMLMatchesPage: the page shows the key values of the e-invoice, not others
	// in their stead; see package exact.
	XMLMatchesPage = "xml_matches_page"
	// XMLReadable fails for an embedded e-invoice that cannot be read.
	XMLReadable = "xml_readable"
)

// Outcome is a check with the paths of the fields that took part in it.
type Outcome struct {
	result.Check
	Paths []string
}

// Run makes all checks whose fields were found.
func Run(set *fields.Set) []Outcome {
	var out []Outcome
	for _, check := range []func(*fields.Set) *Outcome{sum, taxes, lineItems, lineAmounts, dateOrder, iban, taxID, due, balance} {
		if o := check(set); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

// Type is the check that a document is of the type that was asked for.
func Type(asked, found result.DocumentType) Outcome {
	return Outcome{Check: result.Check{
		Name: TypeMatches, Passed: asked == found, Detail: fmt.Sprintf("asked for %s, looks like %s", asked, found),
	}}
}

func outcome(name string, passed bool, detail string, paths ...string) *Outcome {
	return &Outcome{Check: result.Check{Name: name, Passed: passed, Detail: detail}, Paths: paths}
}

// amount reads a scalar that holds a decimal.
func amount(set *fields.Set, name string) (decimal.Decimal, bool) {
	if !set.Has(name) {
		return decimal.Zero, false
	}
	v, err := decimal.NewFromString(set.Text(name))
	return v, err == nil
}

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

// sum checks the net amount and the taxes against the total; discount and
// shipping take part only where the plain equation fails.
func sum(set *fields.Set) *Outcome {
	sub, ok1 := amount(set, "subtotal")
	tax, ok2 := amount(set, "taxTotal")
	total, ok3 := amount(set, "total")
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	var e equation
	e.add(sub, set.Text("subtotal"))
	e.add(tax, set.Text("taxTotal"))
	paths := []string{"subtotal", "taxTotal", "total"}
	discount, hasDiscount := amount(set, "discountTotal")
	shipping, hasShipping := amount(set, "shippingTotal")
	tip, hasTip := amount(set, "tip")
	rest := total.Sub(e.total)
	if hasDiscount && near(rest, discount.Neg()) || hasDiscount && hasShipping && near(rest, shipping.Sub(discount)) {
		e.add(discount.Neg(), "-"+set.Text("discountTotal"))
		paths = append(paths, "discountTotal")
	}
	if hasShipping && near(total.Sub(e.total), shipping) {
		e.add(shipping, set.Text("shippingTotal"))
		paths = append(paths, "shippingTotal")
	}
	if hasTip && near(total.Sub(e.total), tip) {
		e.add(tip, set.Text("tip"))
		paths = append(paths, "tip")
	}
	passed, detail := e.result(total, set.Text("total"))
	return outcome(Sum, passed, detail, paths...)
}

// due checks the open amount against total and payments.
func due(set *fields.Set) *Outcome {
	total, ok1 := amount(set, "total")
	paid, ok2 := amount(set, "amountPaid")
	open, ok3 := amount(set, "amountDue")
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	var e equation
	e.add(total, set.Text("total"))
	e.add(paid.Neg(), "-"+set.Text("amountPaid"))
	passed, detail := e.result(open, set.Text("amountDue"))
	return outcome(Due, passed, detail, "total", "amountPaid", "amountDue")
}

// dateOrder checks that no end lies before its start.
func dateOrder(set *fields.Set) *Outcome {
	for _, p := range [][2]string{{"issueDate", "dueDate"}, {"servicePeriodStart", "servicePeriodEnd"}, {"periodStart", "periodEnd"}} {
		from, to := set.Text(p[0]), set.Text(p[1])
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

func iban(set *fields.Set) *Outcome {
	v := set.Text("iban")
	if v == "" {
		return nil
	}
	if recognize.ValidIBAN(v) {
		return outcome(IBAN, true, "check digits of "+v+" are right", "iban")
	}
	return outcome(IBAN, false, "check digits of "+v+" are wrong", "iban")
}

func taxID(set *fields.Set) *Outcome {
	v := set.Text("vendorTaxId")
	switch recognize.VATChecksum(v) {
	case recognize.ChecksumValid:
		return outcome(TaxID, true, "check digits of "+v+" are right", "vendorTaxId")
	case recognize.ChecksumInvalid:
		return outcome(TaxID, false, "check digits of "+v+" are wrong", "vendorTaxId")
	case recognize.ChecksumUnknown:
	}
	return nil
}

// Package validate checks the values of a record against each other: sums, tax rates, dates and check digits. It
// needs only the values and their Basis, so that it can run again after a correction.
package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Names of the checks of Run, in its order.
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

// Names of the checks that Run does not include, because they need the file.
const (
	TypeMatches = "type_matches" // the requested type is the detected one
	// CodeMatchesPage: amount and account in the QR code equal those on the page.
	CodeMatchesPage = "code_matches_page"
	// XMLMatchesPage: the page has the key values of the e-invoice and no others instead; see package einvoicefields.
	XMLMatchesPage = "xml_matches_page"
	// XMLReadable fails if an embedded e-invoice is unreadable.
	XMLReadable = "xml_readable"
	// PagesRead fails if pages exceed the work limit and were read in part or not at all.
	PagesRead = "pages_read"
)

// BankDetailsChanged fails if the IBAN is none of the vendor's earlier accounts: a changed account is a common fraud.
// It needs a template of the vendor, so Run does not include it.
const BankDetailsChanged = "bank_details_changed"

// IsRepeatable reports whether Run includes the check. Other checks need the file.
func IsRepeatable(name string) bool {
	return slices.Contains([]string{Sum, Taxes, LineItems, LineAmounts, DateOrder, IBAN, TaxID, Due, Balance}, name)
}

// IsArithmetic reports whether the check compares amounts with each other.
func IsArithmetic(name string) bool {
	return slices.Contains([]string{Sum, Taxes, LineItems, LineAmounts, Due, Balance}, name)
}

// CheckResult is a check with the paths of its fields.
type CheckResult struct {
	result.Check
	Paths []string
}

// Equal reports whether two outcomes are equal, including their paths.
func (o CheckResult) Equal(other CheckResult) bool {
	return o.Check == other.Check && slices.Equal(o.Paths, other.Paths)
}

// Values are the plain values of a record.
type Values interface {
	// Text returns a scalar, or "".
	Text(name string) string
	// Rows returns the number of rows of a list.
	Rows(list string) int
	// Member returns a value of a row, or "".
	Member(list string, row int, member string) string
	// Counts returns the factor of a member in quantity × unit price = amount, which may differ from its printed
	// value; see Basis.
	Counts(list string, row int, member string) string
	// Basis returns further information, or nil.
	Basis() *Basis
}

// Path is the path of a list member in the record.
func Path(list string, row int, member string) string {
	return list + "." + strconv.Itoa(row) + "." + member
}

// Run makes all checks whose fields are present.
func Run(v Values) []CheckResult {
	var out []CheckResult
	for _, check := range []func(Values) *CheckResult{sum, taxes, lineItems, lineAmounts, dateOrder, iban, taxID,
		due, balance} {
		if o := check(v); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

func newResult(name string, passed bool, detail string, paths ...string) *CheckResult {
	return &CheckResult{Check: result.Check{Name: name, Passed: passed, Detail: detail}, Paths: paths}
}

func amount(v Values, name string) (decimal.Decimal, bool) {
	d, err := parseDecimal(v.Text(name))
	return d, err == nil
}

// centDigits is the number of decimals of computed amounts.
const centDigits = 2

// isClose reports whether two amounts are equal within two cents, to allow for rounding.
func isClose(a, b decimal.Decimal) bool { return a.Sub(b).Abs().LessThanOrEqual(decimal.New(2, -2)) }

// equation formats "a + b = c" with a sign for each term.
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

func (e *equation) result(want decimal.Decimal, text string) (bool, string) {
	if isClose(e.total, want) {
		return true, e.text + " = " + text
	}
	return false, e.text + " ≠ " + text
}

// sum checks net plus taxes against the total; discount, shipping and tip take part only if that fails.
func sum(v Values) *CheckResult {
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
	if plus := printedDifference(v.Basis()); !plus.IsZero() && !isClose(total, e.total) {
		e.add(plus, plus.StringFixed(centDigits))
	}
	rest := total.Sub(e.total)
	if hasDiscount && isClose(rest, discount.Neg()) || hasDiscount && hasShipping && isClose(rest,
		shipping.Sub(discount)) {
		e.add(discount.Neg(), "-"+v.Text("discountTotal"))
		paths = append(paths, "discountTotal")
	}
	if hasShipping && isClose(total.Sub(e.total), shipping) {
		e.add(shipping, v.Text("shippingTotal"))
		paths = append(paths, "shippingTotal")
	}
	if hasTip && isClose(total.Sub(e.total), tip) {
		e.add(tip, v.Text("tip"))
		paths = append(paths, "tip")
	}
	passed, detail := e.result(total, v.Text("total"))
	return newResult(Sum, passed, detail, paths...)
}

// due checks the open amount against total and payments. With the rounding of an e-invoice, payments are optional.
func due(v Values) *CheckResult {
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
	return newResult(Due, passed, detail, paths...)
}

func dateOrder(v Values) *CheckResult {
	for _, p := range [][2]string{{"issueDate", "dueDate"}, {"servicePeriodStart", "servicePeriodEnd"},
		{"periodStart", "periodEnd"}} {
		from, to := v.Text(p[0]), v.Text(p[1])
		if from == "" || to == "" {
			continue
		}
		if from <= to {
			return newResult(DateOrder, true, from+" ≤ "+to, p[0], p[1])
		}
		return newResult(DateOrder, false, from+" > "+to, p[0], p[1])
	}
	return nil
}

func iban(v Values) *CheckResult {
	account := v.Text("iban")
	if account == "" {
		return nil
	}
	if recognize.ValidIBAN(account) {
		return newResult(IBAN, true, "check digits of "+account+" are right", "iban")
	}
	return newResult(IBAN, false, "check digits of "+account+" are wrong", "iban")
}

func taxID(v Values) *CheckResult {
	number := v.Text("vendorTaxId")
	switch recognize.VATChecksum(number) {
	case recognize.ChecksumValid:
		return newResult(TaxID, true, "check digits of "+number+" are right", "vendorTaxId")
	case recognize.ChecksumInvalid:
		return newResult(TaxID, false, "check digits of "+number+" are wrong", "vendorTaxId")
	case recognize.ChecksumUnknown:
	}
	return nil
}

// Total compares the sum of a list with the value of the record that it should equal. All numbers have the same
// number of decimals.
type Total struct {
	Sum string // of the present amounts
	// Plus is the intended difference between the sum and the value, PlusName its source: openingBalance,
	// discountTotal, or chargesAndAllowances of an e-invoice. "" for none.
	Plus, PlusName string
	// Name is the value to compare with, Stated its amount, and Difference the sum minus it; "" if the record has
	// none.
	Name, Stated, Difference string
	Equal                    bool // within the tolerance of the checks
}

// TotalOf adds up the amounts of a list; ok is false if there are none. Unlike the checks it skips rows without an
// amount, so that it works while a table is edited.
func TotalOf(v Values, list string) (t Total, ok bool) {
	var apart []int
	if b := v.Basis(); list == "lineItems" && b != nil && b.Items != nil {
		apart = b.Items.Apart
	}
	sum, found := amounts(v, list, apart)
	if !found {
		return Total{}, false
	}
	name, plusName, plus := against(v, list, sum)
	stated, known := amount(v, name)
	places := max(places(sum), places(plus), places(stated))
	t.Sum = sum.StringFixed(places)
	if plusName != "" {
		t.PlusName, t.Plus = plusName, plus.StringFixed(places)
	}
	if known {
		difference := sum.Add(plus).Sub(stated)
		t.Name, t.Stated, t.Difference = name, stated.StringFixed(places), difference.StringFixed(places)
		t.Equal = isClose(difference, decimal.Zero)
	}
	return t, true
}

func amounts(v Values, list string, apart []int) (sum decimal.Decimal, found bool) {
	left := map[int]bool{}
	for _, row := range apart {
		left[row] = true
	}
	for i := range v.Rows(list) {
		d, err := parseDecimal(v.Member(list, i, "amount"))
		if err != nil || left[i] {
			continue
		}
		sum, found = sum.Add(d), true
	}
	return sum, found
}

// against returns the value that a list should add up to, as in the checks, and the amount to add to the sum first.
func against(v Values, list string, sum decimal.Decimal) (name, plusName string, plus decimal.Decimal) {
	switch list {
	case "lineItems":
		sub, hasSub := amount(v, "subtotal")
		total, hasTotal := amount(v, "total")
		discount, _ := amount(v, "discountTotal")
		if b := v.Basis(); b != nil && b.Items != nil {
			if plus = parseOrZero(b.Items.Plus); !plus.IsZero() {
				plusName = "chargesAndAllowances"
			}
			return "subtotal", plusName, plus
		}
		switch {
		case hasTotal && isClose(sum, total) && (!hasSub || !isClose(sum, sub)), hasTotal && !hasSub:
			return "total", "", plus
		case hasSub && !discount.IsZero() && !isClose(sum, sub) && isClose(sum.Sub(discount), sub):
			return "subtotal", "discountTotal", discount.Neg()
		}
		return "subtotal", "", plus
	case "taxes":
		return "taxTotal", "", plus
	case "payments":
		return "total", "", plus
	case "transactions":
		if open, ok := amount(v, "openingBalance"); ok {
			return "closingBalance", "openingBalance", open
		}
	}
	return "", "", plus
}

func places(d decimal.Decimal) int32 { return max(0, -d.Exponent()) }

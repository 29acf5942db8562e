package einvoicefields

import (
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

// Arithmetic runs the checks of package verify on an e-invoice. Checks with allowances, charges, base quantities
// or rounding follow the rules of EN 16931 (BR-CO-10 to 16), because the record does not have fields for all of
// these.
func Arithmetic(d *einvoice.Invoice, set *value.Set) []validate.CheckResult {
	var out []validate.CheckResult
	for _, o := range validate.Run(set) {
		switch o.Name {
		case validate.LineItems, validate.LineAmounts:
			if len(d.Lines) == 0 { // the items are the page's
				out = append(out, o)
			}
		case validate.Due:
		default:
			out = append(out, o)
		}
	}
	for _, check := range []func(*einvoice.Invoice, *value.Set) *validate.CheckResult{lineItems, lineAmounts, amountDue} {
		if o := check(d, set); o != nil {
			out = append(out, *o)
		}
	}
	return out
}

// maxTerms is the maximum number of terms in a detail.
const maxTerms = 12

// equation builds "a + b - c = d".
type equation struct {
	text  strings.Builder
	total decimal.Decimal
	terms int
}

// add adds a term. It omits a known zero unless it is the first term.
func (e *equation) add(v decimal.Decimal) {
	e.total = e.total.Add(v)
	switch {
	case e.terms == 0:
		e.text.WriteString(fixed(v))
	case v.IsZero():
		return
	case e.terms == maxTerms:
		e.text.WriteString(" + …")
	case e.terms > maxTerms:
	case v.IsNegative():
		e.text.WriteString(" - " + fixed(v.Neg()))
	default:
		e.text.WriteString(" + " + fixed(v))
	}
	e.terms++
}

// outcome closes the equation.
func (e *equation) outcome(name string, want decimal.Decimal, paths []string) *validate.CheckResult {
	sign, passed := "=", einvoice.IsClose(e.total, want)
	if !passed {
		sign = "≠"
	}
	detail := fmt.Sprintf("%s %s %s", e.text.String(), sign, fixed(want))
	return &validate.CheckResult{Check: result.Check{Name: name, Passed: passed, Detail: detail}, Paths: paths}
}

func fixed(v decimal.Decimal) string {
	if v.Exponent() >= -2 {
		return v.StringFixed(2)
	}
	return v.String()
}

// lineItems checks Σ BT-131 − BT-107 + BT-108 = BT-109. It skips lines that do not count.
func lineItems(d *einvoice.Invoice, set *value.Set) *validate.CheckResult {
	if !d.Totals.Net.Known() {
		return nil
	}
	var e equation
	var paths []string
	for row, l := range listedLines(d) {
		if !l.isCounted {
			continue
		}
		if !l.Net.Known() {
			return nil
		}
		e.add(l.Net.Value)
		paths = append(paths, value.Path("lineItems", row, "amount"))
	}
	if len(paths) == 0 {
		return nil
	}
	if !d.Totals.IsAdjustedAfterTax {
		e.add(d.Totals.Allowances.Value.Neg())
		e.add(d.Totals.Charges.Value)
	}
	if _, ok := set.Scalars["discountTotal"]; ok {
		paths = append(paths, "discountTotal")
	}
	return e.outcome(validate.LineItems, d.Totals.Net.Value, append(paths, "subtotal"))
}

// lineAmounts checks BT-129 × BT-146 ÷ BT-149 − allowances + charges = BT-131 in every line that has all of them.
// For an order response the quantity is the agreed one.
func lineAmounts(d *einvoice.Invoice, _ *value.Set) *validate.CheckResult {
	var paths []string
	checked := 0
	for row, l := range listedLines(d) {
		if !l.Quantity.Known() || !l.Price.Known() || !l.Net.Known() {
			continue
		}
		mine := []string{
			value.Path("lineItems", row, "quantity"), value.Path("lineItems", row, "unitPrice"),
			value.Path("lineItems", row, "amount"),
		}
		e := lineEquation(l.Line)
		if !einvoice.IsClose(e.total, l.Net.Value) {
			o := e.outcome(validate.LineAmounts, l.Net.Value, mine)
			o.Detail = fmt.Sprintf("line %d: %s", row+1, o.Detail)
			return o
		}
		paths = append(paths, mine...)
		checked++
	}
	if checked == 0 {
		return nil
	}
	return &validate.CheckResult{Check: result.Check{
		Name: validate.LineAmounts, Passed: true, Detail: fmt.Sprintf("quantity × unit price = amount in %d lines", checked),
	}, Paths: paths}
}

func lineEquation(l *einvoice.Line) *equation {
	quantity := l.Quantity.Value
	if l.Agreed.Known() {
		quantity = l.Agreed.Value
	}
	e := &equation{terms: 1, total: quantity.Mul(l.Price.Value)}
	fmt.Fprintf(&e.text, "%s × %s", quantity, fixed(l.Price.Value))
	if base := l.PriceBase.Decimal; base.Known() && !base.Value.IsZero() && !base.Value.Equal(decimal.NewFromInt(1)) {
		e.total = e.total.DivRound(base.Value, einvoice.PriceDigits)
		fmt.Fprintf(&e.text, " ÷ %s", base.Value)
	}
	for _, a := range l.Adjustments {
		if a.Charge {
			e.add(a.Amount.Value)
		} else {
			e.add(a.Amount.Value.Neg())
		}
	}
	return e
}

// amountDue checks BT-112 − BT-113 + BT-114 = BT-115.
func amountDue(d *einvoice.Invoice, set *value.Set) *validate.CheckResult {
	_, mapped := set.Scalars["amountDue"] // orders have none
	t := d.Totals
	if !mapped || !t.Gross.Known() || !t.Paid.Known() && !t.Rounding.Known() && !t.IsAdjustedAfterTax {
		return nil
	}
	var e equation
	e.add(t.Gross.Value)
	e.add(t.Paid.Value.Neg())
	e.add(afterGross(d))
	paths := []string{"total", "amountDue"}
	if t.Paid.Known() {
		paths = append(paths, "amountPaid")
	}
	return e.outcome(validate.Due, t.Due.Value, paths)
}

const (
	// minWords is the minimum number of words of a page for a comparison.
	minWords = 25
	// sure is the minimum certainty of a value read from the page that contradicts the structured data.
	sure = 0.85
)

// Compare checks the structured data against the page. A value that the page shows anywhere agrees. A value that it
// does not show contradicts if the page has another value with high certainty. The check passes if number, date and
// total are all shown. It is nil if nothing contradicts and not all of them are shown.
func (p *Page) Compare(set *value.Set) *validate.CheckResult {
	if p.words < minWords {
		return nil
	}
	var shown, differing, details []string
	for _, f := range schema.XMLFields() {
		name := f.Name
		v, ok := set.Scalars[name]
		read := p.read.Scalars[name]
		switch {
		case !ok:
		case equalCompact(read.Value, v.Value), len(p.scalar(name, v.Value)) > 0:
			shown = append(shown, name)
		case read.Value != "" && p.certainty(name) >= sure && !isVague(name, read.Raw):
			differing = append(differing, name)
			details = append(details, fmt.Sprintf("%s: page %s, XML %s", name, read.Value, v.Value))
		}
	}
	if len(differing) > 0 {
		return outcome(false, strings.Join(details, "; "), differing)
	}
	if !allShown(set, shown) {
		return nil
	}
	return outcome(true, "the page shows "+strings.Join(shown, ", ")+" of the XML", shown)
}

func outcome(passed bool, detail string, paths []string) *validate.CheckResult {
	return &validate.CheckResult{Check: result.Check{Name: validate.XMLMatchesPage, Passed: passed, Detail: detail},
		Paths: paths}
}

// allShown reports whether the page shows number, date and total, as far as the data has them, but at least two.
func allShown(set *value.Set, shown []string) bool {
	number := "invoiceNumber"
	if _, ok := set.Scalars[number]; !ok {
		number = "purchaseOrderNumber"
	}
	n := 0
	for _, name := range []string{number, "issueDate", "total"} {
		if _, ok := set.Scalars[name]; !ok {
			continue
		}
		if !slices.Contains(shown, name) {
			return false
		}
		n++
	}
	return n >= 2
}

// isVague reports whether the page's value is ambiguous: "$" and "kr" are signs of several currencies.
func isVague(name, raw string) bool {
	if name != "currency" {
		return false
	}
	for _, w := range strings.Fields(raw) {
		if c, ok := recognize.Currency(w); ok && (c == w || w == "€" || w == "£") {
			return false
		}
	}
	return true
}

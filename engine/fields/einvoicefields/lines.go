package einvoicefields

import (
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/shopspring/decimal"
)

// listedLine is a line of the record.
type listedLine struct {
	*einvoice.Line
	isCounted bool // in the sum of the lines
}

// listedLines returns the lines of the record: those of the sum, and those without an amount that describe others.
// Subtotals and lines that are part of another one would count twice. Lines with text alone are remarks.
func listedLines(d *einvoice.Invoice) []listedLine {
	isCounted := countingRule(d)
	var out []listedLine
	for i := range d.Lines {
		l := &d.Lines[i]
		isRemark := !l.Net.Known() && !l.Price.Known() && !l.Quantity.Known()
		if counted := isCounted(l); !isRemark && (counted || l.Net.Value.IsZero()) {
			out = append(out, listedLine{l, counted})
		}
	}
	return out
}

// countingRule returns the rule by which the lines add up to their stated sum: by the status of each line, or else
// the lines without a parent, or those without parts. Without a sum it is the status.
func countingRule(d *einvoice.Invoice) func(*einvoice.Line) bool {
	parents := map[string]bool{}
	for _, l := range d.Lines {
		parents[l.Parent] = true
	}
	rules := []func(*einvoice.Line) bool{
		func(l *einvoice.Line) bool { return l.Status != "GROUP" && (l.Parent == "" || l.Status != "") },
		func(l *einvoice.Line) bool { return l.Parent == "" },
		func(l *einvoice.Line) bool { return l.ID == "" || !parents[l.ID] },
	}
	for i := range rules {
		rule := rules[i]
		rules[i] = func(l *einvoice.Line) bool { return l.Status != "INFORMATION" && rule(l) }
	}
	want := d.Totals.Lines
	if !want.Known() {
		want = d.Totals.Net
		want.Value = want.Value.Sub(beforeTax(d))
	}
	for _, rule := range rules {
		sum := decimal.Zero
		for i := range d.Lines {
			if rule(&d.Lines[i]) {
				sum = sum.Add(d.Lines[i].Net.Value)
			}
		}
		if want.Known() && einvoice.IsClose(sum, want.Value) {
			return rule
		}
	}
	return rules[0]
}

// beforeTax returns the document's charges less its allowances, as far as they are part of the net amount.
func beforeTax(d *einvoice.Invoice) decimal.Decimal {
	if d.Totals.IsAdjustedAfterTax {
		return decimal.Zero
	}
	return d.Totals.Charges.Value.Sub(d.Totals.Allowances.Value)
}

// afterGross returns what is added to the total for the amount to pay, besides what was paid.
func afterGross(d *einvoice.Invoice) decimal.Decimal {
	sum := decimal.Zero
	if !d.Totals.IsRoundedGross {
		sum = d.Totals.Rounding.Value
	}
	if d.Totals.IsAdjustedAfterTax {
		sum = sum.Add(d.Totals.Charges.Value).Sub(d.Totals.Allowances.Value)
	}
	return sum
}

package einvoice

import (
	"strings"

	"github.com/shopspring/decimal"
)

// IsClose reports whether two amounts are equal except for two hundredths, because amounts are rounded separately.
func IsClose(a, b decimal.Decimal) bool { return a.Sub(b).Abs().LessThanOrEqual(decimal.New(2, -2)) }

// settled returns the totals that agree with each other: net + tax = gross. National variants give elements another
// meaning, or leave them out:
//
//   - OIOUBL states the tax as the amount without tax (hasTaxAsNet),
//   - in Colombia the amount without tax is the base of all taxes, and allowances change the amount to pay,
//   - UBL 2.0 includes the rounding in the gross amount, and may leave out the gross amount,
//   - several tax totals are one for each kind of tax (allTaxes).
//
// Stated totals have priority if they agree, and remain if nothing does. Other totals have their terms as text.
func (t Totals) settled(allTaxes Decimal, hasTaxAsNet bool) Totals {
	adjusted := sumOf(t.Lines, negated(t.Allowances), t.Charges)
	nets, taxes := knownOf(t.Net, adjusted, t.Lines), knownOf(t.Tax, allTaxes)
	if hasTaxAsNet && t.Lines.Known() {
		nets, taxes = []Decimal{adjusted}, knownOf(allTaxes, t.Net)
	}
	grosses := knownOf(t.Gross)
	if len(grosses) == 0 && t.Due.Known() {
		grosses = []Decimal{sumOf(t.Due, t.Paid, negated(t.Rounding))}
	}
	if len(nets) == 0 {
		return t.withGross(grosses)
	}
	if len(taxes) == 0 {
		taxes = []Decimal{{}}
	}
	for _, net := range nets {
		for _, tax := range taxes {
			for _, gross := range grosses {
				sum := net.Value.Add(tax.Value)
				isRounded := !IsClose(sum, gross.Value)
				if isRounded && !IsClose(sum.Add(t.Rounding.Value), gross.Value) {
					continue
				}
				t.Net, t.Tax, t.Gross, t.IsRoundedGross = net, tax, gross, isRounded
				due := sumOf(gross, negated(t.Paid), t.Rounding, t.Charges, negated(t.Allowances))
				t.IsAdjustedAfterTax = IsClose(net.Value, t.Lines.Value) && !IsClose(net.Value, adjusted.Value) &&
					IsClose(due.Value, t.Due.Value)
				return t
			}
		}
	}
	t.Net, t.Tax = nets[0], taxes[0]
	if len(grosses) == 0 || grosses[0].Value.IsZero() && !t.Gross.Known() {
		grosses = []Decimal{sumOf(t.Net, t.Tax)}
	}
	return t.withGross(grosses)
}

func (t Totals) withGross(grosses []Decimal) Totals {
	if len(grosses) > 0 {
		t.Gross = grosses[0]
	}
	return t
}

func knownOf(numbers ...Decimal) []Decimal {
	var out []Decimal
	for _, n := range numbers {
		if n.Known() {
			out = append(out, n)
		}
	}
	return out
}

// sumOf adds known numbers. Its text is that of the terms which are not zero.
func sumOf(numbers ...Decimal) Decimal {
	known := knownOf(numbers...)
	if len(known) == 0 {
		return Decimal{}
	}
	sum := known[0]
	for _, n := range known[1:] {
		if n.Value.IsZero() {
			continue
		}
		sign := " + "
		if strings.HasPrefix(n.Text, "-") {
			sign = " "
		}
		sum = Decimal{Text: sum.Text + sign + n.Text, Value: sum.Value.Add(n.Value)}
	}
	return sum
}

func negated(n Decimal) Decimal {
	if !n.Known() {
		return n
	}
	text, wasNegative := strings.CutPrefix(n.Text, "-")
	if !wasNegative {
		text = "-" + n.Text
	}
	return Decimal{Text: text, Value: n.Value.Neg()}
}

// settlePrice drops a base quantity that the line's amount does not have: in older documents it is the size of a
// package.
func (l *Line) settlePrice() {
	base := l.PriceBase.Value
	if !l.PriceBase.Known() || !l.Quantity.Known() || !l.Price.Known() || !l.Net.Known() {
		return
	}
	if base.IsZero() || !IsClose(l.amount(base), l.Net.Value) && IsClose(l.amount(decimal.NewFromInt(1)), l.Net.Value) {
		l.PriceBase = Quantity{}
	}
}

func (l *Line) amount(base decimal.Decimal) decimal.Decimal {
	quantity := l.Quantity.Value
	if l.Agreed.Known() {
		quantity = l.Agreed.Value
	}
	return quantity.Mul(l.Price.Value).DivRound(base, PriceDigits).Add(l.Adjusted())
}

// PriceDigits is the number of decimals of a price divided by its base quantity.
const PriceDigits = 8

// Adjusted returns a line's charges less its allowances.
func (l *Line) Adjusted() decimal.Decimal {
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

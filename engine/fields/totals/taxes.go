package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Log-odds of a tax total that is added up to fit an equation.
const (
	onePart   = -2.5 // of the net amount or tax of one of several rates
	addedTax  = -0.3 // of labeled taxes
	looseRate = -1.2 // of rates without a known label
	topTaxes  = 10   // taxes that may be added up
	// Of a tax of zero.
	noTaxBonus = 1.2 // net amount = total, and the label or position of the zero between them is that of a tax
	noTax      = 0.0 // a zero with the position of a tax alone
)

// looseTaxLines returns the last rows that may state a tax: those of Lines with repeated ones, rows with a rate and
// one unlabeled amount, and amounts with a tax label but no rate.
func (r *finder) looseTaxLines(m *link.Set, b *ledger) []taxrate.Line {
	taken := map[place]bool{}
	var lines []taxrate.Line
	for _, p := range slices.Backward(r.Layout.Pages) {
		for _, row := range slices.Backward(p.Rows) {
			if len(lines) >= topTaxes {
				break
			}
			if t, ok := r.looseTaxLine(row, b.amountRefs); ok {
				lines = append(lines, t)
				taken[placeOf(*t.Amount)] = true
			}
		}
	}
	slices.Reverse(lines)
	for _, l := range m.Links[lexicon.Tax] {
		v := r.signed(l.Value)
		if taken[placeOf(l.Value)] || v.IsZero() || !isComputable(v) || len(lines) >= topTaxes {
			continue
		}
		t, headed := r.stated().Headed(l, v, b.candidates())
		if !headed && l.LogOdds < 0 {
			continue
		}
		taken[placeOf(l.Value)] = true
		lines = append(lines, t)
	}
	return taxrate.WithoutDeductions(lines)
}

// looseTaxLine reads a row with a tax label, or with a rate and one amount that has no other label.
func (r *finder) looseTaxLine(row *layout.Row, refs map[place]amountRef) (taxrate.Line, bool) {
	if r.ItemRows[row] {
		return taxrate.Line{}, false
	}
	t, ok := r.stated().LineIn(row)
	if !ok {
		if t, ok = r.stated().Stated(row, true); !ok {
			return t, false
		}
		t.Loose = true
		if known := refs[placeOf(*t.Amount)]; known.logOdds > 0 && !isTaxRole(known.role) {
			return t, false
		}
	}
	return t, isComputable(t.AmountValue)
}

// addTaxes adds the lines of several rates up to a tax total.
func addTaxes(lines []taxrate.Line) (sum, bool) {
	if len(lines) == 0 {
		return sum{}, false
	}
	s := sum{}
	for _, l := range lines {
		if l.Exact {
			s.logOdds += 0.3
		}
		s.amount = s.amount.Add(l.AmountValue)
		s.links = append(s.links, link.Link{Value: *l.Amount})
	}
	s.lines = lines
	return s, true
}

// sumOf adds up lines. It returns nil if there are none.
func sumOf(lines []taxrate.Line) *sum {
	s, ok := addTaxes(lines)
	if !ok {
		return nil
	}
	s.logOdds += addedTax
	for _, l := range lines {
		if l.Loose && !l.Exact {
			s.logOdds += (looseRate - addedTax) / float64(len(lines))
		}
	}
	return &s
}

// withBases adds up the bases and taxes of several rates, in units. ok is false if a base is missing.
func (s *sum) withBases() (net, gross int64, ok bool) {
	if s == nil || len(s.lines) < taxrate.MinAdded {
		return 0, 0, false
	}
	for i := range s.lines {
		l := &s.lines[i]
		if l.Base == nil {
			return 0, 0, false
		}
		net += units(l.BaseValue)
		gross += units(l.BaseValue) + units(l.AmountValue)
	}
	return net, gross, true
}

// halvedTax adds up the two halves of a tax. It returns nil if they are missing or differ.
func (r *finder) halvedTax() *sum {
	central, local := r.stated().Halves()
	a, ok := addTaxes(central)
	b, both := addTaxes(local)
	if !ok || !both || link.Cents(a.amount.Sub(b.amount)) > 1 || !isComputable(a.amount) || a.amount.IsZero() {
		return nil
	}
	s := sumOf(slices.Concat(central, local))
	s.logOdds = proven
	return s
}

// holds reports whether another sum is one of the taxes that were added up.
func (s *sum) holds(o sum) bool {
	return slices.ContainsFunc(s.lines, func(l taxrate.Line) bool { return l.AmountValue.Equal(o.amount) })
}

// untaxed proposes the printed zeros whose position is that of a tax.
func (r *finder) untaxed(b *ledger) []sum {
	var out []sum
	for i := range b.all {
		if e := &b.all[i]; e.units == 0 && (e.labelLogOdds <= 0 || !isTaxRole(e.labelRole)) && r.stated().Zero(e.value) {
			s := e.sum
			s.logOdds = noTax
			out = append(out, s)
		}
	}
	return out
}

// withoutDiscount returns the sum of the items instead of the net amount after discount or shipping, if both are
// printed: "Goods 500.00, Carriage 20.00, Net 520.00". The record then has the discount or shipping as well.
func (k *candidates) withoutDiscount(s, t, g *sum) *sum {
	items := k.choice.items
	if s == nil || g == nil || items != 0 && s.units() == items {
		return s
	}
	var out *sum
	for i := range k.subtotals {
		c := &k.subtotals[i]
		summed := items != 0 && c.units() == items
		if !summed && (out != nil || !c.isAnnounced()) || !k.corrects(c, s, t, g, summed) {
			continue
		}
		if out = c; summed {
			break
		}
	}
	if out == nil {
		return s
	}
	out.logOdds = max(out.logOdds, s.logOdds)
	out.lead = s.lead
	return out
}

// isAnnounced reports whether the amount has the label of a net amount.
func (s *sum) isAnnounced() bool {
	const doubtful = -1.0
	return len(s.links) == 1 && s.links[0].Label != nil && s.logOdds > doubtful
}

// corrects reports whether the discounts and shipping after an amount make the net amount of it. One unlabeled
// amount with a minus is enough if the items add up to the amount.
func (k *candidates) corrects(from, s, t, g *sum, summed bool) bool {
	found := k.choice.between.find(s.units()-from.units(), from, t, g)
	if found == nil {
		return false
	}
	for _, p := range found.parts {
		at := p.sum.links[0].Value
		known := p.role == lexicon.Discount || p.role == lexicon.Shipping ||
			p.role == "" && summed && found.lowering() != nil
		if !known || s.reads(at) || !follows(at, from.links[0].Value) || !k.isPrintedBehind(s, at) {
			return false
		}
	}
	return true
}

// isPrintedBehind reports whether a sum is printed, or repeated, after an amount.
func (k *candidates) isPrintedBehind(s *sum, at link.Candidate) bool {
	b := k.choice.balance.ledger
	return slices.ContainsFunc(b.at[s.units()], func(i int) bool { return follows(b.all[i].value, at) })
}

// follows reports whether a is after b in reading order.
func follows(a, b link.Candidate) bool {
	x, y := a.Segment, b.Segment
	switch {
	case x.Page != y.Page:
		return x.Page.Number > y.Page.Number
	case x.Row != y.Row:
		return x.Row > y.Row
	}
	return x.Column > y.Column || x == y && a.First > b.First
}

// Sums are compared in units, which are ten-thousandths of a currency.
const (
	cent       = 100
	unitDigits = 4
	centDigits = 2
	// maxDigits limits amounts, so that sums of several fit 64 bits.
	maxDigits = 12
)

// units converts an amount to ten-thousandths and drops further digits.
func units(v decimal.Decimal) int64 { return v.Shift(unitDigits).IntPart() }

// isComputable reports whether an amount is small enough to compute with.
func isComputable(v decimal.Decimal) bool { return v.Abs().LessThan(decimal.New(1, maxDigits)) }

func abs(v int64) int64 { return max(v, -v) }

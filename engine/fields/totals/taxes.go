package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
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

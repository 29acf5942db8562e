package totals

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/labelposition"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// sum is a candidate for one of a document's sums.
type sum struct {
	amount  decimal.Decimal
	logOdds float64
	links   []link.Link    // the amounts read; several if they were added up
	minus   bool           // … or the second subtracted from the first
	extra   float64        // log-odds that count in the joint choice alone
	lead    float64        // log-odds by which the joint choice prefers it to the next best amount
	lines   []taxrate.Line // of a tax total that was added up
	plus    int64          // of a total: its corrections besides the other sums, in units
	misread bool           // text recognition misread the separators
	count   int64          // amount in units, if counted
	counted bool
}

// topSums is the number of candidates of each sum in the joint choice.
const topSums = 8

// sumRoles returns the roles that compete for amounts.
func sumRoles() []lexicon.Role {
	return []lexicon.Role{
		lexicon.Subtotal, lexicon.Tax, lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue, lexicon.AmountPaid,
		lexicon.Discount, lexicon.Shipping,
		lexicon.Tip, lexicon.Cash, lexicon.Change, lexicon.Rounding, lexicon.OtherAmount,
	}
}

// sums reads subtotal, taxes, total and related amounts.
func (r *finder) sums(set *value.Set) {
	m := r.Link(r.MoneyOutsideItems, sumRoles()...)
	labelposition.Read(r.Linker, m, sumRoles())
	taxes := r.stated().Lines()
	k := r.candidates(m, taxes)
	s, t, g := k.choice.choose(k.subtotals, k.taxes, k.totals)
	k.choice.prove(s, t, g)
	s = k.withoutDiscount(s, t, g)
	if g == nil && t == nil && r.taxIncluded {
		g = s // the single sum of a receipt is the total
	}
	if g == nil && s != nil && t != nil {
		g = r.addedUp(s, t, k.choice)
	}
	if s == nil && t != nil && g != nil && t.amount.IsZero() && !r.taxIncluded && k.choice.plain() {
		// without tax the net amount is the total
		s = &sum{amount: g.amount, logOdds: min(t.logOdds, g.logOdds), links: g.links, minus: g.minus}
	}
	r.putSum(set, "subtotal", s)
	r.putSum(set, "taxTotal", t)
	r.putSum(set, "total", k.choice.with(s, t, g))
	r.putSum(set, "discountTotal", absolute(k.choice.discountFor(s, t, g)))
	r.putSum(set, "shippingTotal", k.choice.chargeFor(s, t, g))
	r.putTaxes(set, taxes, t)
	if r.taxIncluded {
		r.putAmountDue(set, m, g)
	} else {
		r.putBalance(set, k.choice.amountDue(g))
	}
}

// candidates are the sums for the joint choice, best first.
type candidates struct {
	subtotals, taxes, totals []sum
	choice                   netTaxGross
}

// candidates collects the labeled sums and, if prices exclude the tax, unlabeled ones that the equations prove.
func (r *finder) candidates(m *link.Set, taxes []taxrate.Line) candidates {
	k := candidates{
		subtotals: r.sumsOf(m, lexicon.Subtotal, 0),
		totals:    slices.Concat(r.sumsOf(m, lexicon.Total, 0), r.sumsOf(m, lexicon.AmountDue, -1.2)),
		taxes:     slices.Concat(r.sumsOf(m, lexicon.TaxTotal, 0), r.sumsOf(m, lexicon.Tax, -0.6)),
		choice: netTaxGross{discounts: bestSums(r.sumsOf(m, lexicon.Discount, 0)), shipping: r.single(m, lexicon.Shipping),
			minProbability: r.largestItem(), lenient: r.taxIncluded},
	}
	if t := r.halvedTax(); t != nil {
		k.taxes = append(slices.DeleteFunc(k.taxes, t.holds), *t)
	} else if t, ok := addTaxes(taxes); ok {
		k.taxes = append(k.taxes, t)
	}
	if r.taxIncluded {
		k.totals = r.solveByCash(m, k.totals)
	}
	k.subtotals, k.taxes, k.totals = bestSums(k.subtotals), bestSums(k.taxes), bestSums(k.totals)
	if !r.taxIncluded {
		r.complete(&k, m)
	}
	return k
}

// addedUp returns net amount + tax if no label announces a total, with the link to a printed amount if any.
func (r *finder) addedUp(s, t *sum, c netTaxGross) *sum {
	if len(s.links) != 1 || len(t.links) != 1 || s.logOdds < 0 || t.logOdds < 0 || !t.amount.IsPositive() ||
		t.amount.GreaterThan(s.amount.Div(decimal.NewFromInt(2))) {
		return nil
	}
	v := s.amount.Add(t.amount)
	if c.shipping != nil || len(c.discounts) > 0 {
		return nil // other amounts come between the two and the total
	}
	if at, ok := r.Printed(v); ok {
		return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds), links: []link.Link{{Value: at}}}
	}
	return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds) - 0.5, links: []link.Link{s.links[0], t.links[0]}}
}

// putAmountDue stores what is paid and what is still due of a receipt's total.
func (r *finder) putAmountDue(set *value.Set, m *link.Set, total *sum) {
	due := r.single(m, lexicon.AmountDue)
	paid := r.single(m, lexicon.AmountPaid)
	if paid != nil && total != nil && due != nil && !paid.amount.Abs().Add(due.amount).Equal(total.amount) {
		paid.logOdds -= 1.5
	}
	if paid != nil && boost.Probability(paid.logOdds) > 0.5 {
		r.putSum(set, "amountPaid", absolute(paid))
	}
	if due != nil && boost.Probability(due.logOdds) > 0.4 {
		r.putSum(set, "amountDue", due)
	}
}

func absolute(s *sum) *sum {
	if s != nil {
		s.amount = s.amount.Abs()
	}
	return s
}

// largestItem returns the largest amount of money at the end of an item's row.
func (r *finder) largestItem() decimal.Decimal {
	var top decimal.Decimal
	for row := range r.ItemRows {
		last := row.Segments[len(row.Segments)-1]
		for _, a := range r.Spans[last].Amounts {
			if v := a.Value(r.Style); a.Number.Fraction == 2 && !a.Percent && v.GreaterThan(top) {
				top = v
			}
		}
	}
	return top
}

// itemsTotal adds up, in units, the last amounts of money in the items' rows. If the last ones do not add up to a
// printed sum (they may be tax rates), it adds up the ones before them. It returns 0 if one is too large.
func (r *finder) itemsTotal() int64 {
	var last, before decimal.Decimal
	for row := range r.ItemRows {
		all := r.lastMoney(row)
		if len(all) > 0 {
			last = last.Add(all[0])
		}
		if len(all) > 1 {
			before = before.Add(all[1])
		}
	}
	if _, printed := r.Printed(before); printed && !before.IsZero() {
		if _, printed := r.Printed(last); !printed {
			last = before
		}
	}
	if !affordable(last) {
		return 0
	}
	return units(last)
}

// lastMoney returns the last two amounts of money of an item's row, the last first.
func (r *finder) lastMoney(row *layout.Row) []decimal.Decimal {
	const most = 2
	var out []decimal.Decimal
	for _, s := range slices.Backward(row.Segments) {
		for _, a := range slices.Backward(r.Spans[s].Amounts) {
			if !a.Percent && a.Number.Fraction >= 2 && len(out) < most {
				out = append(out, a.Value(r.Style))
			}
		}
		if len(out) == most || annotate.HasLetters(s.Words) && len(s.Words) > 1 {
			break
		}
	}
	return out
}

// sumsOf turns the links of a role into sums, shifted by the given log-odds.
func (r *finder) sumsOf(m *link.Set, want lexicon.Role, shift float64) []sum {
	var out []sum
	for _, l := range m.Links[want] {
		v := r.Amount(l.Value).Value(r.Style)
		if !r.taxIncluded {
			v = r.signed(l.Value)
		}
		if !affordable(v) {
			continue
		}
		z := l.LogOdds + shift + lowOnPage(l.Value)
		if want != lexicon.Discount && want != lexicon.AmountPaid && r.Amount(l.Value).Negative {
			z--
		}
		out = append(out, sum{amount: v, logOdds: z, links: []link.Link{l}})
	}
	return out
}

// lowOnPage prefers amounts further down, because sums are there.
func lowOnPage(c link.Candidate) float64 { return 0.6 * c.Segment.RelativeY() }

func (r *finder) single(m *link.Set, want lexicon.Role) *sum {
	all := bestSums(r.sumsOf(m, want, 0))
	if len(all) == 0 || all[0].logOdds < -0.5 {
		return nil
	}
	return &all[0]
}

// bestSums is bestOf with topSums.
func bestSums(all []sum) []sum { return bestOf(all, topSums) }

// bestOf sorts sums by certainty, one per amount, and keeps the first few.
func bestOf(all []sum, most int) []sum {
	slices.SortStableFunc(all, func(a, b sum) int { return cmp.Compare(b.logOdds+b.extra, a.logOdds+a.extra) })
	var out []sum
	for _, s := range all {
		if !slices.ContainsFunc(out, func(o sum) bool { return o.amount.Equal(s.amount) }) {
			out = append(out, s)
		}
		if len(out) == most {
			break
		}
	}
	return out
}

// putSum stores a sum. A sum that was added up cites all its parts and is marked as derived.
func (r *finder) putSum(set *value.Set, name string, s *sum) {
	if s == nil || boost.Probability(s.logOdds) < 0.15 {
		return
	}
	v := r.sumValue(s)
	v.Lead = s.lead
	if s.plus != 0 {
		v.Plus = decimal.New(s.plus, -unitDigits).StringFixed(centDigits)
	}
	set.Put(name, v)
}

// toCents drops a digit after the cents that text recognition read instead of a sign or a bracket.
func (r *finder) toCents(s *sum) decimal.Decimal {
	if len(s.links) > 0 && s.amount.Exponent() < -centDigits && recognize.MinorDigits(r.Currency) <= centDigits {
		if _, recognized := digitsOf(s.links[0].Value); recognized {
			return s.amount.Truncate(centDigits)
		}
	}
	return s.amount
}

func (r *finder) sumValue(s *sum) value.Value {
	text := recognize.FormatMoney(r.toCents(s), r.Currency)
	if len(s.links) == 1 {
		c := s.links[0].Value
		v := value.Cite(text, c.Segment, c.First, c.Last, boost.Probability(s.logOdds))
		if s.misread {
			v.Source = document.SourceDerived
		}
		return v
	}
	sign := " + "
	if s.minus {
		sign = " - "
	}
	v := value.CiteParts(text, partsOf(s.links), sign, boost.Probability(s.logOdds))
	v.Source = document.SourceDerived
	return v
}

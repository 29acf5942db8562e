// Package totals chooses a document's sums jointly, so that they satisfy its
// arithmetic, and reads the tax breakdown.
package totals

import (
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

// Find returns the scalars subtotal, taxTotal, total, discountTotal, shippingTotal, amountPaid and amountDue, and
// the list taxes, as far as they were found. It does not read sums in the linker's ItemRows. If taxIncluded is set,
// the sums may include the tax, as on receipts: a single sum is then the total, and cash less change confirms it.
func Find(l *link.Linker, taxIncluded bool) *value.Set {
	r := &finder{l, taxIncluded}
	set := value.New()
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
	if s == nil && t != nil && g != nil && t.amount.IsZero() && !r.taxIncluded && k.choice.isPlain() {
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
	return set
}

// candidates collects the labeled sums and, if prices exclude the tax, unlabeled ones that the equations prove.
func (r *finder) candidates(m *link.Set, taxes []taxrate.Line) candidates {
	k := candidates{
		subtotals: r.sumsOf(m, lexicon.Subtotal, 0),
		totals:    slices.Concat(r.sumsOf(m, lexicon.Total, 0), r.sumsOf(m, lexicon.AmountDue, -1.2)),
		taxes:     slices.Concat(r.sumsOf(m, lexicon.TaxTotal, 0), r.sumsOf(m, lexicon.Tax, -0.6)),
		choice: netTaxGross{discounts: bestSums(r.sumsOf(m, lexicon.Discount, 0)), shipping: r.single(m, lexicon.Shipping),
			largestItem: r.largestItem(), lenient: r.taxIncluded},
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

// complete adds unlabeled candidates, and the amounts that may come between the sums and after the total.
func (r *finder) complete(k *candidates, m *link.Set) {
	b := r.ledger(m)
	lines := r.looseTaxLines(m, b)
	p := proposals{ledger: b, r: r, k: k, taxes: taxrate.AddUp(lines, units), items: r.itemsTotal(),
		triplesLeft: maxTriples}
	k.choice.balance, k.choice.items = r.balances(b, m), p.items
	k.choice.balance.early = r.early(k.choice.discounts)
	for _, s := range bestOf(r.sumsOf(m, lexicon.Rounding, 0), topRoundings) {
		if s.units() != 0 && s.logOdds > minPart {
			p.rounded = append(p.rounded, s.units())
		}
	}
	p.g = k.choice.balance.before()
	p.pairs()
	p.triples()
	p.included()
	if p.items != 0 {
		p.s = p.append(p.s, p.items, 0)
	}
	p.ofBases()
	p.t = append(p.t, r.untaxed(b)...)
	r.sumRows(&p)
	for _, x := range [3]struct{ all, more *[]sum }{
		{&k.subtotals, &p.s}, {&k.taxes, &p.t}, {&k.totals, &p.g},
	} {
		*x.all = bestOf(slices.Concat(*x.all, *x.more), topAll)
	}
	for i := range k.subtotals {
		if p.items != 0 && k.subtotals[i].units() == p.items {
			k.subtotals[i].extra += itemsBonus
		}
	}
	k.parts(lines)
	k.choice.between = r.corrections(b, m, k.totals, k.subtotals, k.taxes)
}

// addedUp returns net amount + tax if no label announces a total, with the link to a printed amount if any.
func (r *finder) addedUp(s, t *sum, c netTaxGross) *sum {
	if len(s.links) != 1 || len(t.links) != 1 || s.logOdds < 0 || t.logOdds < 0 || !t.amount.IsPositive() ||
		t.amount.GreaterThan(s.amount.Div(decimal.NewFromInt(2))) {
		return nil
	}
	if !c.isPlain() {
		return nil // other amounts come between the two and the total
	}
	v := s.amount.Add(t.amount)
	if at, ok := r.Printed(v); ok {
		return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds), links: []link.Link{{Value: at}}}
	}
	return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds) - 0.5, links: []link.Link{s.links[0], t.links[0]}}
}

type finder struct {
	*link.Linker
	taxIncluded bool
}

func (r *finder) stated() taxrate.Reader { return taxrate.Reader{Linker: r.Linker} }

// signed returns the amount's value, negated if a credit mark such as "CR" follows.
func (r *finder) signed(c link.Candidate) decimal.Decimal {
	v := r.Amount(c).Value(r.Style)
	if !v.IsPositive() {
		return v
	}
	if next, ok := lastAfter(c); ok && len(next) > 1 && lexicon.CreditMark.Has(lexicon.Fold(next)) {
		return v.Neg()
	}
	return v
}

// lastAfter returns the word after an amount if it is the last word of its segment.
func lastAfter(c link.Candidate) (string, bool) {
	words, next := c.Segment.Words, c.Last+1
	if right := c.Segment.Right(); next >= len(words) && len(right) > 0 {
		words, next = right[0].Words, 0
	}
	if next != len(words)-1 {
		return "", false
	}
	return words[next], true
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
	if !isComputable(last) {
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

func partsOf(links []link.Link) []layout.Part {
	parts := make([]layout.Part, len(links))
	for i, l := range links {
		parts[i] = l.Value.Part()
	}
	return parts
}

// putTaxes stores the lines that the tax total was added up from, or else all lines.
func (r *finder) putTaxes(set *value.Set, lines []taxrate.Line, chosen *sum) {
	if chosen != nil && len(chosen.lines) > 0 {
		lines = chosen.lines
	}
	total, ok := addTaxes(lines)
	if !ok || !set.Has("taxTotal") || slices.ContainsFunc(lines, func(l taxrate.Line) bool { return l.Rate == nil }) {
		return
	}
	score := 0.6
	if set.Text("taxTotal") == recognize.FormatMoney(total.amount, r.Currency) {
		score = 0.9
	}
	for _, l := range lines {
		set.Lists["taxes"] = append(set.Lists["taxes"], r.taxRow(l, score))
	}
}

func (r *finder) taxRow(l taxrate.Line, score float64) value.Row {
	cite := func(text string, c *link.Candidate) value.Value {
		return value.Cite(text, c.Segment, c.First, c.Last, score)
	}
	row := value.Row{
		"rate":   cite(recognize.FormatQuantity(l.RateValue), l.Rate),
		"amount": cite(recognize.FormatMoney(l.AmountValue, r.Currency), l.Amount),
	}
	if l.Base != nil {
		row["base"] = cite(recognize.FormatMoney(l.BaseValue, r.Currency), l.Base)
	}
	return row
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

func (r *finder) putBalance(set *value.Set, s amountDue) {
	for _, x := range []struct {
		name  string
		sum   *sum
		least float64 // minimum probability
	}{{"amountPaid", absolute(s.paid.clone()), 0.5}, {"amountDue", s.due.clone(), 0.4}} {
		if x.sum == nil {
			continue
		}
		if s.proven {
			x.sum.logOdds = max(x.sum.logOdds, proven)
		}
		if boost.Probability(x.sum.logOdds) > x.least {
			r.putSum(set, x.name, x.sum)
		}
	}
}

func absolute(s *sum) *sum {
	if s != nil {
		s.amount = s.amount.Abs()
	}
	return s
}

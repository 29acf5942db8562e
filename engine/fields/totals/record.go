package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

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
		parts[i] = layout.Part{Segment: l.Value.Segment, First: l.Value.First, Last: l.Value.Last}
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

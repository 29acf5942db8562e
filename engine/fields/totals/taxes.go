package totals

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

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

// Range of sales tax rates in percent, and the maximum deviation from a whole rate.
const minRate, maxRate, offRate = 3, 27, 0.02

// included scores a tax that the total includes. Evidence is a label like "Includes GST" on a whole rate's share of
// the total, or taxes of several rates that make the total with their bases.
func (c netTaxGross) included(t, g *sum) float64 {
	if _, gross, ok := t.withBases(); ok && abs(gross-g.units()) <= 2*cent {
		return adjustedBonus
	}
	if c.lenient || t == nil || len(t.links) != 1 || t.links[0].Label == nil || t.units() <= 0 || t.units() >= g.units() {
		return 0
	}
	if !slices.ContainsFunc(strings.Fields(t.links[0].Label.Phrase), lexicon.TaxIncluded.Has) {
		return 0
	}
	rate := percentUnits * float64(t.units()) / float64(g.units()-t.units())
	if rate < minRate || rate > maxRate || math.Abs(rate-math.Round(rate)) > offRate {
		return 0
	}
	return adjustedBonus
}

// chargeAmongTaxes reports whether an added tax is itself taxed: a fund's 4 % with a tax of 22 % on both.
func (c netTaxGross) chargeAmongTaxes(s, t *sum) bool {
	for i := range t.lines {
		charge := &t.lines[i]
		if !charge.Loose || charge.Exact {
			continue
		}
		for k := range t.lines {
			tax := &t.lines[k]
			if tax.Rate == nil || tax.Loose {
				continue
			}
			on := func(base decimal.Decimal) bool {
				return link.Cents(base.Mul(tax.RateValue).Shift(-2).Sub(tax.AmountValue)) <= 1
			}
			if on(s.amount.Add(charge.AmountValue)) && !on(s.amount) {
				return true
			}
		}
	}
	return false
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

package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// taxLine is one rate of the tax breakdown.
type taxLine struct {
	rate, base, amount *link.Candidate // rate and base nil where none is printed
	rateValue          decimal.Decimal
	amountValue        decimal.Decimal
	baseValue          decimal.Decimal
	exact              bool // base × rate = amount
	loose              bool // its words are not known
}

// maxTaxLines is more than any country has rates.
const maxTaxLines = 20

// taxLines finds the lines that state a tax rate with its amount.
func (r *finder) taxLines() []taxLine {
	var lines []taxLine
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			if r.ItemRows[row] || len(lines) >= maxTaxLines {
				continue
			}
			if t, ok := r.taxLineIn(row); ok && !repeats(lines, t) {
				lines = append(lines, t)
			}
		}
	}
	return lines
}

func repeats(lines []taxLine, t taxLine) bool {
	for _, l := range lines {
		if l.rateValue.Equal(t.rateValue) && l.amountValue.Equal(t.amountValue) {
			return true
		}
	}
	return false
}

// taxLineIn reads a row with a percentage and either a base and the tax on it,
// or a tax label and one amount.
func (r *finder) taxLineIn(row *layout.Row) (taxLine, bool) {
	label := slices.ContainsFunc(row.Segments, r.taxLabel)
	return r.rateLineIn(row, label)
}

// rateLineIn is taxLineIn for a row that has a tax label or is taken to have one.
func (r *finder) rateLineIn(row *layout.Row, label bool) (taxLine, bool) {
	var rates, amounts []link.Candidate
	for _, s := range row.Segments {
		for i, a := range r.Spans[s].Amounts {
			c := link.Candidate{Segment: s, First: a.First, Last: a.Last, Index: i}
			if a.Percent {
				rates = append(rates, c)
			} else {
				amounts = append(amounts, c)
			}
		}
	}
	if len(rates) == 0 && label {
		rates, amounts = r.bareRate(amounts)
	}
	if len(rates) == 0 || len(amounts) == 0 {
		return taxLine{}, false
	}
	rate := r.Amount(rates[0]).Value(r.Style)
	if rate.IsNegative() || rate.GreaterThan(decimal.NewFromInt(highestRate)) {
		return taxLine{}, false
	}
	if t, ok := r.taxOnBase(rates[0], rate, amounts); ok {
		return t, true
	}
	if !label || len(amounts) != 1 || r.Amount(amounts[0]).Whole() {
		return taxLine{}, false
	}
	return taxLine{rate: &rates[0], amount: &amounts[0], rateValue: rate,
		amountValue: r.Amount(amounts[0]).Value(r.Style)}, true
}

// bareRate takes the first whole number for the rate where a tax label stands
// and three numbers follow: "VAT (S) 100.00 19 19.00".
func (r *finder) bareRate(amounts []link.Candidate) (rates, rest []link.Candidate) {
	if len(amounts) < 3 {
		return nil, amounts
	}
	for i, c := range amounts {
		v := r.Amount(c).Value(r.Style)
		if v.IsPositive() && v.LessThanOrEqual(decimal.NewFromInt(30)) && r.Amount(c).Currency == "" {
			rest = append(append(rest, amounts[:i]...), amounts[i+1:]...)
			if _, ok := r.taxOnBase(c, v, rest); ok {
				return []link.Candidate{c}, rest
			}
			rest = nil
		}
	}
	return nil, amounts
}

// taxOnBase finds the pair of amounts of which one is the rate's share of the
// other.
func (r *finder) taxOnBase(rate link.Candidate, percent decimal.Decimal, amounts []link.Candidate) (taxLine, bool) {
	if !percent.IsPositive() {
		return taxLine{}, false
	}
	for i := range amounts {
		for j := range amounts {
			if i == j {
				continue
			}
			base, tax := r.Amount(amounts[i]).Value(r.Style), r.Amount(amounts[j]).Value(r.Style)
			if base.IsZero() || link.Cents(base.Mul(percent).Shift(-2).Sub(tax)) > 2 {
				continue
			}
			return taxLine{
				rate: &rate, base: &amounts[i], amount: &amounts[j],
				rateValue: percent, baseValue: base, amountValue: tax, exact: true,
			}, true
		}
	}
	return taxLine{}, false
}

// taxLabel reports whether the segment names a tax.
func (r *finder) taxLabel(s *layout.Segment) bool {
	for _, h := range r.LabelsIn[s] {
		if _, ok := h.As(lexicon.Tax); ok {
			return true
		}
		if _, ok := h.As(lexicon.TaxTotal); ok {
			return true
		}
	}
	return false
}

// addTaxes adds the lines of several rates up to a tax total.
func addTaxes(lines []taxLine) (sum, bool) {
	if len(lines) == 0 {
		return sum{}, false
	}
	s := sum{}
	for _, l := range lines {
		if l.exact {
			s.logOdds += 0.3
		}
		s.amount = s.amount.Add(l.amountValue)
		s.links = append(s.links, link.Link{Value: *l.amount})
	}
	return s, true
}

func partsOf(links []link.Link) []layout.Part {
	parts := make([]layout.Part, len(links))
	for i, l := range links {
		parts[i] = layout.Part{Segment: l.Value.Segment, First: l.Value.First, Last: l.Value.Last}
	}
	return parts
}

// putTaxes stores the breakdown: the lines that the tax total was added up from, else
// all of them.
func (r *finder) putTaxes(set *value.Set, lines []taxLine, chosen *sum) {
	if chosen != nil && len(chosen.lines) > 0 {
		lines = chosen.lines
	}
	total, ok := addTaxes(lines)
	if !ok || !set.Has("taxTotal") || slices.ContainsFunc(lines, func(l taxLine) bool { return l.rate == nil }) {
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

func (r *finder) taxRow(l taxLine, score float64) value.Row {
	cite := func(text string, c *link.Candidate) value.Value {
		return value.Cite(text, c.Segment, c.First, c.Last, score)
	}
	row := value.Row{
		"rate":   cite(recognize.FormatQuantity(l.rateValue), l.rate),
		"amount": cite(recognize.FormatMoney(l.amountValue, r.Currency), l.amount),
	}
	if l.base != nil {
		row["base"] = cite(recognize.FormatMoney(l.baseValue, r.Currency), l.base)
	}
	return row
}

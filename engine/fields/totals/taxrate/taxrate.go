// Package taxrate reads the rows and columns that state a tax, mostly with its rate.
package taxrate

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// MaxRate is the highest rate of a sales tax, in percent.
const MaxRate = 40.0

// Reader reads the taxes of a document.
type Reader struct{ *link.Linker }

// Line is one rate of the tax breakdown.
type Line struct {
	Rate, Base, Amount *link.Candidate // rate and base are nil if not printed
	RateValue          decimal.Decimal
	AmountValue        decimal.Decimal
	BaseValue          decimal.Decimal
	Exact              bool // base × rate = amount
	Loose              bool // without a known label
}

// maxLines exceeds the number of rates of any country.
const maxLines = 20

// Lines finds the lines that state a tax rate with its amount.
func (r Reader) Lines() []Line {
	var lines []Line
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			if r.ItemRows[row] || len(lines) >= maxLines {
				continue
			}
			if t, ok := r.LineIn(row); ok && !Repeats(lines, t) {
				lines = append(lines, t)
			}
		}
	}
	return lines
}

// Repeats reports whether a rate with its tax is among the lines.
func Repeats(lines []Line, t Line) bool {
	return slices.ContainsFunc(lines, t.isSame)
}

func (t Line) isSame(o Line) bool {
	return t.RateValue.Equal(o.RateValue) && t.AmountValue.Equal(o.AmountValue)
}

// LineIn reads a row with a percentage and either a base and its tax, or a tax label and one amount.
func (r Reader) LineIn(row *layout.Row) (Line, bool) {
	label := slices.ContainsFunc(row.Segments, r.taxLabel)
	if t, ok := r.Stated(row, label); ok {
		return t, true
	}
	if label || r.inTaxTable(row) {
		return r.inTable(row)
	}
	return Line{}, false
}

// Stated is LineIn for a row that has a tax label or is assumed to have one.
func (r Reader) Stated(row *layout.Row, label bool) (Line, bool) {
	rates, amounts := r.numbers(row)
	if len(rates) == 0 && label {
		rates, amounts = r.bareRate(amounts)
	}
	if len(rates) == 0 || len(amounts) == 0 {
		return Line{}, false
	}
	rate := r.Amount(rates[0]).Value(r.Style)
	if rate.IsNegative() || rate.GreaterThan(decimal.NewFromInt(MaxRate)) {
		return Line{}, false
	}
	if t, ok := r.taxOnBase(rates[0], rate, amounts); ok {
		return t, true
	}
	if !label || len(amounts) != 1 || r.Amount(amounts[0]).Whole() {
		return Line{}, false
	}
	return Line{Rate: &rates[0], Amount: &amounts[0], RateValue: rate,
		AmountValue: r.Amount(amounts[0]).Value(r.Style)}, true
}

// taxOnBase finds the pair of amounts in which one is the rate's share of the other.
func (r Reader) taxOnBase(rate link.Candidate, percent decimal.Decimal, amounts []link.Candidate) (Line, bool) {
	if !percent.IsPositive() {
		return Line{}, false
	}
	base, tax, ok := r.share(percent, r.numbersOf(amounts), -1)
	if !ok {
		return Line{}, false
	}
	return Line{
		Rate: &rate, Base: &amounts[base], Amount: &amounts[tax], RateValue: percent,
		BaseValue: r.valueOf(amounts[base]), AmountValue: r.valueOf(amounts[tax]), Exact: true,
	}, true
}

// number is a value in two forms: the float excludes most pairs quickly.
type number struct {
	exact decimal.Decimal
	quick float64
	whole bool
}

func (r Reader) numbersOf(amounts []link.Candidate) []number {
	numbers := make([]number, len(amounts))
	for i, c := range amounts {
		v := r.valueOf(c)
		numbers[i] = number{v, v.InexactFloat64(), v.IsInteger()}
	}
	return numbers
}

func (r Reader) valueOf(c link.Candidate) decimal.Decimal { return r.Amount(c).Value(r.Style) }

// share returns the first pair of numbers, except skip, in which the second is the rate's share of the first.
func (r Reader) share(percent decimal.Decimal, numbers []number, skip int) (base, tax int, ok bool) {
	const rounding = 1e-9 // of the quick values, relative
	rate := percent.InexactFloat64() / 100
	for i := range numbers {
		if i == skip || numbers[i].exact.IsZero() {
			continue
		}
		if !r.Work.Spend(len(numbers)) {
			return 0, 0, false
		}
		b := &numbers[i]
		for j := range numbers {
			if j == i || j == skip {
				continue
			}
			t := &numbers[j]
			most := maxOffCents(b, t)
			if off := math.Abs(b.quick*rate - t.quick); off*100 > float64(most)+rounding*(math.Abs(b.quick)+math.Abs(t.quick)) {
				continue
			}
			if link.Cents(b.exact.Mul(percent).Shift(-2).Sub(t.exact)) <= most {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// maxOffCents returns the maximum deviation of a tax from its rate's share, larger without printed cents.
func maxOffCents(base, tax *number) int64 {
	const cents, wholes, minWhole = 2, 100, 100
	if base.whole && tax.whole && tax.exact.Abs().IntPart() >= minWhole {
		return wholes
	}
	return cents
}

func (r Reader) taxLabel(s *layout.Segment) bool {
	return slices.ContainsFunc(r.LabelsIn[s], Names)
}

// Names reports whether a label names a tax.
func Names(h *annotate.Label) bool {
	return slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
		return t.Role == lexicon.Tax || t.Role == lexicon.TaxTotal
	})
}

// Headed returns the tax of a label that heads a column, with the rate next to the label: "VAT 19 %" over "19.00",
// which is that share of another printed amount.
func (r Reader) Headed(l link.Link, tax decimal.Decimal, amounts []link.Candidate) (Line, bool) {
	t := Line{Amount: &l.Value, AmountValue: tax}
	if l.Evidence.Direction != link.Below {
		return t, false
	}
	for i, a := range r.Spans[l.Label.Segment].Amounts {
		rate := a.Value(r.Style)
		if !a.Percent || !rate.IsPositive() {
			continue
		}
		for k := range amounts {
			base := r.Amount(amounts[k]).Value(r.Style)
			if link.Cents(base.Mul(rate).Shift(-2).Sub(tax)) > 1 {
				continue
			}
			t.Rate = &link.Candidate{Segment: l.Label.Segment, First: a.First, Last: a.Last, Index: i}
			t.Base, t.RateValue, t.BaseValue, t.Exact = &amounts[k], rate, base, true
			return t, true
		}
	}
	return t, false
}

// Halves returns the Indian GST lines of trade within a state. The law charges them in two halves that each invoice
// states: the central one and that of the state or union territory.
func (r Reader) Halves() (central, local []Line) {
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			ofCentral, ofLocal := halfNamed(row)
			if r.ItemRows[row] || ofCentral == ofLocal {
				continue
			}
			t, ok := r.halfIn(row)
			switch {
			case !ok:
			case ofCentral:
				central = append(central, t)
			default:
				local = append(local, t)
			}
		}
	}
	return central, local
}

func halfNamed(row *layout.Row) (central, local bool) {
	for _, s := range row.Segments {
		words, _ := s.Folded()
		central = central || slices.Contains(words, "cgst")
		local = local || slices.Contains(words, "sgst") || slices.Contains(words, "utgst")
	}
	return central, local
}

// halfIn reads the tax of a row, with its rate or without.
func (r Reader) halfIn(row *layout.Row) (Line, bool) {
	if t, ok := r.Stated(row, true); ok {
		return t, true
	}
	var all []link.Candidate
	for _, s := range row.Segments {
		all = append(all, slices.DeleteFunc(r.AmountValues(s), func(c link.Candidate) bool { return r.Amount(c).Whole() })...)
	}
	if len(all) != 1 {
		return Line{}, false
	}
	return Line{Amount: &all[0], AmountValue: r.Amount(all[0]).Value(r.Style)}, true
}

// Zero reports whether the position of a printed zero shows that it is a tax. It is one of: between two equal
// amounts, below a heading that names a tax; at the end of a row that opens with the name of a tax and a rate of
// zero, after the base; alone in its column below a heading with both.
func (r Reader) Zero(c link.Candidate) bool {
	row := c.Segment.Page.Rows[c.Segment.Row]
	return r.betweenEqual(c.Segment, row) && r.Under(c.Segment) || r.endsZeroRate(c, row) || r.headedByZeroRate(c)
}

// headedByZeroRate reports whether a single amount is below a tax and a rate of zero: "VAT 0 %" over "0.00".
func (r Reader) headedByZeroRate(c link.Candidate) bool {
	if len(r.Spans[c.Segment].Amounts) != 1 || c.Segment.Row == 0 {
		return false
	}
	for _, s := range c.Segment.Page.Rows[c.Segment.Row-1].Segments {
		rates := r.Spans[s].Amounts
		if s.Box.OverlapX(c.Segment.Box) > 0 && r.taxLabel(s) && len(rates) == 1 && rates[0].Percent &&
			rates[0].Value(r.Style).IsZero() {
			return true
		}
	}
	return false
}

// betweenEqual reports whether the single amount of a segment is between two equal amounts.
func (r Reader) betweenEqual(s *layout.Segment, row *layout.Row) bool {
	k := s.Column
	if k == 0 || k+1 >= len(row.Segments) || len(r.Spans[s].Amounts) != 1 {
		return false
	}
	before, after := r.AmountValues(row.Segments[k-1]), r.AmountValues(row.Segments[k+1])
	for n := k - 1; n > 0 && len(before) == 0; n-- { // the code of an exemption may be between: "n/a"
		before = r.AmountValues(row.Segments[n-1])
	}
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	net, gross := r.Amount(before[len(before)-1]).Value(r.Style), r.Amount(after[0]).Value(r.Style)
	return !net.IsZero() && net.Equal(gross)
}

// Under reports whether a label that names a tax is above a segment on its page.
func (r Reader) Under(s *layout.Segment) bool {
	return slices.ContainsFunc(r.Labels, func(h *annotate.Label) bool {
		return h.Segment.Page == s.Page && h.Segment.Row < s.Row && Names(h) && h.Segment.Box.OverlapX(s.Box) > 0
	})
}

// endsZeroRate reports whether a zero ends a row that opens with a tax and has only rates of zero.
func (r Reader) endsZeroRate(c link.Candidate, row *layout.Row) bool {
	last := row.Segments[len(row.Segments)-1]
	first := r.LabelsIn[row.Segments[0]]
	if c.Segment != last || c.Last != len(last.Words)-1 || len(first) == 0 || !first[0].Opens ||
		!Names(first[0]) {
		return false
	}
	rates := 0
	for _, s := range row.Segments {
		for _, a := range r.Spans[s].Amounts {
			switch {
			case a.Percent && !a.Value(r.Style).IsZero():
				return false
			case a.Percent:
				rates++
			}
		}
	}
	return rates > 0
}

package totals

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
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

// units returns the sum's amount in ten-thousandths.
func (s *sum) units() int64 {
	if !s.counted {
		s.count, s.counted = units(s.amount), true
	}
	return s.count
}

// clone returns a copy that may be changed, or nil.
func (s *sum) clone() *sum {
	if s == nil {
		return nil
	}
	c := *s
	return &c
}

// reads reports whether the sum was read from the amount, alone or with others.
func (s *sum) reads(c link.Candidate) bool {
	for i := range s.links {
		if s.links[i].Value.SameAs(c) {
			return true
		}
	}
	return false
}

func sharesAmount(a, b *sum) bool {
	return a != nil && b != nil && len(a.links) == 1 && len(b.links) == 1 && a.links[0].Value.SameAs(b.links[0].Value)
}

func together(all ...sum) sum {
	out := sum{amount: all[0].amount.Abs(), logOdds: all[0].logOdds, links: slices.Clone(all[0].links)}
	for _, s := range all[1:] {
		out.amount, out.logOdds = out.amount.Add(s.amount.Abs()), min(out.logOdds, s.logOdds)
		out.links = append(out.links, s.links...)
	}
	return out
}

// digitsOf returns the digits of an amount that text recognition read as a number.
func digitsOf(c link.Candidate) (int64, bool) {
	const minDigits = 2
	n, count := int64(0), 0
	for i := c.First; i <= c.Last; i++ {
		if c.Segment.Tokens[i].Source != document.SourceOCR {
			return 0, false
		}
		for _, d := range c.Segment.Tokens[i].Text {
			if d >= '0' && d <= '9' {
				n, count = 10*n+int64(d-'0'), count+1
			}
		}
		if count > maxDigits {
			return 0, false
		}
	}
	return n, count > minDigits
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

func isTaxRole(r lexicon.Role) bool { return r == lexicon.Tax || r == lexicon.TaxTotal }

func isSubtotalRole(r lexicon.Role) bool { return r == lexicon.Subtotal }

// sumsOf turns the links of a role into sums, shifted by the given log-odds.
func (r *finder) sumsOf(m *link.Set, want lexicon.Role, shift float64) []sum {
	var out []sum
	for _, l := range m.Links[want] {
		v := r.Amount(l.Value).Value(r.Style)
		if !r.taxIncluded {
			v = r.signed(l.Value)
		}
		if !isComputable(v) {
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

// sumRows proposes net amount, tax and total from rows that add up the columns of a table under one label: "Total |
// 1,250.00 | 250.00 | 1,500.00". The headings may be far above. The arithmetic identifies the amounts: the first
// two add up to the third, or to another printed amount.
func (r *finder) sumRows(p *proposals) {
	for _, page := range r.Layout.Pages {
		for _, row := range page.Rows {
			all, whole := r.addedUpIn(row)
			for i := range len(all) - 1 {
				r.sumRow(p, all[i:], whole)
			}
		}
	}
}

// sumRow proposes the first amounts of a row as sums. If its label is a subtotal, all three must be in the row.
func (r *finder) sumRow(p *proposals, all []link.Candidate, whole bool) {
	if r.halvedRow(p, all) {
		return
	}
	net, tax := r.provenSum(all[0]), r.provenSum(all[1])
	total := net.units() + tax.units()
	printed := len(p.at[total]) > 0 && !r.Amount(all[1]).Whole()
	inRow := len(all) > 2 && abs(units(r.signed(all[2]))-total) <= cent
	if !whole && !inRow {
		return
	}
	rated := p.isBetweenRates(net.units(), tax.units())
	switch {
	case net.units() == 0 || !isComputable(net.amount) || !isComputable(tax.amount):
		return
	case tax.units() == 0:
		if !inRow || !r.stated().Under(all[1].Segment) {
			return
		}
	case !isTax(net.units(), tax.units()) || !inRow && !printed || !rated && (!inRow || r.Amount(all[1]).Whole()):
		return
	}
	p.s, p.t = append(p.s, net), append(p.t, tax)
	if inRow && whole {
		p.g = append(p.g, r.provenSum(all[2]))
	} else {
		p.g = p.append(p.g, total, 0)
	}
}

// halvedRow proposes the sums of a row that states a tax in two halves and then their sum, alone or with the net
// amount: "Total | 100.00 | 9.00 | 9.00 | 18.00".
func (r *finder) halvedRow(p *proposals, all []link.Candidate) bool {
	const amounts = 4
	if len(all) < amounts {
		return false
	}
	net, half, last := r.provenSum(all[0]), r.provenSum(all[1]), r.provenSum(all[amounts-1])
	if half.units() == 0 || half.units() != units(r.signed(all[2])) || !isComputable(net.amount) ||
		!p.isBetweenRates(net.units(), half.units()) {
		return false
	}
	switch last.units() {
	case 2 * half.units():
		p.t = append(p.t, last)
	case net.units() + 2*half.units():
		tax := together(half, r.provenSum(all[2]))
		p.t, p.g = append(p.t, tax), append(p.g, last)
	default:
		return false
	}
	p.s = append(p.s, net)
	p.g = p.append(p.g, net.units()+2*half.units(), 0)
	return true
}

// isBetweenRates reports whether a tax is between the lowest and the highest printed rate's share of the net amount.
func (b *ledger) isBetweenRates(net, tax int64) bool {
	if len(b.rates) == 0 {
		return false
	}
	low, high := slices.Min(b.rates)*float64(net)/percentUnits, slices.Max(b.rates)*float64(net)/percentUnits
	return min(low, high)-b.slack <= float64(tax) && float64(tax) <= max(low, high)+b.slack
}

// addedUpIn returns the amounts after the label of a sum in a row, and whether it is the label of a total.
func (r *finder) addedUpIn(row *layout.Row) (out []link.Candidate, whole bool) {
	for i, s := range row.Segments {
		for _, h := range r.LabelsIn[s] {
			whole = r.isSumLabel(h, lexicon.Total)
			if !whole && !r.isSumLabel(h, lexicon.Subtotal) {
				continue
			}
			for _, s := range row.Segments[i:] {
				out = append(out, r.AmountValues(s)...)
			}
			return out, whole
		}
	}
	return nil, false
}

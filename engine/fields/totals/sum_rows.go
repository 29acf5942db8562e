package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

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

package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
)

// Log-odds of a tax of zero.
const (
	noTaxBonus = 1.2 // net amount = total, and the zero between them is a tax by its label or place
	noTax      = 0.0 // a zero by its place alone
)

// untaxed proposes the printed zeros that are a tax by where they stand: in a row of a
// table between the net amount and the same amount as total, under a heading that names
// a tax; or at the end of a row that opens with the name of a tax and a rate of zero,
// with the base between them.
func (r *finder) untaxed(b *ledger) []sum {
	var out []sum
	for i := range b.all {
		e := &b.all[i]
		if e.units != 0 || taxLike(e.claim) {
			continue
		}
		row := e.value.Segment.Page.Rows[e.value.Segment.Row]
		if r.betweenEqual(e, row) && r.underTax(e.value.Segment) || r.endsZeroRate(e, row) {
			s := e.sum
			s.logOdds = noTax
			out = append(out, s)
		}
	}
	return out
}

// betweenEqual reports whether a zero stands alone between two amounts that are equal.
func (r *finder) betweenEqual(e *entry, row *layout.Row) bool {
	k := e.value.Segment.Column
	if k == 0 || k+1 >= len(row.Segments) || len(r.Spans[e.value.Segment].Amounts) != 1 {
		return false
	}
	before, after := r.AmountValues(row.Segments[k-1]), r.AmountValues(row.Segments[k+1])
	for n := k - 1; n > 0 && len(before) == 0; n-- { // the code of an exemption may stand between: "n/a"
		before = r.AmountValues(row.Segments[n-1])
	}
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	net, gross := r.signed(before[len(before)-1]), r.signed(after[0])
	return !net.IsZero() && net.Equal(gross)
}

// underTax reports whether a label that names a tax stands somewhere over a segment.
func (r *finder) underTax(s *layout.Segment) bool {
	return slices.ContainsFunc(r.Labels, func(h *annotate.Label) bool {
		return h.Segment.Page == s.Page && h.Segment.Row < s.Row && taxrate.Names(h) && h.Segment.Box.OverlapX(s.Box) > 0
	})
}

// endsZeroRate reports whether a zero is the last of a row that opens with the name of a
// tax and has no rate but zero.
func (r *finder) endsZeroRate(e *entry, row *layout.Row) bool {
	last := row.Segments[len(row.Segments)-1]
	first := r.LabelsIn[row.Segments[0]]
	if e.value.Segment != last || e.value.Last != len(last.Words)-1 || len(first) == 0 || !first[0].Opens ||
		!taxrate.Names(first[0]) {
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

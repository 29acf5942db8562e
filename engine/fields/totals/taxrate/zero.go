package taxrate

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
)

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

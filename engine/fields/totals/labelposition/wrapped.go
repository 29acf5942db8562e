package labelposition

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// wrapped reads sums side by side with labels of two lines: "Total" over "incl. VAT" over "504.00".
func wrapped(l *link.Linker, rows []*layout.Row, i int, roles []lexicon.Role) []pair {
	if i+2 >= len(rows) || !areClose(rows[i], rows[i+1]) || !areClose(rows[i+1], rows[i+2]) || l.ItemRows[rows[i+2]] ||
		hasAmounts(l, rows[i]) || hasAmounts(l, rows[i+1]) {
		return nil
	}
	var pairs []pair
	for k, s := range rows[i+1].Segments {
		right := math.Inf(1)
		if k+1 < len(rows[i+1].Segments) {
			right = rows[i+1].Segments[k+1].Box.X0
		}
		h := joinWrapped(rows[i], s)
		if h == nil {
			continue
		}
		role, weight := strongest(h, roles)
		if value, ok := amountBetween(l, rows[i+2], h.Segment.Box.X0, right); ok && weight >= minWeight {
			if _, more := nextWithin(l, rows, i+2, h.Segment.Box.X0, right); more {
				return nil // a table of several rows
			}
			pairs = append(pairs, pair{value, h, role, weight})
		}
	}
	if countRoles(pairs) < minLabels {
		return nil
	}
	return pairs
}

// joinWrapped returns the label formed by s and the segment above it, or nil.
func joinWrapped(above *layout.Row, s *layout.Segment) *annotate.Label {
	for _, o := range above.Segments {
		if math.Abs(o.Box.X0-s.Box.X0) > s.Height() && math.Abs(o.Box.X1-s.Box.X1) > s.Height() &&
			math.Abs(o.Box.CenterX()-s.Box.CenterX()) > s.Height() {
			continue
		}
		upper, _ := o.Folded()
		lower, _ := s.Folded()
		if terms, phrase := annotate.Phrase(slices.Concat(upper, lower)); terms != nil {
			return &annotate.Label{Segment: s, Last: len(s.Words) - 1, Terms: terms, Phrase: phrase, Opens: true}
		}
	}
	return nil
}

// amountBetween returns the single amount between two edges of a row, if it is alone in its segment.
func amountBetween(l *link.Linker, row *layout.Row, left, right float64) (found link.Candidate, ok bool) {
	for _, s := range row.Segments {
		all := l.AmountValues(s)
		if len(all) == 0 || s.Box.X1 < left || s.Box.X0 >= right {
			continue
		}
		if ok || len(all) > 1 || !isAlone(s, all[0]) {
			return found, false
		}
		found, ok = all[0], true
	}
	return found, ok
}

// nextWithin is within for the next row, if that is close.
func nextWithin(l *link.Linker, rows []*layout.Row, i int, left, right float64) (link.Candidate, bool) {
	if i+1 >= len(rows) || !areClose(rows[i], rows[i+1]) {
		return link.Candidate{}, false
	}
	return amountBetween(l, rows[i+1], left, right)
}

func hasAmounts(l *link.Linker, row *layout.Row) bool {
	return slices.ContainsFunc(row.Segments, func(s *layout.Segment) bool { return len(l.AmountValues(s)) > 0 })
}

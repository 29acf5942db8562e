// Package labelposition reads sums whose labels are after their amounts ("1,207.16  Invoice total"), below them, or
// above them in two lines.
package labelposition

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

const (
	logOdds   = 3.0 // of a label with full weight
	minLabels = 2   // minimum number of roles on a page with labels in this position
	minWeight = 0.45
	certain   = 0.5 // weight of a label that claims the amount after it
)

// pair is an amount with its label.
type pair struct {
	value link.Candidate
	label *annotate.Label
	role  lexicon.Role
	weigh float64
}

// Read links amounts with labels in these positions, if several sums of a page are printed so. It removes the other
// links of these labels and amounts: text left of an amount with a label after it is a note.
func Read(l *link.Linker, m *link.Set, roles []lexicon.Role) {
	for _, page := range l.Layout.Pages {
		var behind, under []pair
		for i, row := range page.Rows {
			if p, ok := pairIn(l, row, roles); ok && !l.ItemRows[row] {
				behind = append(behind, p)
			}
			if p, ok := stacked(l, page.Rows, i, roles); ok {
				under = append(under, p)
			}
			replace(l, m, overLabels(l, page.Rows, i, roles))
			replace(l, m, wrapped(l, page.Rows, i, roles))
		}
		for _, pairs := range [][]pair{behind, under} {
			if countRoles(pairs) >= minLabels {
				replace(l, m, pairs)
			}
		}
	}
}

// replace replaces the links of the pairs' labels and amounts.
func replace(l *link.Linker, m *link.Set, pairs []pair) {
	if len(pairs) == 0 || !l.Work.Spend(len(pairs)*m.Len()) {
		return
	}
	for role, links := range m.Links {
		m.Links[role] = slices.DeleteFunc(links, func(o link.Link) bool {
			return slices.ContainsFunc(pairs, func(p pair) bool { return o.Label == p.label || o.Value.SameAs(p.value) })
		})
	}
	for _, p := range pairs {
		m.Links[p.role] = append(m.Links[p.role], link.Link{Value: p.value, Label: p.label, LogOdds: logOdds * p.weigh})
	}
}

// pairIn reads a row that ends with an amount and the label after it.
func pairIn(l *link.Linker, row *layout.Row, roles []lexicon.Role) (pair, bool) {
	n := len(row.Segments)
	last := row.Segments[n-1]
	var value link.Candidate
	first := 0 // first word of the label
	switch found := l.AmountValues(last); {
	case len(found) == 1 && found[0].First == 0:
		value, first = found[0], found[0].Last+1
	case len(found) > 0 || n < 2:
		return pair{}, false
	default:
		before := row.Segments[n-2]
		if found = l.AmountValues(before); len(found) != 1 || !isAlone(before, found[0]) {
			return pair{}, false
		}
		value, n = found[0], n-1
	}
	if slices.ContainsFunc(row.Segments[:n-1], func(s *layout.Segment) bool { return announces(l, s, roles) }) {
		return pair{}, false
	}
	for _, h := range l.LabelsIn[last] {
		if h.First != first || l.GoesOn(h) && !shortTail(h) {
			continue
		}
		if role, weight := strongest(h, roles); weight >= minWeight {
			return pair{value, h, role, weight}, true
		}
	}
	return pair{}, false
}

// shortTail reports whether at most two words follow a label, as in "Paid, thank you".
func shortTail(h *annotate.Label) bool {
	const most = 2
	return len(h.Segment.Words)-1-h.Last <= most
}

// isAlone reports whether a segment holds only the amount and its currency.
func isAlone(s *layout.Segment, c link.Candidate) bool {
	for i, w := range s.Words {
		if _, currency := recognize.Currency(w); (i < c.First || i > c.Last) && !currency {
			return false
		}
	}
	return true
}

// announces reports whether a segment opens with a label that claims amounts to its right.
func announces(l *link.Linker, s *layout.Segment, roles []lexicon.Role) bool {
	return slices.ContainsFunc(l.LabelsIn[s], func(h *annotate.Label) bool {
		_, weight := strongest(h, roles)
		return h.Opens && weight > certain
	})
}

func strongest(h *annotate.Label, roles []lexicon.Role) (role lexicon.Role, weight float64) {
	for _, t := range h.Terms {
		if t.Weight > weight && slices.Contains(roles, t.Role) {
			role, weight = t.Role, t.Weight
		}
	}
	return role, weight
}

// nearest is the maximum distance between amounts and labels, in heights of print.
const nearest = 2.0

// overLabels reads a row of labels with their amounts in the row above, if the row below has none.
func overLabels(l *link.Linker, rows []*layout.Row, i int, roles []lexicon.Role) []pair {
	if i == 0 || l.ItemRows[rows[i]] || l.ItemRows[rows[i-1]] || !areClose(rows[i-1], rows[i]) {
		return nil
	}
	var pairs []pair
	for _, s := range rows[i].Segments {
		h, role, weight := heading(l, s, roles)
		if h == nil {
			if len(l.AmountValues(s)) > 0 {
				return nil
			}
			continue
		}
		over := amountsBeside(l, rows[i-1], s)
		if len(over) != 1 || i+1 < len(rows) && areClose(rows[i], rows[i+1]) && len(amountsBeside(l, rows[i+1], s)) > 0 {
			return nil
		}
		pairs = append(pairs, pair{over[0], h, role, weight})
	}
	if countRoles(pairs) < minLabels {
		return nil
	}
	return pairs
}

// stacked reads a label alone in its row with an amount above it that is closer than the one below.
func stacked(l *link.Linker, rows []*layout.Row, i int, roles []lexicon.Role) (pair, bool) {
	const nearer = 1.5
	if i == 0 || len(rows[i].Segments) != 1 || l.ItemRows[rows[i]] || l.ItemRows[rows[i-1]] ||
		!areClose(rows[i-1], rows[i]) {
		return pair{}, false
	}
	s := rows[i].Segments[0]
	h, role, weight := heading(l, s, roles)
	over := amountsBeside(l, rows[i-1], s)
	if h == nil || len(over) != 1 {
		return pair{}, false
	}
	if i+1 < len(rows) {
		for _, under := range amountsBeside(l, rows[i+1], s) {
			if under.Segment.Box.Y0-s.Box.Y1 < nearer*(s.Box.Y0-over[0].Segment.Box.Y1) {
				return pair{}, false
			}
		}
	}
	return pair{over[0], h, role, weight}, true
}

// heading returns the label of a sum if the segment holds nothing else except a rate.
func heading(l *link.Linker, s *layout.Segment, roles []lexicon.Role) (*annotate.Label, lexicon.Role, float64) {
	if len(l.AmountValues(s)) > 0 {
		return nil, "", 0
	}
	for _, h := range l.LabelsIn[s] {
		if role, weight := strongest(h, roles); h.Opens && weight >= minWeight && !l.GoesOn(h) {
			return h, role, weight
		}
	}
	return nil, "", 0
}

// amountsBeside returns the amounts of a row that overlap a segment horizontally and are alone in their segments.
func amountsBeside(l *link.Linker, row *layout.Row, s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for _, o := range row.Segments {
		if o.Box.OverlapX(s.Box) <= 0 {
			continue
		}
		if found := l.AmountValues(o); len(found) == 1 && isAlone(o, found[0]) {
			out = append(out, found...)
		}
	}
	return out
}

func areClose(a, b *layout.Row) bool {
	return b.Box.Y0-a.Box.Y1 < nearest*max(a.Box.Height(), b.Box.Height())
}

func countRoles(pairs []pair) int {
	var roles []lexicon.Role
	for _, p := range pairs {
		if !slices.Contains(roles, p.role) {
			roles = append(roles, p.role)
		}
	}
	return len(roles)
}

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

// Package labelposition reads sums whose labels are after their amounts ("1,207.16  Invoice total"), below them, or
// above them in two lines.
package labelposition

import (
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

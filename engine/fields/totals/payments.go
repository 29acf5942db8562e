package totals

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// maxPerRole is the maximum number of labeled amounts tried per role.
const maxPerRole = 4

// payables returns the totals whose labels mention payment, if another of the same amount does not.
func payables(totals []sum) []sum {
	plain := map[int64]bool{}
	for i := range totals {
		if t := &totals[i]; t.logOdds > 0 && !t.mentionsPayment() {
			plain[t.units()] = true
		}
	}
	var out []sum
	for i := range totals {
		if t := &totals[i]; t.logOdds > 0 && plain[t.units()] && t.mentionsPayment() {
			out = append(out, *t)
		}
	}
	return bestOf(out, maxPerRole)
}

// dueByDay returns the amounts of lines with only an amount and a due date: "$206.95 due on July 30".
func (r *finder) dueByDay() []sum {
	var out []sum
	for _, s := range r.Layout.Segments {
		for _, c := range r.MoneyOutsideItems(s) {
			if c.First == 0 && r.goesOnWithDueDate(c) {
				out = append(out, r.provenSum(c))
			}
		}
	}
	return bestOf(out, maxPerRole)
}

// goesOnWithDueDate reports whether only the label of a due date and a date follow an amount in its line.
func (r *finder) goesOnWithDueDate(c link.Candidate) bool {
	for _, h := range r.LabelsIn[c.Segment] {
		if w, ok := h.As(lexicon.DueDate); !ok || w < sumLabelWeight || h.First != c.Last+1 {
			continue
		}
		for _, d := range r.Spans[c.Segment].Dates {
			if d.First == h.Last+1 && d.Last == len(c.Segment.Words)-1 {
				return true
			}
		}
	}
	return false
}

// early returns the discounts for early payment, in units: their lines name a day or a number of days. The total
// less such a discount is not the amount due.
func (r *finder) early(discounts []sum) []int64 {
	var out []int64
	for i := range discounts {
		d := &discounts[i]
		if l := d.links[0].Label; l != nil && (r.namesDays(l.Segment) || r.namesDays(d.links[0].Value.Segment)) {
			out = append(out, abs(d.units()))
		}
	}
	return out
}

func (r *finder) namesDays(s *layout.Segment) bool {
	words, _ := s.Folded()
	return len(r.Spans[s].Dates) > 0 || slices.ContainsFunc(words, lexicon.DayCount.Has)
}

func (s *sum) mentionsPayment() bool {
	return slices.ContainsFunc(strings.Fields(s.links[0].Label.Phrase), lexicon.PayingStem.Begins)
}

// installments adds up each pair of payments, and all payments.
func installments(paid []sum) []sum {
	var out []sum
	for i := range paid {
		for k := i + 1; k < len(paid); k++ {
			out = append(out, together(paid[i], paid[k]))
		}
	}
	if len(paid) > 2 {
		out = append(out, together(paid...))
	}
	return out
}

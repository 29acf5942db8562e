package link

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// wrappedLabels joins labels wrapped into two lines, "Customer" over "number", in rows without values.
func (r *Linker) wrappedLabels() {
	for _, p := range r.Layout.Pages {
		for i := range max(0, len(p.Rows)-1) {
			if !onlyWords(p.Rows[i]) || !onlyWords(p.Rows[i+1]) {
				continue
			}
			for _, s := range p.Rows[i].Segments {
				if t := s.NextInBlock(); t != nil && t.Row == i+1 {
					r.join(s, t)
				}
			}
		}
	}
}

// onlyWords reports whether a row has two segments or more, and no digits.
func onlyWords(row *layout.Row) bool {
	return len(row.Segments) > 1 && !slices.ContainsFunc(row.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(s.Words, func(w string) bool { return recognize.CountDigits(w) > 0 })
	})
}

// join makes one label, in the lower segment, of two segments with the words of a date's or number's label.
func (r *Linker) join(upper, lower *layout.Segment) {
	const most = 5 // words of a label
	first, _ := upper.Folded()
	second, _ := lower.Folded()
	words := slices.Concat(first, second)
	if len(first) == 0 || len(second) == 0 || len(words) > most {
		return
	}
	terms, phrase, n := lexicon.Labels().Longest(words, nil)
	h := &annotate.Label{Segment: lower, Last: len(lower.Words) - 1, Terms: terms, Phrase: phrase, Opens: true}
	if n < len(words) || len(r.valuesOf(h)) == 0 {
		return
	}
	if !r.Work.Spend(len(r.Labels)) {
		return
	}
	r.Labels = slices.DeleteFunc(r.Labels, func(o *annotate.Label) bool {
		return o.Segment == upper || o.Segment == lower
	})
	delete(r.LabelsIn, upper)
	r.LabelsIn[lower] = nil
	r.addLabel(h)
}

package fields

import "github.com/docmill/docmill/engine/layout"

// CountLabels counts the labels that open a line or part of one, by the field
// of the record that they announce; what is no field has a name of its own that
// starts with a dash: "-cash", "-change".
func CountLabels(lay *layout.Layout) map[string]int {
	r := &reading{lay: lay, starts: map[*layout.Segment][]*hit{}}
	counts := map[string]int{}
	for _, s := range lay.Segments {
		r.findLabels(s)
	}
	for _, h := range r.hits {
		if h.start {
			counts[string(h.terms[0].role)]++
		}
	}
	return counts
}

package link

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

func announces(h *annotate.Label, role lexicon.Role) bool {
	_, known := h.As(role)
	return known
}

// ofDay reports whether a label announces a date.
func ofDay(h *annotate.Label) bool {
	return announces(h, lexicon.IssueDate) || announces(h, lexicon.DueDate) || announces(h, lexicon.DeliveryDate)
}

// addLabel inserts a label among those of its segment in reading order, before one that begins at the same word.
func (r *Linker) addLabel(h *annotate.Label) {
	r.Labels = append(r.Labels, h)
	in := slices.Clone(r.LabelsIn[h.Segment])
	at := 0
	for at < len(in) && in[at].First < h.First {
		at++
	}
	r.LabelsIn[h.Segment] = slices.Insert(in, at, h)
}

func (r *Linker) endsLabel(s *layout.Segment, i int) bool {
	return slices.ContainsFunc(r.LabelsIn[s], func(h *annotate.Label) bool { return h.Last == i })
}

func (r *Linker) opensLabel(s *layout.Segment, i int) bool {
	return slices.ContainsFunc(r.LabelsIn[s], func(h *annotate.Label) bool { return h.First == i })
}

// endOf returns the last word of a label, including a rate after it.
func (r *Linker) endOf(h *annotate.Label) int {
	for _, a := range r.Spans[h.Segment].Amounts {
		if a.Percent && a.First == h.Last+1 {
			return a.Last
		}
	}
	return h.Last
}

// InHeading reports whether the label's row holds further labels and no values between them.
func (r *Linker) InHeading(h *annotate.Label) bool {
	others := 0
	for _, s := range h.Segment.Page.Rows[h.Segment.Row].Segments {
		if s == h.Segment {
			continue
		}
		if f := r.Spans[s]; len(f.Dates) > 0 || slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool {
			return !a.Percent
		}) {
			return false
		}
		if r.Labeled(s) {
			others++
		}
	}
	return others > 0 && r.endOf(h) >= len(h.Segment.Words)-2
}

// IsCaption reports whether a label is below its value.
func (r *Linker) IsCaption(h *annotate.Label) bool { return r.captions[h] }

// soleIn reports whether a candidate fills its segment, except one word.
func soleIn(s *layout.Segment, c Candidate) bool {
	return c.Last-c.First+1 >= len(s.Words)-1
}

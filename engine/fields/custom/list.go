package custom

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
)

// Limits of lists, which keep a large document's record readable.
const (
	maxListRows = 1000
	listReach   = 100 // lines below a label
	cellScore   = 0.6
)

// array finds the entries of a list of scalars: next to its label, separated by commas, or one on each line below.
func (w *queries) array(query *query) []value.Value {
	var best []value.Value
	for _, h := range query.labels {
		values := w.listBeside(query.property.Item, h)
		if len(values) == 0 || w.InHeading(h.Label) || w.headRow(h.Label) {
			if below := w.listBelow(query.property.Item, h); len(below) > 0 {
				values = below
			}
		}
		if len(values) > 0 && (len(best) == 0 || values[0].Score > best[0].Score) {
			best = values
		}
	}
	if len(best) == 0 || best[0].Score < minCustom {
		return nil
	}
	return best[:min(len(best), maxListRows)]
}

func (w *queries) listBeside(item *custom.Property, h weighted) []value.Value {
	f := link.Evidence{Label: h.weight, Direction: link.Same, Start: h.Opens, Colon: h.Colon, Last: true,
		Later: h.Segment.Page.Number > 1}
	segments := []*layout.Segment{h.Segment}
	if h.Last == len(h.Segment.Words)-1 {
		segments, f.Direction = h.Segment.Right(), link.Right
	}
	var out []value.Value
	for _, s := range segments {
		if s != h.Segment && w.Labeled(s) {
			break
		}
		for _, part := range w.pieces(s, h.Label) {
			if c, ok := w.inPart(item, h.Label, part); ok {
				out = append(out, value.Cite(c.Text, s, c.First, c.Last, boost.Probability(f.Logit())))
			}
		}
	}
	return out
}

// pieces splits a text at its commas and semicolons.
func (w *queries) pieces(s *layout.Segment, h *annotate.Label) []layout.Part {
	var out []layout.Part
	for _, c := range w.plainText(s, h) {
		start := c.First
		for i := c.First; i <= c.Last; i++ {
			if word := s.Words[i]; i == c.Last || strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
				out = append(out, layout.Part{Segment: s, First: start, Last: i})
				start = i + 1
			}
		}
	}
	return out
}

// inPart returns the value of a part; a text value is the whole part.
func (w *queries) inPart(p *custom.Property, h *annotate.Label, part layout.Part) (link.Candidate, bool) {
	if p.Type == custom.TypeString && p.Format == custom.FormatNone && p.Enum == nil {
		text := strings.Trim(part.Text(), " ,;")
		return link.Candidate{Segment: part.Segment, First: part.First, Last: part.Last, Text: text}, text != "" &&
			len(text) <= maxTextBytes
	}
	for _, c := range w.finder(p, h)(part.Segment) {
		if c.First >= part.First && c.Last <= part.Last {
			return c, true
		}
	}
	return link.Candidate{}, false
}

func (w *queries) listBelow(item *custom.Property, h weighted) []value.Value {
	f := link.Evidence{Label: h.weight, Direction: link.Below, Start: h.Opens, Heading: true, Last: true,
		Later: h.Segment.Page.Number > 1}
	var out []value.Value
	end := h.Segment.Box.Y1
	for _, s := range h.Segment.Page.Below(h.Segment.Row, h.Box(), listReach*h.Segment.Height()) {
		if s.Box.Y0-end > 1.8*h.Segment.Height() || w.Labeled(s) || w.known.SumRow(s.Page.Rows[s.Row]) {
			break
		}
		c, ok := w.inPart(item, h.Label, annotate.Whole(s))
		if !ok {
			break
		}
		out = append(out, value.Cite(c.Text, s, c.First, c.Last, boost.Probability(f.Logit())))
		end = s.Box.Y1
	}
	return out
}

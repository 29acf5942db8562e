package annotate

import (
	"slices"

	"github.com/docmill/docmill/engine/layout"
)

// TypicalHeight returns the typical height of a page's print, and caches it.
func (r *Document) TypicalHeight(p *layout.Page) float64 {
	if r.heights == nil {
		r.heights = map[*layout.Page]float64{}
	}
	h, ok := r.heights[p]
	if !ok {
		h = TypicalHeight(p)
		r.heights[p] = h
	}
	return h
}

// IsLargePrint reports whether a segment is printed larger than the typical text of its page.
func (r *Document) IsLargePrint(s *layout.Segment) bool {
	return s.Height() > 1.2*r.TypicalHeight(s.Page)
}

// TypicalHeight returns the median height of a page's segments.
func TypicalHeight(p *layout.Page) float64 {
	var all []float64
	for _, row := range p.Rows {
		for _, s := range row.Segments {
			all = append(all, s.Height())
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

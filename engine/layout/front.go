package layout

import (
	"math"
	"slices"
)

// partFronts splits unknown words from the heading after them if both have separate cells. For example, names under
// "Lawyer" precede descriptions in a column whose heading is close.
func (t *Table) partFronts(end int) {
	rows := t.Page.Rows[t.Last+1 : end]
	for i := len(t.Headings) - 1; i >= 0; i-- {
		h := &t.Headings[i]
		if h.whole == nil {
			continue
		}
		first, last := h.named, h.named // where the second column's words may begin
		if h.Column == ColumnOther {
			first, last = 1, len(h.whole.Tokens)-1
		}
		for k := max(first, 1); k <= last; k++ {
			front, own := h.whole.SpanBox(0, k-1), h.whole.SpanBox(k, len(h.whole.Tokens)-1)
			if headTwo(front, own, rows) {
				h.Box, h.whole = own, nil
				t.Headings = slices.Insert(t.Headings, i, Heading{Column: ColumnOther, Box: front})
				break
			}
		}
	}
}

// headTwo reports whether cells aligned with the second of two headings mostly have cells under the first.
func headTwo(front, own Box, rows []*Row) bool {
	begin, begun, end, ended := 0, 0, 0, 0
	for _, r := range rows {
		for i, s := range r.Segments {
			if math.Abs(s.Box.X0-own.X0) <= s.Page.alignSlack() {
				if begin++; i > 0 && r.Segments[i-1].Box.OverlapX(front) > 0 {
					begun++
				}
			}
			if math.Abs(s.Box.X1-own.X1) <= s.Page.alignSlack() {
				if end++; i > 0 && math.Abs(r.Segments[i-1].Box.X1-front.X1) <= s.Page.alignSlack() {
					ended++
				}
			}
		}
	}
	return begun > 1 || 2*begun > begin || ended > 1 || 2*ended > end
}

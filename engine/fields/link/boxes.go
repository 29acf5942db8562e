package link

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// linksInBox finds the amount of a sum that is printed in a box: the label is at its left edge and the amount below
// at its right edge, so that they do not overlap horizontally. The box ends at the next label of the row.
func (r *Linker) linksInBox(h *annotate.Label, f Evidence, find Values) []Link {
	const nearest = 2.5 // heights of print
	page, height := h.Segment.Page, h.Segment.Height()
	if !h.Opens || !slices.ContainsFunc(h.Terms, ofMoney) || h.Segment.Row+1 >= len(page.Rows) {
		return nil
	}
	row := page.Rows[h.Segment.Row+1]
	if row.Box.Y0-h.Segment.Box.Y1 > nearest*height {
		return nil
	}
	left, right := h.Segment.Box.X0-height/2, page.Width
	if next := h.Segment.Right(); len(next) > 0 {
		right = next[0].Box.X0 + height/2
	}
	var out []Link
	for _, s := range row.Segments {
		if found := find(s); s.Box.X0 >= left && s.Box.X1 <= right && len(found) == 1 && r.soleIn(s, found[0]) {
			f.Direction, f.distance, f.kind = Below, max(0, s.Box.Y0-h.Segment.Box.Y1)/height, found[0].Fit
			out = append(out, f.Link(found[0], h))
		}
	}
	if len(out) > 1 {
		return nil
	}
	return out
}

// ofMoney reports whether a role is that of a sum or of a correction between sums.
func ofMoney(t lexicon.Term) bool {
	switch t.Role {
	case lexicon.Discount, lexicon.Shipping, lexicon.Rounding, lexicon.OtherAmount:
		return true
	}
	return annotate.SumLike(t.Role)
}

// headsRates reports whether a label heads a column of rates without amounts: "Discount %". A heading with a rate,
// such as "VAT 25 %", heads amounts.
func headsRates(h *annotate.Label) bool {
	words := h.Segment.Words[h.Last+1:]
	if len(words) != 1 || strings.Trim(words[0], "():") != "%" {
		return false
	}
	last := h.Segment.Words[h.Last]
	return last == "" || last[len(last)-1] < '0' || last[len(last)-1] > '9'
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

package link

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

func (r *Linker) linksOf(h *annotate.Label, weight float64, find Values) []Link {
	f := Evidence{Label: weight, Start: h.Opens, Colon: h.Colon, Heading: r.InHeading(h), Later: h.Segment.Page.Number > 1}
	if f.Heading && headsRates(h) {
		return nil
	}
	if r.captions[h] {
		return r.linksOver(h, f, find)
	}
	out := r.LinksBeside(h, f, find)
	if len(out) == 0 || f.Heading {
		below := r.LinksBelow(h, f, find)
		if f.Heading && (len(below) == 0 || below[0].Value.Segment.Row > h.Segment.Row+1) {
			if boxed := r.linksInBox(h, f, find); len(boxed) > 0 {
				below = boxed
			}
		}
		out = append(out, below...)
	}
	if len(out) == 0 {
		out = r.LinksAskew(h, f, find)
	}
	return out
}

// LinksAskew searches the rows above and below the label's for a value that is alone in its row, right of the
// label: in a photo or a badly fed receipt one printed line may become two rows. If both rows have one, it returns
// the one that is clearly closer, or else both with low weight, because the document's arithmetic may decide.
func (r *Linker) LinksAskew(h *annotate.Label, f Evidence, find Values) []Link {
	if len(h.Segment.Page.Rows[h.Segment.Row].Segments) > 1 {
		return nil
	}
	over, away1 := r.askew(h, h.Segment.Row-1, f, find)
	under, away2 := r.askew(h, h.Segment.Row+1, f, find)
	switch {
	case over == nil && under == nil:
		return nil
	case under == nil || over != nil && away1 < 0.5*away2:
		return []Link{*over}
	case over == nil || away2 < 0.5*away1:
		return []Link{*under}
	}
	over.LogOdds += weightEither
	under.LogOdds += weightEither
	return []Link{*over, *under}
}

// askew returns the link to the only value of a row if it is close enough, and the distance of the row.
func (r *Linker) askew(h *annotate.Label, row int, f Evidence, find Values) (*Link, float64) {
	page := h.Segment.Page
	if row < 0 || row >= len(page.Rows) || len(page.Rows[row].Segments) > 1 {
		return nil, 0
	}
	s := page.Rows[row].Segments[0]
	found := find(s)
	away := math.Abs(s.Box.CenterY() - h.Segment.Box.CenterY())
	if len(found) != 1 || s.Box.X0 < h.Segment.Box.X1 || away > 1.2*h.Segment.Height() || !soleIn(s, found[0]) {
		return nil, 0
	}
	f.Direction, f.distance, f.kind = Right, (s.Box.X0-h.Segment.Box.X1)/page.Width, found[0].Fit+weightAskew
	l := f.Link(found[0], h)
	return &l, away
}

// LinksBeside returns the links to values right of the label, up to the next label.
func (r *Linker) LinksBeside(h *annotate.Label, f Evidence, find Values) []Link {
	var out []Link
	stop := r.nextLabel(h)
	for _, c := range find(h.Segment) {
		// The currency of an amount may count as the end of its label.
		if c.Last > h.Last && c.First > h.First && c.First < stop {
			g := f
			g.Direction, g.distance, g.kind = Same, float64(max(0, c.First-h.Last-1)), c.Fit
			out = append(out, g.Link(c, h))
		}
	}
	if stop <= len(h.Segment.Words)-1 || r.overCaptions[h.Segment.Page.Rows[h.Segment.Row]] || completes(h, out) {
		return markLast(out) // each value above captions is a separate cell
	}
	edge := h.Segment.Box.X1
	for _, s := range h.Segment.Right() {
		if r.Labeled(s) && !r.opensWithRate(s) {
			break
		}
		found := find(s)
		for _, c := range found {
			g := f
			g.Direction, g.distance, g.kind = Right, max(0, s.Box.X0-edge)/h.Segment.Page.Width, c.Fit
			out = append(out, g.Link(c, h))
		}
		if len(found) == 1 && soleIn(s, found[0]) && !slices.ContainsFunc(h.Terms, ofMoney) {
			break // the number or date of the label; text further right belongs to another block
		}
	}
	return markLast(out)
}

// completes reports whether the only value after a label is the rest of its segment, except a code in brackets.
func completes(h *annotate.Label, found []Link) bool {
	if len(found) != 1 || slices.ContainsFunc(h.Terms, ofMoney) {
		return false
	}
	words, v := h.Segment.Words, found[0].Value
	return v.First == h.Last+1 && v.Last == len(words)-1 && !strings.HasPrefix(words[v.First], "(")
}

// opensWithRate reports whether a segment opens with a rate, such as "19% VAT".
func (r *Linker) opensWithRate(s *layout.Segment) bool {
	a := r.Spans[s].Amounts
	return len(a) > 0 && a[0].Percent && a[0].First == 0
}

// markLast lowers all but the last of several values next to one label.
func markLast(links []Link) []Link {
	for i := range links[:max(0, len(links)-1)] {
		links[i].LogOdds += weightNotLast
		links[i].Evidence.Last = false
	}
	return links
}

// nextLabel returns the token at which the label's reach in its segment ends.
func (r *Linker) nextLabel(h *annotate.Label) int {
	for _, o := range r.LabelsIn[h.Segment] {
		if o.First > h.Last && (o.Colon || o.Terms[0].Weight >= 1) && !r.coupled(h, o) {
			return o.First
		}
	}
	return len(h.Segment.Words)
}

// coupled reports whether two labels announce a number and a date after both: "Invoice No. / Date: 4711 / 3 May 2031".
func (r *Linker) coupled(h, o *annotate.Label) bool {
	between := strings.Join(h.Segment.Words[h.Last+1:o.First], "")
	if between != "/" && (between != "" || !strings.HasSuffix(h.Segment.Words[h.Last], "/")) {
		return false
	}
	return ofDay(h) != ofDay(o) && len(r.valuesOf(h)) > 0 && len(r.valuesOf(o)) > 0
}

// LinksBelow returns the links to values below the label, down to the next label in its column.
func (r *Linker) LinksBelow(h *annotate.Label, f Evidence, find Values) []Link {
	box := h.Box()
	height := h.Segment.Height()
	var out []Link
	for _, s := range h.Segment.Page.Below(h.Segment.Row, box, 4.5*height) {
		if r.Labeled(s) && s.Box.OverlapX(box) > 0.3*box.Width() && len(find(s)) == 0 {
			break
		}
		for _, c := range find(s) {
			cb := s.SpanBox(c.First, c.Last)
			if cb.OverlapX(box) <= 0 && len(s.Words) > 1 && !soleIn(s, c) {
				continue
			}
			g := f
			g.Direction, g.distance, g.kind = Below, max(0, s.Box.Y0-box.Y1)/height, c.Fit
			out = append(out, g.Link(c, h))
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

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
		if found := find(s); s.Box.X0 >= left && s.Box.X1 <= right && len(found) == 1 && soleIn(s, found[0]) {
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

// Set holds the links of several roles that compete for values of a kind.
type Set struct {
	Links map[lexicon.Role][]Link
}

// Len returns the number of links of all roles.
func (m *Set) Len() int {
	n := 0
	for _, links := range m.Links {
		n += len(links)
	}
	return n
}

// remembered caches the results of a finder by segment.
func remembered(find Values) Values {
	seen := map[*layout.Segment][]Candidate{}
	return func(s *layout.Segment) []Candidate {
		found, ok := seen[s]
		if !ok {
			found = find(s)
			seen[s] = found
		}
		return found
	}
}

// Settle lowers the links to values that another role claims more strongly.
func (m *Set) Settle() {
	type key struct {
		seg   *layout.Segment
		first int
	}
	best := map[key]map[lexicon.Role]float64{}
	for name, links := range m.Links {
		for _, l := range links {
			k := key{l.Value.Segment, l.Value.First}
			if best[k] == nil {
				best[k] = map[lexicon.Role]float64{}
			}
			if z, ok := best[k][name]; !ok || l.LogOdds > z {
				best[k][name] = l.LogOdds
			}
		}
	}
	for name, links := range m.Links {
		for i := range links {
			l := &links[i]
			rival := l.LogOdds
			for other, z := range best[key{l.Value.Segment, l.Value.First}] {
				if other != name {
					rival = max(rival, z)
				}
			}
			if rival > l.LogOdds {
				l.rival = rival - l.LogOdds
				l.LogOdds -= min(3, 0.8*(rival-l.LogOdds)+0.4)
			}
		}
	}
}

// Best returns the strongest link of a role, or the first of equal ones.
func (m *Set) Best(want lexicon.Role) (Link, bool) {
	var top Link
	ok := false
	for _, l := range m.Links[want] {
		if !ok || l.LogOdds > top.LogOdds {
			top, ok = l, true
		}
	}
	return top, ok
}

// lead returns the log-odds between a link and the strongest other value of its role; 0 if there is none.
func (m *Set) lead(want lexicon.Role, l Link) float64 {
	lead, rivals := 0.0, false
	for _, o := range m.Links[want] {
		if o.Value.SameAs(l.Value) || o.Value.Text == l.Value.Text && o.Value.Text != "" {
			continue
		}
		if d := l.LogOdds - o.LogOdds; !rivals || d < lead {
			lead, rivals = d, true
		}
	}
	return lead
}

// Claims reports whether any role but the issue date has a fair link to the value.
func (m *Set) Claims(c Candidate) bool {
	for name, links := range m.Links {
		if name == lexicon.IssueDate {
			continue
		}
		for _, l := range links {
			if l.Value.SameAs(c) && l.LogOdds > 0 {
				return true
			}
		}
	}
	return false
}

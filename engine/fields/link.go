package fields

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

// direction tells where a value stands as seen from its label.
type direction int

const (
	same  direction = iota // after the label in its own segment
	right                  // in a segment to the right
	below                  // under the label
)

// features describe the link between a label and a value.
type features struct {
	label     float64 // strength of the label, 0 to 1
	direction direction
	distance  float64 // same: words between; right: gap in page widths; below: gap in lines
	start     bool    // the label opens its segment
	colon     bool
	heading   bool // the label stands among labels in its row, as in a header
	last      bool // the value is the last of its kind in the row
	later     bool // not on the first page
	kind      float64
}

// Weights of the scorer: log-odds per feature, set by hand.
const (
	weightBias         = -1.6
	weightLabel        = 4.2
	weightSame         = 1.0
	weightRight        = 0.9
	weightBelow        = 0.2
	weightSameWord     = -0.45 // per word between
	weightRightGap     = -1.6  // per page width
	weightBelowLine    = -0.75 // per line
	weightNotStart     = -1.3
	weightColonBeside  = 0.4
	weightColonBelow   = -0.9
	weightHeadingBelow = 0.9
	weightHeadingRight = -0.8
	weightNotLast      = -0.8
	weightLater        = -0.25
	weightAskew        = -0.6 // in the row over or under the label's
	weightEither       = -1.5 // … and either could be meant
)

// logit is the scorer: a weighted sum of the features.
func (f features) logit() float64 {
	z := weightBias + weightLabel*f.label + f.kind
	switch f.direction {
	case same:
		z += weightSame + weightSameWord*f.distance
	case right:
		z += weightRight + weightRightGap*f.distance
		if f.heading {
			z += weightHeadingRight
		}
	case below:
		z += weightBelow + weightBelowLine*f.distance
		if f.heading {
			z += weightHeadingBelow
		}
	}
	if !f.start {
		z += weightNotStart
	}
	switch {
	case f.colon && f.direction == below:
		z += weightColonBelow
	case f.colon:
		z += weightColonBeside
	}
	if !f.last {
		z += weightNotLast
	}
	if f.later {
		z += weightLater
	}
	return z
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// link is a value that a label points to.
type link struct {
	value     candidate
	hit       *hit
	seen      features
	z         float64 // log-odds
	rival     float64 // by how much another role claims the value more strongly
	corrected float64 // what the trained scorer adds
}

func (f features) link(c candidate, h *hit) link {
	return link{value: c, hit: h, seen: f, z: f.logit()}
}

// candidate is a typed span of one segment.
type candidate struct {
	seg         *layout.Segment
	first, last int
	text        string  // normalised value, where the kind has one
	index       int     // into the segment's recognised values of that kind
	kind        float64 // log-odds for how well it fits its kind
}

func (c candidate) sameAs(o candidate) bool { return c.seg == o.seg && c.first == o.first }

// finder gives the candidates of one kind in a segment, in order.
type finder func(s *layout.Segment) []candidate

// links gives all links from the label to values of a kind.
func (r *reading) links(h *hit, weight float64, find finder) []link {
	f := features{label: weight, start: h.start, colon: h.colon, heading: r.inHeading(h), later: h.seg.Page.Number > 1}
	out := r.linksBeside(h, f, find)
	if len(out) == 0 || f.heading {
		out = append(out, r.linksBelow(h, f, find)...)
	}
	if len(out) == 0 {
		out = r.linksAskew(h, f, find)
	}
	return out
}

// linksAskew looks into the rows over and under the label's for a value that
// stands there alone, right of the label: on a photo or a badly fed strip one
// line of print comes apart into two rows. Where both rows hold one it takes
// the one that is clearly nearer, else both with little weight: the document's
// arithmetic may tell.
func (r *reading) linksAskew(h *hit, f features, find finder) []link {
	if len(h.seg.Page.Rows[h.seg.Row].Segments) > 1 {
		return nil
	}
	over, away1 := r.askew(h, h.seg.Row-1, f, find)
	under, away2 := r.askew(h, h.seg.Row+1, f, find)
	switch {
	case over == nil && under == nil:
		return nil
	case under == nil || over != nil && away1 < 0.5*away2:
		return []link{*over}
	case over == nil || away2 < 0.5*away1:
		return []link{*under}
	}
	over.z += weightEither
	under.z += weightEither
	return []link{*over, *under}
}

// askew gives the link to the one value of a row, if it is near enough, and
// how far the row is away.
func (r *reading) askew(h *hit, row int, f features, find finder) (*link, float64) {
	page := h.seg.Page
	if row < 0 || row >= len(page.Rows) || len(page.Rows[row].Segments) > 1 {
		return nil, 0
	}
	s := page.Rows[row].Segments[0]
	found := find(s)
	away := math.Abs(s.Box.CenterY() - h.seg.Box.CenterY())
	if len(found) != 1 || s.Box.X0 < h.seg.Box.X1 || away > 1.2*h.seg.Height() || !r.soleIn(s, found[0]) {
		return nil, 0
	}
	f.direction, f.distance, f.kind = right, (s.Box.X0-h.seg.Box.X1)/page.Width, found[0].kind+weightAskew
	l := f.link(found[0], h)
	return &l, away
}

// linksBeside looks right of the label up to the next label.
func (r *reading) linksBeside(h *hit, f features, find finder) []link {
	var out []link
	stop := r.nextLabel(h)
	for _, c := range find(h.seg) {
		// The currency of an amount may count as the end of its label.
		if c.last > h.last && c.first > h.first && c.first < stop {
			g := f
			g.direction, g.distance, g.kind = same, float64(max(0, c.first-h.last-1)), c.kind
			out = append(out, g.link(c, h))
		}
	}
	if stop <= len(h.seg.Words)-1 {
		return markLast(out)
	}
	edge := h.seg.Box.X1
	for _, s := range h.seg.Right() {
		if r.labelled(s) && !r.opensWithRate(s) {
			break
		}
		for _, c := range find(s) {
			g := f
			g.direction, g.distance, g.kind = right, max(0, s.Box.X0-edge)/h.seg.Page.Width, c.kind
			out = append(out, g.link(c, h))
		}
	}
	return markLast(out)
}

// opensWithRate tells a segment such as "19% VAT", which parts no label from
// its value.
func (r *reading) opensWithRate(s *layout.Segment) bool {
	a := r.found[s].amounts
	return len(a) > 0 && a[0].Percent && a[0].First == 0
}

// markLast lowers all but the last of several values beside one label.
func markLast(links []link) []link {
	for i := range links[:max(0, len(links)-1)] {
		links[i].z += weightNotLast
		links[i].seen.last = false
	}
	return links
}

// nextLabel gives the token at which the label's reach in its segment ends.
func (r *reading) nextLabel(h *hit) int {
	for _, o := range r.starts[h.seg] {
		if o.first > h.last && (o.colon || o.terms[0].Weight >= 1) {
			return o.first
		}
	}
	return len(h.seg.Words)
}

// linksBelow looks under the label, down to the next label in its column.
func (r *reading) linksBelow(h *hit, f features, find finder) []link {
	box := h.box()
	height := h.seg.Height()
	var out []link
	for _, s := range h.seg.Page.Below(h.seg.Row, box, 4.5*height) {
		if r.labelled(s) && s.Box.OverlapX(box) > 0.3*box.Width() && len(find(s)) == 0 {
			break
		}
		for _, c := range find(s) {
			cb := s.SpanBox(c.first, c.last)
			if cb.OverlapX(box) <= 0 && len(s.Words) > 1 && !r.soleIn(s, c) {
				continue
			}
			g := f
			g.direction, g.distance, g.kind = below, max(0, s.Box.Y0-box.Y1)/height, c.kind
			out = append(out, g.link(c, h))
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

func (r *reading) soleIn(s *layout.Segment, c candidate) bool {
	return c.last-c.first+1 >= len(s.Words)-1
}

// inHeading reports whether the label's row holds further labels and no values
// between them.
func (r *reading) inHeading(h *hit) bool {
	others := 0
	for _, s := range h.seg.Page.Rows[h.seg.Row].Segments {
		if s == h.seg {
			continue
		}
		if f := r.found[s]; len(f.dates) > 0 || slices.ContainsFunc(f.amounts, func(a recognize.Amount) bool { return !a.Percent }) {
			return false
		}
		if r.labelled(s) {
			others++
		}
	}
	return others > 0 && h.last >= len(h.seg.Words)-2
}

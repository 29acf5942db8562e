package link

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Direction is the position of a value relative to its label.
type Direction int

// Directions from the label to the value.
const (
	Same  Direction = iota // after the label in its segment
	Right                  // in a segment to the right
	Below                  // below the label
)

// Evidence describes the link between a label and a value.
type Evidence struct {
	Label     float64 // strength of the label, 0 to 1
	Direction Direction
	distance  float64 // same: words between; right: gap in page widths; below: gap in lines
	Start     bool    // the label opens its segment
	Colon     bool
	Heading   bool // the label is among labels in its row, as in a header
	Last      bool // the value is the last of its kind in the row
	Later     bool // not on the first page
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
	weightAskew        = -0.6 // in the row above or below the label's
	weightEither       = -1.5 // … and both rows have a candidate
)

// Logit returns the weighted sum of the features as log-odds.
func (f Evidence) Logit() float64 {
	z := weightBias + weightLabel*f.Label + f.kind
	switch f.Direction {
	case Same:
		z += weightSame + weightSameWord*f.distance
	case Right:
		z += weightRight + weightRightGap*f.distance
		if f.Heading {
			z += weightHeadingRight
		}
	case Below:
		z += weightBelow + weightBelowLine*f.distance
		if f.Heading {
			z += weightHeadingBelow
		}
	}
	if !f.Start {
		z += weightNotStart
	}
	switch {
	case f.Colon && f.Direction == Below:
		z += weightColonBelow
	case f.Colon:
		z += weightColonBeside
	}
	if !f.Last {
		z += weightNotLast
	}
	if f.Later {
		z += weightLater
	}
	return z
}

// Link is a value that a label points to.
type Link struct {
	Value     Candidate
	Label     *annotate.Label
	Evidence  Evidence
	LogOdds   float64 // log-odds
	rival     float64 // lead of another role's claim to the value
	corrected float64 // correction of the trained scorer
}

// Link returns the link from a label to a candidate with the log-odds of the evidence.
func (f Evidence) Link(c Candidate, h *annotate.Label) Link {
	return Link{Value: c, Label: h, Evidence: f, LogOdds: f.Logit()}
}

// LabelWeight returns how strongly the label announces its role, from 0 to 1.
func (l Link) LabelWeight() float64 { return l.Evidence.Label }

// Untrained returns the link with the log-odds of the weights set by hand.
func (l Link) Untrained() Link {
	l.LogOdds -= l.corrected
	return l
}

// Candidate is a typed span of one segment.
type Candidate struct {
	Segment     *layout.Segment
	First, Last int
	Text        string  // normalized value, if the kind has one
	Index       int     // into the segment's recognized values of that kind
	Fit         float64 // log-odds for how well it fits its kind
}

// SameAs reports whether two candidates start at the same word of the page.
func (c Candidate) SameAs(o Candidate) bool { return c.Segment == o.Segment && c.First == o.First }

// Values returns the candidates of one kind in a segment, in order.
type Values func(s *layout.Segment) []Candidate

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
	if len(found) != 1 || s.Box.X0 < h.Segment.Box.X1 || away > 1.2*h.Segment.Height() || !r.soleIn(s, found[0]) {
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
		if len(found) == 1 && r.soleIn(s, found[0]) && !slices.ContainsFunc(h.Terms, ofMoney) {
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
			if cb.OverlapX(box) <= 0 && len(s.Words) > 1 && !r.soleIn(s, c) {
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

func (r *Linker) soleIn(s *layout.Segment, c Candidate) bool {
	return c.Last-c.First+1 >= len(s.Words)-1
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

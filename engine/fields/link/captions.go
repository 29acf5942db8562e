package link

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Captions: some designs print a row of values with a small label below each. A row of labels is a row of captions
// if the row above holds their values, closer or in more columns than the row below, and has no labels above it.

// minCaptions is the minimum number of labels in a row of captions.
const minCaptions = 2

// findCaptions records the labels that are below their values, and the rows of these. It reads each page from the
// top, because a row of values belongs to the first labels.
func (r *Linker) findCaptions() {
	labels := map[*layout.Row][]*annotate.Label{}
	for _, h := range r.Labels {
		if r.mayCaption(h) {
			row := h.Segment.Page.Rows[h.Segment.Row]
			labels[row] = append(labels[row], h)
		}
	}
	for _, p := range r.Layout.Pages {
		announced := 0 // the row whose values belong to labels above it; the first row has none
		for i, row := range p.Rows {
			if i == announced || !r.underValues(p, i, labels[row]) {
				if len(labels[row]) >= minCaptions {
					announced = i + 2
				}
				continue
			}
			r.overCaptions[p.Rows[i-1]] = true
			for _, h := range labels[row] {
				r.captions[h] = true
			}
		}
	}
}

// findStackedCaptions records labels of a column in which values and labels alternate, a value first.
func (r *Linker) findStackedCaptions() {
	columns := map[*layout.Page][][]*annotate.Label{}
	for _, h := range r.Labels {
		p := h.Segment.Page
		if r.captions[h] || !r.mayCaption(h) || r.hasBeside(h) {
			continue
		}
		if !r.Work.Spend(len(columns[p])) {
			return
		}
		i := slices.IndexFunc(columns[p], func(c []*annotate.Label) bool {
			return math.Abs(c[0].Segment.Box.X0-h.Segment.Box.X0) < h.Segment.Height()
		})
		if i < 0 {
			columns[p] = append(columns[p], []*annotate.Label{h})
			continue
		}
		columns[p][i] = append(columns[p][i], h)
	}
	for _, p := range r.Layout.Pages {
		for _, column := range columns[p] {
			if !r.allUnderValues(p, column) {
				continue
			}
			for _, h := range column {
				r.captions[h] = true
			}
		}
	}
}

// mayCaption reports whether a label announces dates or numbers, and no such value follows in its cell.
func (r *Linker) mayCaption(h *annotate.Label) bool {
	values := r.valuesOf(h)
	return len(values) > 0 && wholeCell(h) && !slices.ContainsFunc(values, func(find Values) bool {
		return slices.ContainsFunc(find(h.Segment), func(c Candidate) bool { return c.First > h.Last })
	})
}

// hasBeside reports whether a value for the label is in the next segment to its right.
func (r *Linker) hasBeside(h *annotate.Label) bool {
	right := h.Segment.Right()
	return len(right) > 0 && slices.ContainsFunc(r.valuesOf(h), func(find Values) bool { return len(find(right[0])) > 0 })
}

// allUnderValues reports whether each label of a column is closer to a value above than to one below.
func (r *Linker) allUnderValues(p *layout.Page, column []*annotate.Label) bool {
	const clearly = 0.2 // heights of print
	for _, h := range column {
		row := h.Segment.Row
		if row == 0 {
			return false
		}
		one := []*annotate.Label{h}
		over, near := r.facing(p, row-1, one)
		under, far := 0, math.Inf(1)
		if row+1 < len(p.Rows) {
			under, far = r.facing(p, row+1, one)
		}
		if over == 0 || under > 0 && far < near+clearly*h.Segment.Height() {
			return false
		}
	}
	return len(column) >= minCaptions
}

// wholeCell reports whether a label fills its segment, except one word or brackets: "Due date (14 days net)".
func wholeCell(h *annotate.Label) bool {
	words := h.Segment.Words
	rest := words[min(h.Last+1, len(words)):]
	aside := len(rest) > 0 && strings.HasSuffix(rest[len(rest)-1], ")") &&
		slices.ContainsFunc(words[h.Last:min(h.Last+2, len(words))], func(w string) bool { return strings.HasPrefix(w, "(") })
	return h.First == 0 && !h.Colon && (len(rest) <= 1 || aside)
}

// underValues reports whether labels belong to the row above. Below another row of captions one label is enough.
func (r *Linker) underValues(p *layout.Page, row int, labels []*annotate.Label) bool {
	const rows = 3 // from captions to the values of those above
	least := minCaptions
	if row >= rows && r.overCaptions[p.Rows[row-rows]] {
		least = 1
	}
	if row == 0 || len(labels) < least {
		return false
	}
	over, near := r.facing(p, row-1, labels)
	under, far := 0, math.Inf(1)
	if row+1 < len(p.Rows) {
		under, far = r.facing(p, row+1, labels)
	}
	return over >= least && (over > under || over == under && near < far)
}

// facing counts the labels with an aligned value in a close row, and returns the distance of the row.
func (r *Linker) facing(p *layout.Page, row int, labels []*annotate.Label) (n int, away float64) {
	const closest = 1.6 // heights of the labels
	for _, h := range labels {
		var found []Candidate
		for _, find := range r.valuesOf(h) {
			found = append(found, r.inRow(p.Rows[row], h, find)...)
		}
		if len(found) == 0 {
			continue
		}
		box := found[0].Segment.SpanBox(found[0].First, found[0].Last)
		gap := max(box.Y0-h.Box().Y1, h.Box().Y0-box.Y1)
		if gap > closest*h.Segment.Height() {
			continue
		}
		n, away = n+1, max(away, gap)
	}
	return n, away
}

// inRow returns the values in a row that a label is the caption of.
func (r *Linker) inRow(row *layout.Row, h *annotate.Label, find Values) []Candidate {
	var out []Candidate
	for _, s := range row.Segments {
		for _, c := range find(s) {
			box := s.SpanBox(c.First, c.Last)
			if atSameEdge(box, h.Segment.Box, h.Segment.Height()) || box.OverlapX(h.Segment.Box) > 0 && soleIn(s, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// atSameEdge reports whether two boxes share an edge or their middle, within slack.
func atSameEdge(a, b layout.Box, slack float64) bool {
	return math.Abs(a.X0-b.X0) < slack || math.Abs(a.X1-b.X1) < slack || math.Abs(a.CenterX()-b.CenterX()) < slack
}

// linksOver returns the links from a caption to the values above it. They count like those below a heading.
func (r *Linker) linksOver(h *annotate.Label, f Evidence, find Values) []Link {
	f.Direction, f.Heading = Below, true
	var out []Link
	for _, c := range r.inRow(h.Segment.Page.Rows[h.Segment.Row-1], h, find) {
		g := f
		g.distance = max(0, h.Segment.Box.Y0-c.Segment.SpanBox(c.First, c.Last).Y1) / h.Segment.Height()
		g.kind = c.Fit
		out = append(out, g.Link(c, h))
	}
	return out
}

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

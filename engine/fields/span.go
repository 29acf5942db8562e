package fields

import (
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// Bounds of a service period that no known label announces.
const (
	longestSpan = 400 * 24 * time.Hour
	spanScore   = 0.7
)

// putSpan stores two dates as the service period that stand in one line as from
// and to: "3/10/2017 – 2/11/2017". Lines of other dates, as of a stay or of a
// discount, are left out.
func (r *reading) putSpan(set *Set) {
	for _, p := range r.lay.Pages {
		for _, row := range p.Rows {
			if r.items[row] {
				continue
			}
			a, b, ok := r.spanIn(row)
			if !ok {
				continue
			}
			set.put("servicePeriodStart", cite(a.text, a.seg, a.first, a.last, spanScore))
			set.put("servicePeriodEnd", cite(b.text, b.seg, b.first, b.last, spanScore))
			return
		}
	}
}

// spanIn gives the two dates of a row, if there are two and one leads to the
// other. A dash between them may have parted the line's segments.
func (r *reading) spanIn(row *layout.Row) (a, b candidate, ok bool) {
	var d []candidate
	for _, s := range row.Segments {
		if r.namesOtherDate(s) {
			return a, b, false
		}
		d = append(d, r.dateValues(s)...)
	}
	if len(d) != 2 || !within(d[0].text, d[1].text, longestSpan) {
		return a, b, false
	}
	a, b = d[0], d[1]
	if a.seg == b.seg {
		return a, b, b.first == a.last+2 && spanWord(a.seg.Words[a.last+1])
	}
	near := b.seg.Box.X0-a.seg.Box.X1 < dashWidth*a.seg.Height()
	return a, b, near && a.last == len(a.seg.Words)-1 && b.first == 0
}

// dashWidth is the most room that a dash with its spaces takes, in heights.
const dashWidth = 2

// putEnds stores the period whose first and last day have labels of their own,
// and reports whether there is one.
func (r *reading) putEnds(set *Set, m *market) bool {
	first, ok1 := m.best(lexicon.PeriodStart)
	last, ok2 := m.best(lexicon.PeriodEnd)
	if !ok1 || !ok2 || min(first.z, last.z) < 0 || !within(first.value.text, last.value.text, longestSpan) {
		return false
	}
	set.put("servicePeriodStart", first.asValue())
	set.put("servicePeriodEnd", last.asValue())
	return true
}

// putSpanBeside stores the period whose first or last day the link leads to, if
// the other stands beside it in the row.
func (r *reading) putSpanBeside(set *Set, l link) {
	var dates []candidate
	for _, s := range l.value.seg.Page.Rows[l.value.seg.Row].Segments {
		dates = append(dates, r.dateValues(s)...)
	}
	for i := 0; i+1 < len(dates); i++ {
		a, b := dates[i], dates[i+1]
		if !a.sameAs(l.value) && !b.sameAs(l.value) || !within(a.text, b.text, longestSpan) {
			continue
		}
		set.put("servicePeriodStart", cite(a.text, a.seg, a.first, a.last, sigmoid(l.z)))
		set.put("servicePeriodEnd", cite(b.text, b.seg, b.first, b.last, sigmoid(l.z)))
		return
	}
}

// namesOtherDate reports whether a label of some other date than a period's
// stands in a segment.
func (r *reading) namesOtherDate(s *layout.Segment) bool {
	return slices.ContainsFunc(r.starts[s], func(h *hit) bool {
		return slices.ContainsFunc(h.terms, func(t lexicon.Term) bool { return t.Role == lexicon.OtherDate || t.Role == lexicon.DueDate })
	})
}

// spanWord tells what stands between the first and the last day of a period.
func spanWord(w string) bool {
	if strings.Trim(w, "-–—") == "" {
		return true
	}
	return lexicon.Until.Has(recognize.Fold(w))
}

// within reports whether the second date follows the first, in no more than the
// given time.
func within(first, second string, most time.Duration) bool {
	a, err1 := time.Parse(time.DateOnly, first)
	b, err2 := time.Parse(time.DateOnly, second)
	return err1 == nil && err2 == nil && b.After(a) && b.Sub(a) <= most
}

package header

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of an unlabeled service period.
const (
	maxPeriod = 400 * 24 * time.Hour
	spanScore = 0.7
)

// putSpan stores two dates in one line as the service period: "3/10/2017 – 2/11/2017". It skips lines with labels
// of other dates, such as a stay or a discount.
func (r *finder) putSpan(set *value.Set) {
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			if r.ItemRows[row] {
				continue
			}
			a, b, ok := r.spanIn(row)
			if !ok {
				continue
			}
			set.Put("servicePeriodStart", value.Cite(a.Text, a.Segment, a.First, a.Last, spanScore))
			set.Put("servicePeriodEnd", value.Cite(b.Text, b.Segment, b.First, b.Last, spanScore))
			return
		}
	}
}

// spanIn returns the only two dates of a row, with a word for "to" between. A dash may have split its segments.
func (r *finder) spanIn(row *layout.Row) (a, b link.Candidate, ok bool) {
	var d []link.Candidate
	for _, s := range row.Segments {
		if r.namesOtherDate(s) {
			return a, b, false
		}
		d = append(d, r.datesOf(s)...)
	}
	if len(d) != 2 || !isPeriod(d[0].Text, d[1].Text) {
		return a, b, false
	}
	a, b = d[0], d[1]
	if a.Segment == b.Segment {
		return a, b, b.First == a.Last+2 && spanWord(a.Segment.Words[a.Last+1])
	}
	near := b.Segment.Box.X0-a.Segment.Box.X1 < dashWidth*a.Segment.Height()
	return a, b, near && a.Last == len(a.Segment.Words)-1 && b.First == 0
}

// datesOf returns the dates of a segment. If there is only one, the first day of its period may lack the year.
func (r *finder) datesOf(s *layout.Segment) []link.Candidate {
	dates := r.DateValues(s)
	if len(dates) == 1 {
		if first, ok := withoutYear(dates[0]); ok {
			return []link.Candidate{first, dates[0]}
		}
	}
	return dates
}

// withoutYear returns the first day of a period whose year only the last day has: "May 9 - June 9, 2025".
func withoutYear(last link.Candidate) (link.Candidate, bool) {
	const fewest, most = 2, 3 // words of a day and month
	s, end := last.Segment, last.First-1
	day, err := time.Parse(time.DateOnly, last.Text)
	if err != nil || end < fewest || !spanWord(s.Words[end]) {
		return link.Candidate{}, false
	}
	for n := min(most, end); n >= fewest; n-- {
		words := slices.Clone(s.Words[end-n : end])
		for _, year := range []int{day.Year(), day.Year() - 1} {
			found := recognize.Dates(append(words, strconv.Itoa(year)))
			if len(found) != 1 || found[0].First != 0 || found[0].Last != n {
				break
			}
			first := found[0].ISO(recognize.OrderUnknown)
			if isPeriod(first, last.Text) {
				return link.Candidate{Segment: s, First: end - n, Last: end - 1, Text: first}, true
			}
		}
	}
	return link.Candidate{}, false
}

// dashWidth is the maximum width of a dash with its spaces, in heights.
const dashWidth = 2

// putEnds stores the period whose first and last day have separate labels, and reports whether there is one.
func (r *finder) putEnds(set *value.Set, m *link.Set) bool {
	first, ok1 := m.Best(lexicon.PeriodStart)
	last, ok2 := m.Best(lexicon.PeriodEnd)
	if !ok1 || !ok2 || min(first.LogOdds, last.LogOdds) < 0 || !isPeriod(first.Value.Text, last.Value.Text) {
		return false
	}
	set.Put("servicePeriodStart", first.AsValue())
	set.Put("servicePeriodEnd", last.AsValue())
	return true
}

// putSpanBeside stores the period of the link's date and the date next to it in the row.
func (r *finder) putSpanBeside(set *value.Set, l link.Link) {
	var dates []link.Candidate
	for _, s := range l.Value.Segment.Page.Rows[l.Value.Segment.Row].Segments {
		dates = append(dates, r.DateValues(s)...)
	}
	for i := 0; i+1 < len(dates); i++ {
		a, b := dates[i], dates[i+1]
		if !a.SameAs(l.Value) && !b.SameAs(l.Value) || !isPeriod(a.Text, b.Text) {
			continue
		}
		set.Put("servicePeriodStart", value.Cite(a.Text, a.Segment, a.First, a.Last, boost.Probability(l.LogOdds)))
		set.Put("servicePeriodEnd", value.Cite(b.Text, b.Segment, b.First, b.Last, boost.Probability(l.LogOdds)))
		return
	}
}

// namesOtherDate reports whether a segment has the label of a date that is not part of a period.
func (r *finder) namesOtherDate(s *layout.Segment) bool {
	return slices.ContainsFunc(r.LabelsIn[s], func(h *annotate.Label) bool {
		return slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
			return t.Role == lexicon.OtherDate || t.Role == lexicon.DueDate
		})
	})
}

// spanWord reports whether a word connects the first and the last day of a period.
func spanWord(w string) bool {
	if strings.Trim(w, "-–—") == "" {
		return true
	}
	return lexicon.Until.Has(recognize.Fold(w))
}

// isPeriod reports whether the second date follows the first, in no more than maxPeriod.
func isPeriod(first, second string) bool {
	a, err1 := time.Parse(time.DateOnly, first)
	b, err2 := time.Parse(time.DateOnly, second)
	return err1 == nil && err2 == nil && b.After(a) && b.Sub(a) <= maxPeriod
}

// clearLabel is the minimum strength of unambiguous labels. "Termin" means delivery on orders, but due on invoices.
const clearLabel = 0.8

// putDelivery stores an invoice's delivery date. It uses the weights set by hand only, because the trained scorer
// has seen no delivery dates on invoices and rejects them.
func (r *finder) putDelivery(set *value.Set, dates *link.Set) {
	l, ok := dates.Best(lexicon.DeliveryDate)
	if !ok || l.LabelWeight() < clearLabel || r.inSpan(l.Value) {
		return
	}
	if v := l.Untrained().AsValue(); v.Score >= 0.5 && !endsPeriod(set, v) {
		set.Put("deliveryDate", v)
	}
}

// endsPeriod reports whether the words of a date are an end of the stored service period.
func endsPeriod(set *value.Set, v value.Value) bool {
	from, to := set.Scalars["servicePeriodStart"], set.Scalars["servicePeriodEnd"]
	same := func(o value.Value) bool { return o.Page == v.Page && o.Box == v.Box }
	return from.Value != to.Value && (same(from) || same(to))
}

// inSpan reports whether another date is at most one word away: the two are the ends of a period.
func (r *finder) inSpan(date link.Candidate) bool {
	const beside = 2 // tokens from one to the other
	return slices.ContainsFunc(r.DateValues(date.Segment), func(c link.Candidate) bool {
		return c.First > date.Last && c.First-date.Last <= beside || c.Last < date.First && date.First-c.Last <= beside
	})
}

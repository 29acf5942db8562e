package statement

import (
	"fmt"
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

// Range of the number of days of a statement.
const (
	minPeriodDays = 1
	maxPeriodDays = 400
)

// daySpan is a printed pair of dates.
type daySpan struct {
	from, to link.Candidate
	score    float64
}

// putStatementPeriod stores two dates joined by "to" or a dash, preferably labeled, or else labeled ends.
func (r *finder) putStatementPeriod(set *value.Set) {
	var top daySpan
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			for _, d := range r.daySpans(row) {
				if d.score > top.score {
					top = d
				}
			}
		}
	}
	if top.score == 0 {
		top = r.labeledEnds()
	}
	if top.score == 0 {
		if r.card { // many print only the last day
			r.PutBest(set, r.Link(r.DateValues, lexicon.PeriodEnd, lexicon.OtherDate), lexicon.PeriodEnd, "periodEnd", 0.5)
		}
		return
	}
	for name, d := range map[string]link.Candidate{"periodStart": top.from, "periodEnd": top.to} {
		set.Put(name, value.Cite(d.Text, d.Segment, d.First, d.Last, top.score))
	}
}

func (r *finder) daySpans(row *layout.Row) []daySpan {
	var days []link.Candidate
	for _, s := range row.Segments {
		days = append(days, r.DateValues(s)...)
	}
	var out []daySpan
	for i, to := range days {
		from, ok := r.shortDay(to)
		if i > 0 && (areJoined(days[i-1], to) || r.haveLabelBeside(days[i-1], to)) {
			from, ok = days[i-1], true
		}
		if ok && coversPeriod(from.Text, to.Text) {
			out = append(out, daySpan{from, to, r.spanScore(from)})
		}
	}
	return out
}

// haveLabelBeside reports whether two adjacent dates have the label of a period: the dash may be lost.
func (r *finder) haveLabelBeside(from, to link.Candidate) bool {
	if from.Segment == to.Segment && from.Last+1 != to.First || from.Segment != to.Segment &&
		(from.Last < len(from.Segment.Words)-1 || to.First > 0 || to.Segment.Left() != from.Segment) {
		return false
	}
	return r.hasPeriodLabel(from.Segment)
}

// coversPeriod reports whether two ISO dates can be the ends of a period.
func coversPeriod(from, to string) bool {
	a, err1 := time.Parse(time.DateOnly, from)
	b, err2 := time.Parse(time.DateOnly, to)
	days := b.Sub(a).Hours() / 24
	return err1 == nil && err2 == nil && days >= minPeriodDays && days <= maxPeriodDays
}

// areJoined reports whether only joining words are between two dates, and at least one if they are in one segment.
func areJoined(from, to link.Candidate) bool {
	var between []string
	if from.Segment == to.Segment {
		if to.First <= from.Last {
			return true // one word holds both: "01.03.2031–31.03.2031"
		}
		between = from.Segment.Words[from.Last+1 : to.First]
		if len(between) == 0 {
			return strings.ContainsAny(to.Segment.Words[to.First][:1], "-–") // "01/03/2031 -31/03/2031"
		}
	} else {
		between = append(between, from.Segment.Words[from.Last+1:]...)
		for _, s := range from.Segment.Right() {
			if s == to.Segment {
				break
			}
			between = append(between, s.Words...)
		}
		between = append(between, to.Segment.Words[:to.First]...)
		if len(between) == 0 {
			return false
		}
	}
	return areJoiners(between)
}

func areJoiners(words []string) bool {
	for _, w := range words {
		for _, f := range recognize.FoldWords(w) {
			if !lexicon.PeriodJoiner.Has(f) {
				return false
			}
		}
	}
	return len(words) <= 3
}

// shortDay reads a first date without a year: "1 March to 31 March 2031", "01.03.-31.03.2031".
func (r *finder) shortDay(to link.Candidate) (link.Candidate, bool) {
	end := to.First
	for end > 0 && to.First-end < 3 && areJoiners(to.Segment.Words[end-1:end]) {
		end--
	}
	if end == to.First || end == 0 {
		return link.Candidate{}, false
	}
	if day := dayOfMonth(to.Segment.Words[end-1], to.Text); day != "" {
		return link.Candidate{Segment: to.Segment, First: end - 1, Last: end - 1, Text: day}, true
	}
	for n := min(2, end); n > 0; n-- {
		words := to.Segment.Words[end-n : end]
		day := r.withYear(words, to.Text[:4])
		if day > to.Text {
			day = r.withYear(words, yearBefore(to.Text))
		}
		if day != "" {
			return link.Candidate{Segment: to.Segment, First: end - n, Last: end - 1, Text: day}, true
		}
	}
	return link.Candidate{}, false
}

// dayOfMonth reads a bare day, "1", "1." or "1er", before a date in its month, or returns "".
func dayOfMonth(word, other string) string {
	n, err := strconv.Atoi(strings.TrimRight(strings.ToLower(word), ".ersthndº°"))
	if err != nil || n < 1 || n > 31 || len(other) != len(time.DateOnly) {
		return ""
	}
	if day := other[:8] + fmt.Sprintf("%02d", n); day < other {
		return day
	}
	return ""
}

// spanScore returns the certainty of a printed period: highest with a label, and higher at the top of the first page.
func (r *finder) spanScore(from link.Candidate) float64 {
	s := from.Segment
	score := 0.7
	if r.hasPeriodLabel(s) {
		score = 0.9
	}
	score -= 0.05 * s.RelativeY()
	if s.Page.Number > r.Layout.Pages[0].Number {
		score -= 0.1
	}
	return score
}

// hasPeriodLabel reports whether the label of a period opens the segment or is left of it or above it.
func (r *finder) hasPeriodLabel(s *layout.Segment) bool {
	if r.opensPeriod(s) || s.Left() != nil && r.opensPeriod(s.Left()) {
		return true
	}
	if s.Row == 0 {
		return false
	}
	return slices.ContainsFunc(s.Page.Rows[s.Row-1].Segments, func(o *layout.Segment) bool {
		return o.Box.OverlapX(s.Box) > 0 && r.opensPeriod(o)
	})
}

// opensPeriod reports whether a segment opens with the label of a period.
func (r *finder) opensPeriod(s *layout.Segment) bool {
	return slices.ContainsFunc(r.LabelsIn[s], func(h *annotate.Label) bool {
		_, period := h.As(lexicon.Period)
		_, start := h.As(lexicon.PeriodStart)
		return h.Opens && (period || start)
	})
}

// labeledEnds returns the strongest pair of dates with labels for first and last day.
func (r *finder) labeledEnds() daySpan {
	m := r.Link(r.DateValues, lexicon.PeriodStart, lexicon.PeriodEnd, lexicon.OtherDate, lexicon.IssueDate)
	var top daySpan
	for _, from := range m.Links[lexicon.PeriodStart] {
		for _, to := range m.Links[lexicon.PeriodEnd] {
			score := boost.Probability(from.LogOdds) * boost.Probability(to.LogOdds)
			if from.Value.Segment.Page == to.Value.Segment.Page && coversPeriod(from.Value.Text, to.Value.Text) &&
				score > max(0.15, top.score) {
				top = daySpan{from.Value, to.Value, score}
			}
		}
	}
	top.score = min(0.9, top.score+min(top.score, 0.2))
	return top
}

// period is the time that a statement covers, as ISO dates; both are "" if unknown.
type period struct{ from, to string }

// statementPeriod returns the stored period or, without one, the year up to the last full date.
func (r *finder) statementPeriod(set *value.Set) period {
	if set.Has("periodStart") && set.Has("periodEnd") {
		return period{set.Text("periodStart"), set.Text("periodEnd")}
	}
	last := ""
	for _, s := range r.Layout.Segments {
		for _, c := range r.DateValues(s) {
			last = max(last, c.Text)
		}
	}
	if last == "" {
		return period{}
	}
	return period{yearBefore(last) + last[4:], last}
}

// rowDate reads the date that opens a row, also after a running number. The first date of a period opens no booking.
func (r *finder) rowDate(row *layout.Row, p period) (link.Candidate, bool) {
	s := row.Segments[0]
	day, ok := r.dateAt(s, 0, p)
	if !ok && isRunningNumber(s.Words[0]) {
		switch {
		case len(s.Words) > 1:
			day, ok = r.dateAt(s, 1, p)
		case len(row.Segments) > 1:
			day, ok = r.dateAt(row.Segments[1], 0, p)
		}
	}
	opens := func(d daySpan) bool { return d.from.SameAs(day) }
	return day, ok && !slices.ContainsFunc(r.daySpans(row), opens)
}

// isRunningNumber reports whether a word may be the number of a booking or check.
func isRunningNumber(word string) bool {
	const longest = 6
	return len(word) <= longest && annotate.AllDigitsWord(strings.TrimRight(word, ".*"))
}

// dateAt reads the date that starts at a word of a segment. The period determines a missing year. A full date outside
// of the period may be two without years: "03 Mar 04 Mar".
func (r *finder) dateAt(s *layout.Segment, at int, p period) (day link.Candidate, ok bool) {
	for _, d := range r.DateValues(s) {
		if d.First == at {
			day, ok = d, true
		}
	}
	if p.from == "" || p.to == "" || ok && day.Text >= p.from && day.Text <= p.to {
		return day, ok
	}
	for n := 1; n <= min(2, len(s.Words)-at); n++ {
		for _, year := range []string{p.from[:4], p.to[:4]} {
			short := r.withYear(s.Words[at:at+n], year)
			if short >= p.from && short <= p.to {
				return link.Candidate{Segment: s, First: at, Last: at + n - 1, Text: short}, true
			}
		}
	}
	return day, ok
}

// withYear reads "03.04.", "03/04" or "3 Apr" as a date of the year, or returns "".
func (r *finder) withYear(words []string, year string) string {
	full := []string{words[0]}
	if len(words) == 1 {
		day := strings.TrimRight(words[0], "./-,")
		at := strings.IndexAny(day, "./-")
		if at < 0 {
			return ""
		}
		full[0] = day + day[at:at+1] + year
	} else {
		full = append(full, strings.TrimRight(words[1], ".,"), year)
	}
	dates := recognize.Dates(full)
	if len(dates) != 1 || dates[0].First != 0 || dates[0].Last != len(full)-1 {
		return ""
	}
	return dates[0].ISO(r.Order)
}

// yearBefore returns the year before that of an ISO date.
func yearBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day[:min(4, len(day))]
	}
	return t.AddDate(-1, 0, 0).Format(time.DateOnly)[:4]
}

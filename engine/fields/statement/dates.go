package statement

import (
	"strings"
	"time"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

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

// openingDate reads the date at the start of a segment. The period determines a missing year.
func (r *finder) openingDate(s *layout.Segment, p period) (link.Candidate, bool) {
	if dates := r.DateValues(s); len(dates) > 0 && dates[0].First == 0 {
		return dates[0], true
	}
	if p.from == "" || p.to == "" {
		return link.Candidate{}, false
	}
	for n := 1; n <= min(2, len(s.Words)); n++ {
		for _, year := range []string{p.from[:4], p.to[:4]} {
			day := r.withYear(s.Words[:n], year)
			if day >= p.from && day <= p.to {
				return link.Candidate{Segment: s, Last: n - 1, Text: day}, true
			}
		}
	}
	return link.Candidate{}, false
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

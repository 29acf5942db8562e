package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

// period is the time that a statement covers, as ISO dates; both are "" where
// it is not known.
type period struct{ from, to string }

// statementPeriod gives the period found; where none was, the year up to the
// last day that is printed in full.
func (r *reading) statementPeriod(set *Set) period {
	if set.Has("periodStart") && set.Has("periodEnd") {
		return period{set.Text("periodStart"), set.Text("periodEnd")}
	}
	last := ""
	for _, s := range r.lay.Segments {
		for _, c := range r.dateValues(s) {
			last = max(last, c.text)
		}
	}
	if last == "" {
		return period{}
	}
	return period{yearBefore(last) + last[4:], last}
}

// openingDate reads the date at the start of a segment. Statements often leave
// out the year, which the period then tells.
func (r *reading) openingDate(s *layout.Segment, p period) (candidate, bool) {
	if dates := r.dateValues(s); len(dates) > 0 && dates[0].first == 0 {
		return dates[0], true
	}
	if p.from == "" || p.to == "" {
		return candidate{}, false
	}
	for n := 1; n <= min(2, len(s.Words)); n++ {
		for _, year := range []string{p.from[:4], p.to[:4]} {
			day := r.withYear(s.Words[:n], year)
			if day >= p.from && day <= p.to {
				return candidate{seg: s, last: n - 1, text: day}, true
			}
		}
	}
	return candidate{}, false
}

// withYear reads "03.04.", "03/04" or "3 Apr" as a date of the year, "" if the
// words are no day and month.
func (r *reading) withYear(words []string, year string) string {
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
	return dates[0].ISO(r.order)
}

// transactions writes the movements of a ledger as rows of the record.
func (r *reading) transactions(p ledgerPlan) []Row {
	score := 0.75
	if p.balanced {
		score = 0.92
	}
	out := make([]Row, 0, len(p.moves))
	for _, m := range p.moves {
		tx := Row{"amount": cite(r.moneyText(m.amount), m.sum.seg, m.sum.first, m.sum.last, score)}
		if d := m.day; d.seg != nil {
			tx["date"] = cite(d.text, d.seg, d.first, d.last, max(0.85, score))
		}
		if len(m.text) > 0 {
			tx["description"] = citeParts(joinParts(m.text, " "), m.text, " ", 0.7)
		}
		if b := m.balance; b != nil {
			tx["balance"] = cite(r.moneyText(b.value), b.seg, b.first, b.last, score)
		}
		out = append(out, tx)
	}
	return out
}

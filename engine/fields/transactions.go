package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

// period is the time that a statement covers, as ISO dates; both are "" where
// it is not known.
type period struct{ from, to string }

// transactions reads rows that open with a date and end in an amount. In a
// table with debit and credit columns the column gives the sign.
func (r *reading) transactions(p period) []Row {
	var out []Row
	for _, t := range r.tables {
		for _, row := range r.rowsOf(t) {
			if tx := r.transactionIn(row, p); tx != nil {
				out = append(out, tx)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, page := range r.lay.Pages {
		for _, row := range page.Rows {
			if tx := r.plainTransaction(row, p); tx != nil {
				out = append(out, tx)
			}
		}
	}
	return out
}

// openingDate reads the date at the start of a segment. Statements often leave
// out the year, which the period then tells.
func (r *reading) openingDate(s *layout.Segment, p period) (candidate, bool) {
	if dates := r.dateValues(s); len(dates) > 0 {
		return dates[0], dates[0].first == 0
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

func (r *reading) transactionIn(row layout.TableRow, p period) Row {
	visual := row.Page.Rows[row.Index]
	day, ok := r.openingDate(visual.Segments[0], p)
	if !ok {
		return nil
	}
	tx := Row{"date": cite(day.text, day.seg, day.first, day.last, 0.85)}
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnCredit, layout.ColumnDebit} {
		for _, p := range row.Cells[c] {
			a, ok := r.numberIn(p)
			if !ok {
				continue
			}
			v := a.Value(r.style)
			if c == layout.ColumnDebit || debitMark(p, a) {
				v = v.Abs().Neg()
			}
			tx["amount"] = cite(recognize.FormatMoney(v, r.currency), p.Segment, a.First, a.Last, 0.8)
		}
	}
	for _, p := range row.Cells[layout.ColumnBalance] {
		if a, ok := r.numberIn(p); ok {
			tx["balance"] = cite(a.Money(r.style, r.currency), p.Segment, a.First, a.Last, 0.8)
		}
	}
	if parts := row.Cells[layout.ColumnDescription]; len(parts) > 0 {
		tx["description"] = citeParts(joinParts(parts, " "), parts, " ", 0.7)
	}
	if _, ok := tx["amount"]; !ok {
		return nil
	}
	return tx
}

// debitMark reports whether a letter behind an amount makes it a debit: "650,00
// S" (Soll), "650.00 DR".
func debitMark(p layout.Part, a recognize.Amount) bool {
	if a.Last >= len(p.Segment.Words)-1 {
		return false
	}
	switch strings.ToUpper(strings.Trim(p.Segment.Words[a.Last+1], ".")) {
	case "S", "D", "DR":
		return true
	}
	return false
}

// plainTransaction reads a row without a table: date, text, amount, and behind
// it perhaps the balance.
func (r *reading) plainTransaction(row *layout.Row, p period) Row {
	first := row.Segments[0]
	day, ok := r.openingDate(first, p)
	if !ok {
		return nil
	}
	text, amounts := r.textAndAmounts(row, day)
	if len(amounts) == 0 || len(amounts) > 2 || len(text) == 0 {
		return nil
	}
	tx := Row{
		"date":        cite(day.text, first, day.first, day.last, 0.8),
		"description": citeParts(joinParts(text, " "), text, " ", 0.6),
	}
	for i, name := range []string{"amount", "balance"}[:len(amounts)] {
		c := amounts[i]
		tx[name] = cite(r.amount(c).Money(r.style, r.currency), c.seg, c.first, c.last, 0.7)
	}
	return tx
}

// textAndAmounts parts a transaction's row behind its dates.
func (r *reading) textAndAmounts(row *layout.Row, day candidate) (text []layout.Part, amounts []candidate) {
	for _, s := range row.Segments {
		start := 0
		if s == day.seg {
			start = day.last + 1
			if dates := r.dateValues(s); len(dates) > 0 {
				start = dates[len(dates)-1].last + 1 // the value date
			}
		}
		end := len(s.Words)
		for _, c := range r.amountValues(s) {
			if r.amount(c).Number.Fraction == 2 && c.first >= start {
				amounts = append(amounts, c)
				end = min(end, c.first)
			}
		}
		if end > start && hasLetters(s.Words[start:end]) {
			text = append(text, layout.Part{Segment: s, First: start, Last: end - 1})
		}
	}
	return text, amounts
}

package statement

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// ledgerRow is a row of a statement that opens with a date and holds amounts.
type ledgerRow struct {
	row *layout.Row
	day link.Candidate // without a segment if unreadable
	// undated marks a row without a date, whose movement may have the date above. It counts only if the balances
	// agree better with it.
	undated bool
	text    []layout.Part
	sums    []ledgerSum
	section *section // nil before the first headings
	side    int      // of bookings printed side by side, from the left
}

// ledgerRows collects the rows of movements, without those of balances and sums.
func (r *finder) ledgerRows(p period) []ledgerRow {
	c := ledgerCollector{finder: r, period: p}
	ledgers := make([][]*layout.Row, len(r.Layout.Pages))
	for i, page := range r.Layout.Pages {
		ledgers[i] = page.Rows[r.ledgerStart(page, p):]
	}
	r.findPlaces(ledgers)
	for _, ledger := range ledgers {
		c.start = nil
		for _, row := range ledger {
			if s := r.sectionAt(row, c.section); s != nil {
				c.section, c.start = s, nil
				continue
			}
			for side, part := range c.section.split(row) {
				if part != nil {
					c.add(part, side)
				}
			}
		}
	}
	return r.bySections(c.rows)
}

// findPlaces stores the places of amounts that have no text in their segment, in page widths. Other amounts count only
// in these places, because they belong to texts: "Hotel 120.00 CHF".
func (r *finder) findPlaces(ledgers [][]*layout.Row) {
	var places []layout.Box
	for _, row := range slices.Concat(ledgers...) {
		for _, s := range row.Segments {
			if sums := r.ledgerSums(s); len(sums) > 0 && sums[0].First == 0 {
				for _, sum := range sums {
					w := s.Page.Width
					places = append(places, layout.Box{X0: sum.box.X0 / w, X1: sum.box.X1 / w})
				}
			}
		}
	}
	slices.SortFunc(places, func(a, b layout.Box) int { return cmp.Compare(a.X0, b.X0) })
	r.places = nil
	for _, p := range places {
		if n := len(r.places); n > 0 && p.X0 < r.places[n-1].X1 {
			r.places[n-1].X1 = max(r.places[n-1].X1, p.X1)
		} else {
			r.places = append(r.places, p)
		}
	}
}

// ledgerCollector collects the rows of movements in the order of the page.
type ledgerCollector struct {
	*finder
	period  period
	section *section
	rows    []ledgerRow
	start   *ledgerRow // a booking whose amounts are on a further line
}

func (c *ledgerCollector) add(row *layout.Row, side int) {
	day, dated := c.rowDate(row, c.period)
	if !dated && c.section != nil && c.section.days != nil {
		day, dated = c.dateUnder(row, c.section.days)
	}
	if c.start != nil && dated && day.Segment.Box.X0 > c.start.day.Segment.Box.X0+day.Segment.Height() {
		dated = false // a further line of the text
	}
	if !dated {
		l, complete, ok := c.continued(c.start, row)
		c.start = nil
		if complete && ok {
			c.put(l, side)
			return
		}
		if ok {
			c.start = &l
		}
		if len(c.rows) == 0 || recognize.Compact(row.Segments[0].Words[0]) == "" {
			return
		}
		if recognize.CountDigits(row.Segments[0].Words[0]) == 0 {
			day = c.rows[len(c.rows)-1].day
		}
	}
	if l, ok := c.ledgerRow(row, day); ok {
		l.undated = !dated
		c.put(l, side)
	} else if dated {
		c.start = c.startBooking(row, day, c.rows)
	}
}

// dateUnder reads the date of a row under the heading of days, if that is not the first column.
func (c *ledgerCollector) dateUnder(row *layout.Row, head *layout.Segment) (link.Candidate, bool) {
	for _, s := range row.Segments {
		if s.Box.OverlapX(head.Box) > 0 {
			return c.dateAt(s, 0, c.period)
		}
	}
	return link.Candidate{}, false
}

func (c *ledgerCollector) put(l ledgerRow, side int) {
	l.section, l.side = c.section, side
	if len(l.text) == 0 {
		l.text = c.numberText(l.row, l.day, l.sums)
	}
	c.rows, c.start = append(c.rows, l), nil
}

// ledgerStart returns the row of a page with the headings of its ledger, or the first row.
func (r *finder) ledgerStart(page *layout.Page, p period) int {
	for i, row := range page.Rows {
		if r.isHeadingRow(row) && slices.ContainsFunc(page.Rows[i:], func(row *layout.Row) bool {
			_, dated := r.rowDate(row, p)
			return dated
		}) {
			return i
		}
	}
	return 0
}

func (r *finder) ledgerRow(row *layout.Row, day link.Candidate) (ledgerRow, bool) {
	l := ledgerRow{row: row, day: day}
	for _, s := range row.Segments {
		start := r.behindDates(s, day)
		end := len(s.Words)
		for _, sum := range r.ledgerSums(s) {
			if sum.First >= start && (len(r.places) == 0 || sum.isIn(r.places)) {
				l.sums = append(l.sums, sum)
				end = min(end, sum.First)
			}
		}
		if end > start && annotate.HasLetters(s.Words[start:end]) && !r.isMark(s) {
			l.text = append(l.text, layout.Part{Segment: s, First: start, Last: end - 1})
		}
	}
	dated := day.Segment != nil && day.Segment.Page == row.Segments[0].Page && day.Segment.Row == row.Segments[0].Row
	if len(l.sums) == 0 || len(l.sums) > maxLedgerColumns || r.isOnlySums(l.text, dated) {
		return ledgerRow{}, false
	}
	return l, true
}

// numberText returns the text of a booking that only has a number, as that of a check.
func (r *finder) numberText(row *layout.Row, day link.Candidate, sums []ledgerSum) []layout.Part {
	if s := row.Segments[0]; s == day.Segment && day.First > 0 || s != day.Segment && isRunningNumber(s.Words[0]) {
		return []layout.Part{{Segment: s, Last: max(0, min(day.First, 1)-1)}}
	}
	for _, s := range row.Segments {
		start := r.behindDates(s, day)
		isSum := func(sum ledgerSum) bool { return sum.Segment == s && sum.First <= start }
		if start < len(s.Words) && recognize.CountDigits(s.Words[start]) > 0 && !slices.ContainsFunc(sums, isSum) {
			return []layout.Part{{Segment: s, First: start, Last: start}}
		}
	}
	return nil
}

// behindDates returns the first word of a segment after its booking and value dates.
func (r *finder) behindDates(s *layout.Segment, day link.Candidate) int {
	start := 0
	if s == day.Segment {
		start = day.Last + 1
	}
	for _, d := range r.Spans[s].Dates {
		if d.First == start && !d.Compact {
			start = d.Last + 1
		}
	}
	if day.Text == "" || start > 0 && s != day.Segment || start == 0 && s.Left() != day.Segment {
		return start
	}
	for n := 2; n > 0; n-- { // a value date without a year: "02 Jul"
		if end := start + n; end == len(s.Words) || end < len(s.Words) && s == day.Segment {
			if r.withYear(s.Words[start:end], day.Text[:4]) != "" {
				return end
			}
		}
	}
	return start
}

// ledgerSums reads the signed amounts at the end of a segment. An amount before words is part of a text.
func (r *finder) ledgerSums(s *layout.Segment) []ledgerSum {
	var out []ledgerSum
	for _, c := range r.AmountValues(s) {
		a := r.Amount(c)
		if a.Number.Fraction != 2 {
			continue
		}
		sum := r.signedSum(c)
		if next := sum.Last + 1; next < len(s.Words) && !r.amountFollows(s, next) && hasText(s.Words[next:]) &&
			r.behindDates(s, link.Candidate{Segment: s, Last: sum.Last}) == next {
			continue
		}
		out = append(out, sum)
	}
	return out
}

// hasText reports whether words have letters or digits.
func hasText(words []string) bool { return recognize.Compact(strings.Join(words, "")) != "" }

func (r *finder) amountFollows(s *layout.Segment, at int) bool {
	return slices.ContainsFunc(r.Spans[s].Amounts, func(a recognize.Amount) bool { return a.First == at })
}

// isOnlySums reports whether a row's text is only the label of a balance or sum, with dates and joining words. In a
// dated row the label of another sum is the text of a booking: "Stamp duty".
func (r *finder) isOnlySums(text []layout.Part, dated bool) bool {
	if len(text) == 0 {
		return false
	}
	first := text[0]
	i := slices.IndexFunc(r.LabelsIn[first.Segment], func(h *annotate.Label) bool {
		return h.First == first.First && (!dated && h.Sums() || isBalance(h))
	})
	if i < 0 {
		return false
	}
	for k, part := range text {
		from := part.First
		if k == 0 {
			from = r.LabelsIn[first.Segment][i].Last + 1
		}
		for w := from; w <= part.Last; w++ {
			if word := part.Segment.Words[w]; recognize.CountDigits(word) == 0 && !areJoiners([]string{word}) &&
				!isMonthOrCurrency(word) {
				return false
			}
		}
	}
	return true
}

func isBalance(h *annotate.Label) bool {
	_, opening := h.As(lexicon.Opening)
	_, closing := h.As(lexicon.Closing)
	return opening || closing
}

func isMonthOrCurrency(word string) bool {
	if _, ok := recognize.Currency(word); ok {
		return true
	}
	return len(recognize.Dates([]string{"1", word, "2031"})) > 0
}

// setColumns numbers the columns of the rows' amounts from left to right, and returns their places in page widths.
// With any alignment, amounts of one column overlap, and those of neighboring columns do not.
func setColumns(rows []ledgerRow) []layout.Box {
	type place struct {
		x0, x1 float64
		sum    *ledgerSum
	}
	var all []place
	for i := range rows {
		for j := range rows[i].sums {
			s := &rows[i].sums[j]
			w := s.Segment.Page.Width
			all = append(all, place{s.box.X0 / w, s.box.X1 / w, s})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.x0, b.x0) })
	var columns []layout.Box
	for _, p := range all {
		if n := len(columns); n == 0 || p.x0 >= columns[n-1].X1 {
			columns = append(columns, layout.Box{X0: p.x0, X1: p.x1})
		}
		last := len(columns) - 1
		columns[last].X1 = max(columns[last].X1, p.x1)
		p.sum.column = last
	}
	return columns
}

// ledgerSum is an amount of a ledger's row with its sign.
type ledgerSum struct {
	link.Candidate
	value  decimal.Decimal
	signed bool // the sign is printed
	box    layout.Box
	column int // from the left
}

// readSigns reads amounts again with the signs of statements: "3.004,09+", "1 120,33-", "-R$ 12,00".
func (r *finder) readSigns(s *layout.Segment) {
	words := slices.Clone(annotate.Digitized(s))
	minus := make([]bool, len(words))
	changed := false
	for i, w := range words {
		plain, negative, ok := withoutSign(w)
		if !ok {
			continue
		}
		words[i], minus[i], changed = plain, negative, true
	}
	if !changed {
		return
	}
	f := r.Spans[s]
	f.Amounts = annotate.Recognize(words).Amounts
	for i := range f.Amounts {
		a := &f.Amounts[i]
		a.Negative = a.Negative || slices.Contains(minus[a.First:a.Last+1], true)
	}
}

// withoutSign removes a sign after an amount with cents or before a currency.
func withoutSign(w string) (plain string, negative, ok bool) {
	if t, cut := strings.CutPrefix(w, "-"); cut && recognize.CountDigits(t) == 0 {
		_, currency := recognize.Currency(t)
		return t, true, currency
	}
	number := strings.TrimRightFunc(w, func(r rune) bool { return !unicode.IsDigit(r) })
	if sign := signOf(w[len(number):]); sign != 0 {
		n, ok := recognize.ParseNumber(strings.TrimLeft(number, "+-$£€"))
		return number, sign < 0, ok && n.Fraction == 2
	}
	return w, false, false
}

// signedSum reads an amount with the word for its sign, also in a separate column: "650,00 S", "650.00 DR".
func (r *finder) signedSum(c link.Candidate) ledgerSum {
	a := r.Amount(c)
	_, _, marked := withoutSign(c.Segment.Words[c.Last])
	sum := ledgerSum{Candidate: c, value: a.Value(r.Style), signed: a.Negative || marked ||
		strings.HasPrefix(c.Segment.Words[c.First], "+"),
		box: c.Segment.SpanBox(c.First, c.Last)}
	mark := markBefore(c.Segment)
	switch next := c.Last + 1; {
	case next < len(c.Segment.Words):
		mark = c.Segment.Words[next]
		if signOf(mark) != 0 {
			sum.Last = next
			sum.box = c.Segment.SpanBox(c.First, next)
		}
	case len(c.Segment.Right()) > 0:
		if t := c.Segment.Right()[0]; len(t.Words) == 1 && t.Box.X0-c.Segment.Box.X1 < 3*c.Segment.Height() {
			mark = t.Words[0]
		}
	}
	switch signOf(mark) {
	case -1:
		sum.value, sum.signed = sum.value.Abs().Neg(), true
	case 1:
		sum.signed = true
	}
	return sum
}

// markBefore returns the word for the sign of an amount in a separate column left of it, or "": "Af  12,00".
func markBefore(s *layout.Segment) string {
	if t := s.Left(); t != nil && len(t.Words) == 1 && signOf(t.Words[0]) != 0 && annotate.HasLetters(t.Words) {
		return t.Words[0]
	}
	return ""
}

// isMark reports whether a segment is only the word for the sign of an amount beside it.
func (r *finder) isMark(s *layout.Segment) bool {
	if len(s.Words) != 1 || signOf(s.Words[0]) == 0 {
		return false
	}
	right := s.Right()
	return len(right) > 0 && len(r.ledgerSums(right[0])) > 0 || s.Left() != nil && len(r.ledgerSums(s.Left())) > 0
}

// signOf returns the sign of a word after an amount: -1 for a debit, 1 for a credit, 0 for other words.
func signOf(word string) int {
	switch word {
	case "-", "−", "–":
		return -1
	case "+":
		return 1
	}
	switch compact := recognize.Compact(word); {
	case lexicon.DebitMark.Has(compact):
		return -1
	case lexicon.CreditMark.Has(compact):
		return 1
	}
	return 0
}

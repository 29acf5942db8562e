package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// maxSampleRows is the maximum number of rows on which the meanings are tried.
const maxSampleRows = 300

// movement is an interpreted row of the ledger.
type movement struct {
	*ledgerRow
	amount  decimal.Decimal
	sum     *ledgerSum
	balance *ledgerSum // nil if not printed
}

// ledgerPlan is an interpretation of the columns.
type ledgerPlan struct {
	columns  []ledgerColumn
	moves    []movement
	score    float64
	reverse  bool // newest entry first
	balanced bool // the running balances agree with the amounts
}

// understandRows reads the rows with a date, or all rows if the balances agree better with those.
func (r *finder) understandRows(rows []ledgerRow, ends balanceEnds) ledgerPlan {
	dated := slices.DeleteFunc(slices.Clone(rows), func(l ledgerRow) bool { return l.undated })
	if len(dated) == 0 {
		return ledgerPlan{}
	}
	p := r.understand(dated, ends)
	places := setColumns(dated)
	rows = slices.DeleteFunc(slices.Clone(rows), func(l ledgerRow) bool {
		return l.undated && !slices.ContainsFunc(l.sums, func(s ledgerSum) bool { return s.isIn(places) })
	})
	if len(dated) == len(rows) {
		return p
	}
	const clearly = 0.2
	if all := r.understand(rows, ends); all.score > p.score+clearly {
		return all
	}
	return p
}

// isIn reports whether an amount is in one of the columns. Others belong to further lines of a text.
func (s *ledgerSum) isIn(places []layout.Box) bool {
	w := s.Segment.Page.Width
	return slices.ContainsFunc(places, func(p layout.Box) bool {
		return p.OverlapX(layout.Box{X0: s.box.X0 / w, X1: s.box.X1 / w}) > 0
	})
}

// understand finds the column meanings with which amounts, balances and headings agree best.
func (r *finder) understand(rows []ledgerRow, ends balanceEnds) ledgerPlan {
	rows, places := fullestColumns(rows)
	if len(places) == 0 {
		return ledgerPlan{}
	}
	heads := r.headsOver(rows, places)
	sample := rows[:min(len(rows), maxSampleRows)]
	var top ledgerPlan
	eachMeaning(make([]ledgerColumn, len(places)), 0, func(meanings []ledgerColumn) {
		for _, reverse := range []bool{false, true} {
			p := planOf(sample, meanings, reverse, ends)
			p.score += headScore(meanings, heads)
			if top.columns == nil || p.score > top.score {
				p.columns = slices.Clone(meanings)
				top = p
			}
		}
	})
	if !slices.Contains(top.columns, ledgerBalance) {
		top.reverse = rows[0].day.Text > rows[len(rows)-1].day.Text // no balance decides
	}
	if len(sample) < len(rows) {
		columns := top.columns
		top = planOf(rows, columns, top.reverse, ends)
		top.columns = columns
	}
	return top
}

// fullestColumns numbers the columns of amounts. If there are more than a ledger has, it drops the amounts of the
// columns with the fewest, because they belong to texts.
func fullestColumns(rows []ledgerRow) ([]ledgerRow, []layout.Box) {
	places := setColumns(rows)
	if len(places) <= maxLedgerColumns {
		return rows, places
	}
	counts := make([]int, len(places))
	for _, l := range rows {
		for _, s := range l.sums {
			counts[s.column]++
		}
	}
	least := slices.Sorted(slices.Values(counts))[len(counts)-maxLedgerColumns]
	var kept []ledgerRow
	for _, l := range rows {
		l.sums = slices.DeleteFunc(slices.Clone(l.sums), func(s ledgerSum) bool { return counts[s.column] < least })
		if len(l.sums) > 0 {
			kept = append(kept, l)
		}
	}
	if places = setColumns(kept); len(places) > maxLedgerColumns {
		return nil, nil // the columns cannot be distinguished
	}
	return kept, places
}

// eachMeaning visits the sensible meanings of columns from index i on.
func eachMeaning(meanings []ledgerColumn, i int, visit func([]ledgerColumn)) {
	if i == len(meanings) {
		if isSensible(meanings) {
			visit(meanings)
		}
		return
	}
	for c := ledgerOther; c <= ledgerBalance; c++ {
		if c == ledgerOther || !slices.Contains(meanings[:i], c) {
			meanings[i] = c
			eachMeaning(meanings, i+1, visit)
		}
	}
}

// isSensible reports whether columns may have these meanings together.
func isSensible(columns []ledgerColumn) bool {
	amount := slices.Contains(columns, ledgerAmount)
	split := slices.Contains(columns, ledgerDebit) || slices.Contains(columns, ledgerCredit)
	return amount != split
}

// headScore scores the headings of the columns and their order.
func headScore(columns, heads []ledgerColumn) float64 {
	score := 0.0
	for i, c := range columns {
		switch {
		case c == ledgerOther:
			score -= 1.5
		case heads[i] == c:
			score += 2
		case heads[i] != ledgerOther:
			score--
		}
	}
	if b := slices.Index(columns, ledgerBalance); b >= 0 && b != len(columns)-1 {
		score--
	}
	if d, c := slices.Index(columns, ledgerDebit), slices.Index(columns, ledgerCredit); c >= 0 && d > c {
		score -= 0.5
	}
	return score
}

// planOf reads the rows with given meanings and scores their agreement.
func planOf(rows []ledgerRow, columns []ledgerColumn, reverse bool, ends balanceEnds) ledgerPlan {
	p := ledgerPlan{reverse: reverse}
	for i := range rows {
		if m, ok := moveOf(&rows[i], columns); ok {
			p.moves = append(p.moves, m)
		}
	}
	if len(p.moves) == 0 {
		p.score = -10
		return p
	}
	held, failed := p.check(ends)
	if n := held + failed; n > 0 {
		p.score = 8*float64(held)/float64(n) - 4*float64(failed)/float64(n)
		p.balanced = held > 0 && 5*failed <= held
	}
	p.score -= 3 * float64(len(rows)-len(p.moves)) / float64(len(rows))
	if reverse {
		p.score -= 0.25
	}
	return p
}

func moveOf(row *ledgerRow, columns []ledgerColumn) (movement, bool) {
	m := movement{ledgerRow: row}
	for i := range row.sums {
		s := &row.sums[i]
		column := columns[s.column]
		if m.sum != nil && s.value.IsZero() && (column == ledgerDebit || column == ledgerCredit) {
			continue // "0.00" is next to the amount
		}
		switch column {
		case ledgerDebit:
			m.sum, m.amount = s, s.value.Abs().Neg()
		case ledgerCredit, ledgerAmount:
			m.sum, m.amount = s, s.value
		case ledgerBalance:
			m.balance = s
		case ledgerOther:
		}
	}
	return m, m.sum != nil
}

// check counts the running balances that agree, and disagree, with the previous one plus the amounts between.
// Without running balances it compares the sum with the opening and closing balance. An amount without a sign gets
// the one that makes the balance agree.
func (p *ledgerPlan) check(ends balanceEnds) (held, failed int) {
	last, known := ends.opening()
	since := decimal.Zero
	for _, m := range p.oldestFirst() {
		before := since
		since = since.Add(m.amount)
		if m.balance == nil {
			continue
		}
		now := m.balance.value
		if known {
			switch {
			case isSameSum(last.Add(since), now):
				held++
			case !m.sum.signed && isSameSum(last.Add(before).Sub(m.amount), now):
				m.amount = m.amount.Neg()
				held++
			default:
				failed++
			}
		}
		last, known, since = now, true, decimal.Zero
	}
	if end, ok := ends.closing(); ok && known && (held+failed == 0 || !since.IsZero()) {
		if isSameSum(last.Add(since), end) {
			held++
		} else {
			failed++
		}
	}
	return held, failed
}

// oldestFirst returns the movements in chronological order.
func (p *ledgerPlan) oldestFirst() []*movement {
	order := make([]*movement, len(p.moves))
	for i := range p.moves {
		order[i] = &p.moves[i]
	}
	if p.reverse {
		slices.Reverse(order)
	}
	return order
}

// isSameSum reports whether two sums are equal to the cent.
func isSameSum(a, b decimal.Decimal) bool { return a.Sub(b).Abs().LessThan(decimal.New(1, -2)) }

// headsOver reads the column headings in the nearest rows above the first movement.
func (r *finder) headsOver(rows []ledgerRow, places []layout.Box) []ledgerColumn {
	first := rows[0].day.Segment
	best, most := make([]ledgerColumn, len(places)), 0
	for row := first.Row - 1; row >= max(0, first.Row-8); row-- {
		heads := make([]ledgerColumn, len(places))
		found := 0
		for _, s := range first.Page.Rows[row].Segments {
			found += headsIn(s, places, heads)
		}
		if found > most {
			best, most = heads, found
		}
	}
	return best
}

// headsIn finds the headings in a segment and assigns them to the columns below.
func headsIn(s *layout.Segment, places []layout.Box, heads []ledgerColumn) int {
	found := 0
	for _, h := range headsOf(s) {
		if k := columnUnder(s.SpanBox(h.first, h.last), s.Page.Width, places); k >= 0 {
			heads[k] = h.column
			found++
		}
	}
	return found
}

// columnUnder returns the column below a heading, or -1.
func columnUnder(head layout.Box, width float64, places []layout.Box) int {
	const reach = 0.06 // maximum horizontal offset of a heading, in page widths
	best, most := -1, -reach
	for i, p := range places {
		if o := p.OverlapX(layout.Box{X0: head.X0 / width, X1: head.X1 / width}); o > most {
			best, most = i, o
		}
	}
	return best
}

// ledgerColumn is the meaning of a column of amounts.
type ledgerColumn int

const (
	ledgerOther ledgerColumn = iota
	ledgerDebit
	ledgerCredit
	ledgerAmount
	ledgerBalance
)

// maxLedgerColumns is the maximum number of columns whose meaning is searched.
const maxLedgerColumns = 4

type columnHead struct {
	column      ledgerColumn
	first, last int // tokens
}

// headsOf finds the headings in a segment, except words inside a longer name: "Límite de crédito".
func headsOf(s *layout.Segment) []columnHead {
	words, token := s.Folded()
	var out []columnHead
	for i := 0; i < len(words); {
		n := min(3, len(words)-i)
		for n > 0 && ledgerHeading(strings.Join(words[i:i+n], " ")) == ledgerOther {
			n--
		}
		if n == 0 {
			i++
			continue
		}
		if i == 0 || !lexicon.NameJoiner.Has(words[i-1]) {
			out = append(out, columnHead{ledgerHeading(strings.Join(words[i:i+n], " ")), token[i], token[i+n-1]})
		}
		i += n
	}
	return out
}

func ledgerHeading(phrase string) ledgerColumn {
	names := lexicon.LedgerHeadings().Meanings(phrase)
	if names == nil {
		return ledgerOther
	}
	switch names[0] {
	case "debit":
		return ledgerDebit
	case "credit":
		return ledgerCredit
	case "amount":
		return ledgerAmount
	}
	return ledgerBalance
}

// isHeadingRow reports whether a row heads a ledger: it names two amounts, or a date and an amount last.
func (r *finder) isHeadingRow(row *layout.Row) bool {
	meanings := map[ledgerColumn]bool{}
	last := false
	for _, s := range row.Segments {
		if recognize.CountDigits(s.Text()) > 0 {
			return false
		}
		for _, h := range headsOf(s) {
			meanings[h.column] = true
			last = s == row.Segments[len(row.Segments)-1] && h.last >= len(s.Words)-2
		}
	}
	return len(meanings) > 1 || last && slices.ContainsFunc(row.Segments, opensWithDay)
}

// headsLedger reports whether a row is the headings of a ledger, and not of a summary: one is that of the dates.
func (r *finder) headsLedger(row *layout.Row) bool {
	return slices.ContainsFunc(row.Segments, opensWithDay) && r.isHeadingRow(row)
}

// opensWithDay reports whether a segment opens with the heading of a date column.
func opensWithDay(s *layout.Segment) bool {
	words, _ := s.Folded()
	return len(words) > 0 && lexicon.LedgerDay.Has(words[0])
}

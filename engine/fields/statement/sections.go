package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// section is a part of a ledger with a separate title or separate headings.
type section struct {
	sign     int             // of its amounts: -1 for withdrawals, 1 for deposits, 0 if the title does not say
	balances bool            // it lists only the balances of days
	cuts     []float64       // between bookings printed side by side, in page widths
	days     *layout.Segment // heading of the days if the first column has another one
}

// sectionAt returns the section that a row of headings or a title opens, or nil for other rows. A page without titles
// continues the section before.
func (r *finder) sectionAt(row *layout.Row, before *section) *section {
	first := row.Segments[0]
	if !r.isHeadingRow(row) {
		sign, _ := r.titleSign(row)
		if before == nil || sign == 0 || len(row.Segments) > 1 || recognize.CountDigits(first.Text()) > 0 {
			return nil
		}
		return &section{sign: sign, cuts: before.cuts, days: before.days}
	}
	s := &section{cuts: repeatedHeads(row)}
	var columns []ledgerColumn
	days, texts := 0, 0
	for _, t := range row.Segments {
		heads := headsOf(t)
		switch {
		case len(heads) > 0:
		case opensWithDay(t):
			if days++; days == 1 && t.Column > 0 {
				s.days = t
			}
		default:
			texts++
		}
		for _, h := range heads {
			columns = append(columns, h.column)
		}
	}
	onlyDays := texts == 0 && days <= len(columns)
	isOther := func(c ledgerColumn) bool { return c != ledgerBalance }
	s.balances = onlyDays && !slices.ContainsFunc(columns, isOther)
	titled := false
	if first.Row > 0 {
		above := first.Page.Rows[first.Row-1]
		if len(above.Segments) == 1 && len(r.ledgerSums(above.Segments[0])) == 0 {
			var balances bool
			s.sign, balances = r.titleSign(above)
			s.balances = s.balances || onlyDays && balances
			titled = s.sign != 0 || balances
		}
	}
	if !titled && before != nil && !slices.ContainsFunc(first.Page.Rows[:first.Row], r.isHeadingRow) {
		s.sign, s.balances = before.sign, before.balances
	}
	return s
}

// titleSign reads the title of a section: the sign of its amounts, by the last word that has one, and whether it names
// balances. "Payments and other credits" are credits, and so are payments to a card.
func (r *finder) titleSign(row *layout.Row) (sign int, balances bool) {
	const longest = 8 // words
	words, _ := row.Segments[0].Folded()
	if len(words) > longest {
		return 0, false
	}
	for _, w := range words {
		column := ledgerHeading(w)
		switch {
		case r.card && lexicon.PayingStem.Begins(w):
			sign = 1
		case column == ledgerDebit || lexicon.DebitTitle.Has(w):
			sign = -1
		case column == ledgerCredit || lexicon.CreditTitle.Has(w):
			sign = 1
		case column == ledgerBalance || ledgerHeading(strings.TrimSuffix(w, "s")) == ledgerBalance:
			balances = true
		}
	}
	return sign, balances
}

// repeatedHeads returns the middles between sequences of headings that a row prints several times, in page widths:
// "Date  Check #  Amount  Date  Check #  Amount".
func repeatedHeads(row *layout.Row) []float64 {
	const most = 4
	var words []string
	var boxes []layout.Box
	for _, s := range row.Segments {
		folded, token := s.Folded()
		for i, w := range folded {
			words, boxes = append(words, w), append(boxes, s.Tokens[token[i]].Box)
		}
	}
	for n := 2; n <= most; n++ {
		size := len(words) / n
		if size < 2 || len(words)%n > 0 || !slices.Equal(words[size:], words[:len(words)-size]) {
			continue
		}
		var cuts []float64
		for i := size; i < len(words); i += size {
			cuts = append(cuts, (boxes[i-1].X1+boxes[i].X0)/2/row.Segments[0].Page.Width)
		}
		return cuts
	}
	return nil
}

// split returns the bookings that a row prints side by side.
func (s *section) split(row *layout.Row) []*layout.Row {
	if s == nil || len(s.cuts) == 0 {
		return []*layout.Row{row}
	}
	parts := make([]*layout.Row, len(s.cuts)+1)
	for _, t := range row.Segments {
		at := 0
		for at < len(s.cuts) && t.Box.CenterX() > s.cuts[at]*t.Page.Width {
			at++
		}
		if parts[at] == nil {
			parts[at] = &layout.Row{Box: t.Box}
		}
		parts[at].Segments, parts[at].Box = append(parts[at].Segments, t), parts[at].Box.Union(t.Box)
	}
	return parts
}

// bySections leaves out the balances of days, reads bookings printed side by side down each column, and gives amounts
// without a sign that of their section.
func (r *finder) bySections(rows []ledgerRow) []ledgerRow {
	rows = slices.DeleteFunc(rows, func(l ledgerRow) bool { return l.section != nil && l.section.balances })
	for i := 0; i < len(rows); {
		end := i + 1
		for end < len(rows) && rows[end].section == rows[i].section {
			end++
		}
		slices.SortStableFunc(rows[i:end], func(a, b ledgerRow) int { return a.side - b.side })
		i = end
	}
	signs, signed, single := map[int]bool{}, map[*section]bool{}, true
	for _, l := range rows {
		if l.section == nil {
			return rows
		}
		signs[l.section.sign] = true
		single = single && len(l.sums) == 1
		if l.sums[0].signed {
			signed[l.section] = true
		}
	}
	if r.card && len(signed) > 0 {
		return rows // setSigns decides
	}
	if !single || !signs[-1] || !signs[1] && !slices.ContainsFunc(rows, func(l ledgerRow) bool { return l.side > 0 }) {
		return rows
	}
	box := rows[0].sums[0].box
	for _, l := range rows {
		box = box.Union(l.sums[0].box)
	}
	for i := range rows {
		s := &rows[i].sums[0]
		s.box = box // one column of amounts, wherever the sections print it
		if sign := rows[i].section.sign; sign != 0 && !signed[rows[i].section] {
			s.signed = true
			if sign < 0 {
				s.value = s.value.Neg()
			}
		}
	}
	return rows
}

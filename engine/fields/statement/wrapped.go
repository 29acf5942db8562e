package statement

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

const (
	maxWrappedLines = 8
	maxLineGap      = 0.9 // between the lines of a booking, in heights
)

// isUnder reports whether a row is the next line under another one, and not set off from it.
func isUnder(row, above *layout.Row) bool {
	return row.Box.Y0-above.Box.Y1 <= maxLineGap*min(row.Segments[0].Height(), above.Segments[0].Height())
}

// startBooking returns a dated row that lacks its amounts, because they are on a further line, or nil. Its date is
// under the date of the booking before.
func (r *finder) startBooking(row *layout.Row, day link.Candidate, before []ledgerRow) *ledgerRow {
	if n := len(before); n > 0 && before[n-1].day.Segment != nil {
		apart := before[n-1].day.Segment.Box.X0 - day.Segment.Box.X0
		if max(apart, -apart) > day.Segment.Height() {
			return nil
		}
	}
	return &ledgerRow{row: row, day: day, text: r.bookingText(row, day)}
}

// bookingText returns the text of a row without amounts, after its dates.
func (r *finder) bookingText(row *layout.Row, day link.Candidate) []layout.Part {
	var text []layout.Part
	for _, s := range row.Segments {
		if start := r.behindDates(s, day); start < len(s.Words) && annotate.HasLetters(s.Words[start:]) {
			text = append(text, layout.Part{Segment: s, First: start, Last: len(s.Words) - 1})
		}
	}
	return text
}

// continued returns the booking that started above and goes on in a row: its amounts complete it, and text without
// amounts extends it.
func (r *finder) continued(start *ledgerRow, row *layout.Row) (l ledgerRow, complete, ok bool) {
	if start == nil || !isUnder(row, start.row) {
		return l, false, false
	}
	l, complete = r.ledgerRow(row, start.day)
	if !complete {
		l = ledgerRow{row: row, day: start.day, text: r.bookingText(row, start.day)}
	}
	l.text = slices.Concat(start.text, l.text)
	return l, complete, len(l.text) <= maxWrappedLines && !r.isOnlySums(l.text, true)
}

// wrapTexts adds the further lines of bookings to their descriptions: lines of text close under the booking, between
// the left edge of its description and the amounts.
func (r *finder) wrapTexts(p *ledgerPlan) {
	rows := map[*layout.Row]bool{}
	edges := map[*section]float64{} // left edges of the amounts right of the texts, in page widths
	for _, m := range p.moves {
		rows[m.row] = true
		if d := m.day.Segment; d != nil {
			rows[d.Page.Rows[d.Row]] = true
		}
		for _, sum := range []*ledgerSum{m.sum, m.balance} {
			if sum == nil || len(m.text) == 0 || sum.Segment.Box.X0 < m.text[0].Box().X0 {
				continue
			}
			edge, ok := edges[m.section]
			if x := sum.Segment.SpanBox(sum.First, sum.Last).X0 / sum.Segment.Page.Width; !ok || x < edge {
				edges[m.section] = x
			}
		}
	}
	if r.centerTexts(p, rows) {
		return
	}
	for i := range p.moves {
		if m := &p.moves[i]; len(m.text) > 0 {
			edge, ok := edges[m.section]
			if !ok {
				edge = 1
			}
			r.wrapText(m, rows, edge)
		}
	}
}

// centerTexts joins the lines of text above and below bookings, if those without text in their rows are between two
// lines, because the cells are centered. It reports whether that is so.
func (r *finder) centerTexts(p *ledgerPlan, rows map[*layout.Row]bool) bool {
	edge := 1.0 // left edge of the amounts, in page widths
	for _, m := range p.moves {
		if m.day.Segment == nil || m.side > 0 || m.day.Segment.Row != m.row.Segments[0].Row {
			return false
		}
		edge = min(edge, m.sum.Segment.Box.X0/m.sum.Segment.Page.Width)
	}
	left := p.textEdge(rows, edge)
	bare, centered := 0, 0
	texts := make([][]layout.Part, len(p.moves))
	for i := range p.moves {
		words, level := p.moves[i].wordsAt(left)
		texts[i] = p.linesAround(i, rows, edge, words)
		if n := len(texts[i]); !level {
			bare++
			if y := p.moves[i].day.Segment.Box.CenterY(); n > 1 && texts[i][0].Box().Y0 < y && texts[i][n-1].Box().Y1 > y {
				centered++
			}
		}
	}
	if centered == 0 || 2*centered < bare {
		return false
	}
	for i, text := range texts {
		if len(text) > 0 {
			p.moves[i].text = text
		}
	}
	return true
}

// textEdge returns the left edge of the first line that belongs to no row of bookings, in points.
func (p *ledgerPlan) textEdge(rows map[*layout.Row]bool, edge float64) float64 {
	for i := range p.moves {
		if text := p.linesAround(i, rows, edge, nil); len(text) > 0 {
			return text[0].Box().X0
		}
	}
	return 0
}

// wordsAt returns the parts of a booking's text that start at the left edge of the column of texts, and whether one is
// level with the date.
func (m *movement) wordsAt(left float64) (words []layout.Part, level bool) {
	for _, t := range m.text {
		h := t.Segment.Height()
		if math.Abs(t.Box().X0-left) < h && annotate.HasLetters(t.Segment.Words[t.First:t.Last+1]) {
			words = append(words, t)
			level = level || math.Abs(t.Box().CenterY()-m.day.Segment.Box.CenterY()) < h/4
		}
	}
	return words, level
}

// linesAround returns words in the row of a booking, and the lines close to it that are no closer to another one.
func (p *ledgerPlan) linesAround(i int, rows map[*layout.Row]bool, edge float64, words []layout.Part) []layout.Part {
	const (
		reach    = 2 // rows above and below
		maxApart = 2 // heights between the middles of a line and of its booking
	)
	m := p.moves[i]
	apart := func(o movement, row *layout.Row) float64 {
		if o.row.Segments[0].Page != row.Segments[0].Page {
			return math.Inf(1)
		}
		return math.Abs(row.Box.CenterY() - o.row.Box.CenterY())
	}
	page, at := m.row.Segments[0].Page, m.row.Segments[0].Row
	var text []layout.Part
	for _, row := range page.Rows[max(0, at-reach):min(len(page.Rows), at+reach+1)] {
		dist := apart(m, row)
		switch {
		case row == m.row:
			text = append(text, words...)
		case rows[row] || dist > maxApart*row.Segments[0].Height() || i > 0 && apart(p.moves[i-1], row) < dist ||
			i+1 < len(p.moves) && apart(p.moves[i+1], row) < dist:
		default:
			text = append(text, wrappedParts(row, m.day.Segment.Box.X1, edge*page.Width)...)
		}
	}
	return text
}

func (r *finder) wrapText(m *movement, rows map[*layout.Row]bool, edge float64) {
	page, last := m.row.Segments[0].Page, m.row
	left := m.text[0].Box().X0 - m.text[0].Segment.Height()
	for _, row := range page.Rows[m.row.Segments[0].Row+1:] {
		text := wrappedParts(row, left, edge*page.Width)
		if rows[row] || !isUnder(row, last) || len(text) == 0 || r.isOnlySums(text, false) ||
			last.Segments[0].Row-m.row.Segments[0].Row >= maxWrappedLines ||
			!m.text[0].Segment.Bold() && text[0].Segment.Bold() {
			return
		}
		m.text, last = slices.Concat(m.text, text), row
	}
}

// wrappedParts returns the segments of a row, or nil if one is outside the text column. The rest of a date may be on
// the left: the year under "3 Mar,".
func wrappedParts(row *layout.Row, left, right float64) []layout.Part {
	var text []layout.Part
	for i, s := range row.Segments {
		switch {
		case i == 0 && s.Box.X0 < left && len(row.Segments) > 1 && isYear(s.Text()):
		case s.Box.X0 < left || s.Box.X1 > right:
			return nil
		default:
			text = append(text, annotate.Whole(s))
		}
	}
	return text
}

// isYear reports whether a text is the year of a date.
func isYear(text string) bool {
	return len(text) == 4 && (strings.HasPrefix(text, "19") || strings.HasPrefix(text, "20")) &&
		annotate.AllDigitsWord(text)
}

// dropSideTexts removes the texts of narrow columns with separate headings, such as a type or a reference, from
// descriptions: those with less than a third of the letters of the main column.
func (r *finder) dropSideTexts(p *ledgerPlan) {
	const share = 3
	if len(p.moves) == 0 {
		return
	}
	first := p.moves[0].row.Segments[0]
	var heads *layout.Row
	for _, row := range slices.Backward(first.Page.Rows[:first.Row]) {
		if r.isHeadingRow(row) {
			heads = row
			break
		}
	}
	if heads == nil {
		return
	}
	letters := map[layout.Part]int{}
	for _, m := range p.moves {
		for _, t := range m.text {
			letters[headOf(heads, t)] += len(t.Text())
		}
	}
	most := 0
	for _, n := range letters {
		most = max(most, n)
	}
	for _, m := range p.moves {
		text := slices.DeleteFunc(slices.Clone(m.text), func(t layout.Part) bool {
			head := headOf(heads, t)
			return head.Segment != nil && len(headsOf(head.Segment)) == 0 && (share*letters[head] < most || headsKinds(head))
		})
		if len(text) > 0 {
			m.text = text
		}
	}
}

// headsKinds reports whether a heading is that of the kinds of bookings: "Type".
func headsKinds(head layout.Part) bool {
	words := recognize.FoldWords(head.Segment.Words[head.First])
	return len(words) > 0 && lexicon.LedgerSide.Has(words[0])
}

// headOf returns the heading that a text starts under. A word of it that the text is aligned with heads a separate
// column if the headings of two columns are close.
func headOf(heads *layout.Row, text layout.Part) layout.Part {
	x, h := text.Box().X0, text.Segment.Height()
	for _, s := range slices.Backward(heads.Segments) {
		if s.Box.X0 > x+h {
			continue
		}
		for i := range s.Tokens {
			if apart := s.Tokens[i].Box.X0 - x; max(apart, -apart) < h/4 {
				return layout.Part{Segment: s, First: i}
			}
		}
		return layout.Part{Segment: s}
	}
	return layout.Part{}
}

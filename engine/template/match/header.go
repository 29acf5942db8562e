package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

type tableHeader struct {
	page        *layout.Page
	first, last int // rows
	headings    []layout.Heading
}

// headerOver finds the header above the first item: of a recognized table, or a row of several segments without
// amounts.
func (p *Page) headerOver(first itemRow) tableHeader {
	if t := p.tableOver(first); t != nil {
		return headerOf(t)
	}
	var h tableHeader
	const (
		above = 4 // rows to check
		cells = 3 // minimum segments of a header
	)
	checked := 0
	for i := len(first.page.Rows) - 1; i >= 0 && checked < above; i-- {
		r := first.page.Rows[i]
		if r.Box.Y1 > first.y-first.h/2 {
			continue
		}
		checked++
		if len(r.Segments) >= cells && p.mayBeHeader(r) {
			h = tableHeader{page: first.page, first: i, last: i}
			for _, s := range r.Segments {
				h.headings = append(h.headings, layout.Heading{Column: layout.ColumnOther, Box: s.Box})
			}
			return h
		}
	}
	return h
}

func headerOf(t *layout.Table) tableHeader { return tableHeader{t.Page, t.First, t.Last, t.Headings} }

// tableOver is the last recognized table above an item on its page, or nil.
func (p *Page) tableOver(row itemRow) *layout.Table {
	var over *layout.Table
	for _, t := range p.doc.Tables {
		if t.Page == row.page && t.Page.Rows[t.Last].Box.CenterY() < row.y {
			over = t
		}
	}
	return over
}

// countHeaders counts the headers above the items; that of the columns counts once, although it may repeat.
func (p *Page) countHeaders(rows []itemRow, columns []template.Column) int {
	weights, most := map[*layout.Table]int{}, 0
	for _, row := range rows {
		t := p.tableOver(row)
		if _, known := weights[t]; known || t == nil {
			continue
		}
		a := align(columns, headerOf(t))
		weights[t] = a.weight()
		most = max(most, weights[t])
	}
	n := 1
	for _, weight := range weights {
		if !sameHeader(weight, most) {
			n++
		}
	}
	return n
}

// sameHeader compares with the highest weight on the page, because a few words are in many headers.
func sameHeader(weight, most int) bool { return 2*weight > most }

// columnOver is the meaning of the nearest heading without a template.
func (h tableHeader) columnOver(s span) layout.Column {
	best, most := layout.ColumnOther, 0
	for _, o := range h.headings {
		if n := spanOf(o.Box, h.page).overlap(s); n > most {
			best, most = o.Column, n
		}
	}
	return best
}

// prefers reports whether a column is a better candidate for its member than an earlier one.
func (h tableHeader) prefers(c, before column) bool {
	if c.rows != before.rows {
		return c.rows > before.rows
	}
	want, _ := columnOf(c.member)
	said, saidBefore := h.page != nil && h.columnOver(c.span) == want, h.page != nil && h.columnOver(before.span) == want
	if said != saidBefore {
		return said
	}
	return (c.x0 > before.x0) == (c.member == "amount")
}

// columns returns the table's columns, left to right: those of members, and the other headings.
func (h tableHeader) columns(chosen []column, cells []span) []template.Column {
	var all []template.Column
	for _, c := range chosen {
		l := template.Column{Field: c.member, Cells: [2]int{c.x0, c.x1}, At: [2]int{c.x0, c.x1}}
		if at, hash, ok := h.headingOf(c.span, cells); ok {
			l.Head, l.At, l.Cells, l.Meaning = hash, [2]int{at.x0, at.x1}, [2]int{}, int(h.columnOver(at))
		}
		all = append(all, l)
	}
	for i := range h.headings {
		at := spanOf(h.headings[i].Box, h.page)
		if slices.ContainsFunc(all, func(c template.Column) bool { return at.overlap(span{c.At[0], c.At[1]}) > 0 }) {
			continue
		}
		l := template.Column{Meaning: int(h.headings[i].Column), At: [2]int{at.x0, at.x1}}
		if head, hash, ok := h.headingOf(at, cells); ok {
			l.Head, l.At = hash, [2]int{head.x0, head.x1}
		}
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b template.Column) int { return cmp.Compare(a.At[0]+a.At[1], b.At[0]+b.At[1]) })
	return all
}

// headingOf returns the heading above a column with the hash of its words, without words above other columns. In a
// header of several rows, the row with the most segments counts.
func (h tableHeader) headingOf(c span, cells []span) (at span, hash uint32, ok bool) {
	if h.page == nil {
		return span{}, 0, false
	}
	row := h.page.Rows[h.first]
	for i := h.first + 1; i <= h.last; i++ {
		if r := h.page.Rows[i]; len(r.Segments) > len(row.Segments) {
			row = r
		}
	}
	var best *layout.Segment
	for _, s := range row.Segments {
		if best == nil || spanOf(s.Box, h.page).overlap(c) > spanOf(best.Box, h.page).overlap(c) {
			best = s
		}
	}
	first, last := wordsOver(best, c, append(h.otherHeadings(c), cells...))
	if first < 0 {
		return span{}, 0, false
	}
	return spanOf(best.SpanBox(first, last), h.page), hashOf("head", compactWords(best, first, last)), true
}

// otherHeadings returns the other known headings, except those for running numbers, whose words also mean lines.
func (h tableHeader) otherHeadings(c span) []span {
	var others []span
	for _, o := range h.headings {
		if s := spanOf(o.Box, h.page); !isLooseHeading(o) && s.overlap(c) <= 0 {
			others = append(others, s)
		}
	}
	return others
}

// isLooseHeading reports whether a heading may be part of the adjacent one.
func isLooseHeading(h layout.Heading) bool {
	return h.Column == layout.ColumnOther || h.Column == layout.ColumnPosition
}

// wordsOver returns the words of a segment that head a column, or -1.
func wordsOver(s *layout.Segment, c span, cells []span) (first, last int) {
	at := make([]span, len(s.Tokens))
	first, most := -1, 0
	for i := range s.Tokens {
		at[i] = spanOf(s.Tokens[i].Box, s.Page)
		if n := at[i].overlap(c); n > most {
			first, most = i, n
		}
	}
	if first < 0 {
		return -1, -1
	}
	others := func(i int) bool {
		return at[i].overlap(c) <= 0 && slices.ContainsFunc(cells, func(o span) bool {
			return at[i].overlap(o) > 0 && o.overlap(c) <= 0
		})
	}
	for last = first; last+1 < len(at) && !others(last+1); last++ {
	}
	for first > 0 && !others(first-1) {
		first--
	}
	return first, last
}

func compactWords(s *layout.Segment, first, last int) string {
	return recognize.Compact(recognize.Span{First: first, Last: last}.Raw(s.Words))
}

// headerlessTable makes a table of columns without headings, from the first row with numbers in two columns and words
// in another; nil if there is none, or no row above it.
func (p *Page) headerlessTable(columns []template.Column) (t *layout.Table, fields []string) {
	var heads []template.Column
	for i := range columns {
		switch c := &columns[i]; {
		case c.Head != 0:
			return nil, nil
		case c.Field != "":
			heads = append(heads, *c)
			fields = append(fields, c.Field)
		}
	}
	for _, page := range p.doc.Layout.Pages {
		for i, r := range page.Rows {
			if i == 0 || !p.isItemRow(r, heads) {
				continue
			}
			over := page.Rows[i-1].Box
			headings := make([]layout.Heading, len(heads))
			for k := range heads {
				headings[k] = headingAt(&heads[k], page, over)
			}
			return layout.NewTable(page, i-1, i-1, headings), fields
		}
	}
	return nil, nil
}

// headingAt makes a heading in a row, at the place of a column without one.
func headingAt(c *template.Column, page *layout.Page, row layout.Box) layout.Heading {
	column, _ := columnOf(c.Field)
	return layout.Heading{Column: column, Box: layout.Box{
		X0: float64(c.Cells[0]) * page.Width / thousand, X1: float64(c.Cells[1]) * page.Width / thousand,
		Y0: row.Y0, Y1: row.Y1,
	}}
}

// isItemRow reports whether a row has numbers in two columns and words in another.
func (p *Page) isItemRow(r *layout.Row, columns []template.Column) bool {
	numbers, words := 0, 0
	for i := range columns {
		c := span{columns[i].Cells[0], columns[i].Cells[1]}
		docType, _ := columnOf(columns[i].Field)
		stands := slices.ContainsFunc(r.Segments, func(s *layout.Segment) bool {
			return spanOf(s.Box, s.Page).overlap(c) > 0 &&
				(docType.Numeric() && len(p.doc.Spans[s].Amounts) > 0 || !docType.Numeric() && annotate.HasLetters(s.Words))
		})
		switch {
		case stands && docType.Numeric():
			numbers++
		case stands:
			words++
		}
	}
	return numbers > 1 && words > 0
}

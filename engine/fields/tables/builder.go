package tables

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result/value"
)

// builder collects the cells of a table.
type builder struct {
	rows  [][]string
	spans []value.Span
}

func newBuilder(rows, columns int) *builder {
	b := &builder{rows: make([][]string, rows)}
	for i := range b.rows {
		b.rows[i] = make([]string, columns)
	}
	return b
}

func (b *builder) put(row, column, rows, columns int, lines []line) {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text()
	}
	text := strings.TrimSpace(b.rows[row][column] + " " + strings.Join(texts, " "))
	b.rows[row][column] = text
	if text != "" && rows*columns > 1 {
		b.spans = append(b.spans, value.Span{Row: row, Column: column, Rows: rows, Columns: columns})
	}
}

// grid returns the table without empty rows and columns. It counts the rows of headings if they are not known (0).
func (b *builder) grid(headerRows int) value.Grid {
	for r := len(b.rows) - 1; r >= 0; r-- {
		if isEmpty := !slices.ContainsFunc(b.rows[r], func(s string) bool { return s != "" }); isEmpty {
			b.rows = slices.Delete(b.rows, r, r+1)
			b.shrink(func(s *value.Span) (*int, *int) { return &s.Row, &s.Rows }, r)
			if r < headerRows {
				headerRows--
			}
		}
	}
	for k := len(b.rows[0]) - 1; k >= 0; k-- {
		if isEmpty := !slices.ContainsFunc(b.rows, func(row []string) bool { return row[k] != "" }); isEmpty {
			for r := range b.rows {
				b.rows[r] = slices.Delete(b.rows[r], k, k+1)
			}
			b.shrink(func(s *value.Span) (*int, *int) { return &s.Column, &s.Columns }, k)
		}
	}
	if headerRows == 0 {
		headerRows = countHeaderRows(b.rows)
	}
	return value.Grid{HeaderRows: headerRows, Rows: b.rows, Spans: b.spans}
}

// shrink removes a row or column from the spans.
func (b *builder) shrink(of func(*value.Span) (first, count *int), at int) {
	for i := range b.spans {
		first, count := of(&b.spans[i])
		switch {
		case *first > at:
			*first--
		case *first+*count > at:
			*count--
		}
	}
	b.spans = slices.DeleteFunc(b.spans, func(s value.Span) bool {
		return s.Rows < 1 || s.Columns < 1 || s.Rows*s.Columns == 1
	})
}

// countHeaderRows counts the first rows without figures if most other rows have some.
func countHeaderRows(rows [][]string) int {
	has := func(row []string) bool { return slices.ContainsFunc(row[1:], isFigure) }
	first := slices.IndexFunc(rows, has)
	if first < 1 {
		return 0
	}
	figures := 0
	for _, row := range rows[first:] {
		if has(row) {
			figures++
		}
	}
	if first > maxHeadLines || 3*figures < 2*(len(rows)-first) {
		return 0
	}
	return first
}

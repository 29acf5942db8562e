package match

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
)

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

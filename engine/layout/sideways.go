package layout

import "github.com/docmill/docmill/engine/document"

// sidewaysRows puts rotated lines below all others, so that notes in the margin are not parts of rows.
func sidewaysRows(p *Page, src *document.Page, upright []Token) [][]Token {
	const apart = 2 // heights of a line
	y := 0.0
	for i := range upright {
		y = max(y, upright[i].Box.Y1)
	}
	var rows [][]Token
	for i := range src.Lines {
		l := &src.Lines[i]
		if !l.Sideways {
			continue
		}
		row, height := turned(p, l)
		if len(row) == 0 {
			continue
		}
		y += apart * height
		for k := range row {
			row[k].Box.Y0, row[k].Box.Y1 = row[k].Box.Y0+y, row[k].Box.Y1+y
		}
		y += height
		rows = append(rows, row)
	}
	return rows
}

// turned returns the words of a line as if it ran to the right from the upper left corner, and its height.
func turned(p *Page, l *document.Line) (row []Token, height float64) {
	of := p.points(l.Box)
	vertical := of.Height() > of.Width()
	first, last := l.Words[0].Box, l.Words[len(l.Words)-1].Box
	backwards := vertical && first.Y0 > last.Y0 || !vertical && first.X0 > last.X0
	for i := range l.Words {
		w := &l.Words[i]
		if !printed(w) {
			continue
		}
		b := p.points(w.Box)
		from, to, thick := b.X0-of.X0, b.X1-of.X0, b.Height()
		if vertical {
			from, to, thick = b.Y0-of.Y0, b.Y1-of.Y0, b.Width()
		}
		if backwards {
			length := max(of.Height(), of.Width())
			from, to = length-to, length-from
		}
		height = max(height, thick)
		row = appendTokens(row, w, Box{from, 0, to, thick})
	}
	return row, height
}

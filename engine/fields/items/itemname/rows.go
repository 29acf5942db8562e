package itemname

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
)

// NameAlone returns the text of a row that may be the name of the next item.
func NameAlone(row layout.TableRow) []layout.Part {
	parts := row.Cells[layout.ColumnDescription]
	others := 0
	for c := range row.Cells {
		if c != layout.ColumnDescription && c != layout.ColumnPosition && c != layout.ColumnCode {
			others++
		}
	}
	if len(parts) == 0 || others > 1 {
		return nil
	}
	return parts
}

// Heads reports whether a row names the columns of another table: only words, several of them in numeric columns.
func Heads(row layout.TableRow, visual *layout.Row) bool {
	words := 0
	for c, parts := range row.Cells {
		for _, p := range parts {
			text := p.Text()
			if strings.ContainsAny(text, "0123456789:") {
				return false
			}
			if c.Numeric() && annotate.HasLetters([]string{text}) {
				words++
			}
		}
	}
	return words > 1 && len(visual.Segments) > 2
}

// Numbered reports whether a running number precedes the text of a row: "2. Heating" is the title of a section.
func Numbered(row layout.TableRow) bool {
	text := row.Cells[layout.ColumnDescription]
	if len(text) == 0 {
		return false
	}
	for _, c := range []layout.Column{layout.ColumnPosition, layout.ColumnOther} {
		for _, p := range row.Cells[c] {
			if p.Box().X1 <= text[0].Box().X0 && strings.Trim(p.Text(), Digits+".") == "" {
				return true
			}
		}
	}
	return false
}

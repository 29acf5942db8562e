package layout

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout/words"
)

// resolveDescription makes a column with an unknown heading the description, if no heading names one: a column with
// words, left of prices and amounts. A code column without codes holds the names.
func (t *Table) resolveDescription(end int) {
	if t.Has(ColumnDescription) || t.Has(ColumnCode) && !t.holdsCodes() || t.holdsFacts(t.Page) {
		return
	}
	best, most := -1, 0
	for i, h := range t.Headings {
		if h.Column == ColumnUnitPrice || h.Column == ColumnAmount || h.Column == ColumnGross {
			break
		}
		if h.Column != ColumnOther {
			continue
		}
		if n := t.namesUnder(h); n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return
	}
	t.Headings[best].Column = ColumnDescription
	t.assignAll(end)
}

// namesUnder counts the rows with words under a heading.
func (t *Table) namesUnder(h Heading) int {
	n := 0
	for _, row := range t.body() {
		for _, part := range row.Cells[ColumnOther] {
			if part.Box().OverlapX(h.Box) > 0 && words.Lettered(part.Text()) {
				n++
				break
			}
		}
	}
	return n
}

// holdsCodes reports whether many cells of the code column are codes. Notes may be below the codes.
func (t *Table) holdsCodes() bool {
	codes, names := 0, 0
	for _, row := range t.body() {
		for _, part := range row.Cells[ColumnCode] {
			switch text := part.Text(); {
			case strings.ContainsAny(text, "0123456789") && (!strings.Contains(text, " ") || !words.Lettered(text)):
				codes++
			case strings.ContainsFunc(text, unicode.IsLower): // "EAN" names the next line
				names++
			}
		}
	}
	return 2*codes > names
}

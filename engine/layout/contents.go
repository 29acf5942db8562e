package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/recognize"
)

// content is the kind of most cells of a column.
type content int

const (
	contentMixed   content = iota
	contentRunning         // whole numbers of few digits
	contentCodes           // single words with digits
	contentNames
	contentPercent
	contentMoney // amounts with cents
)

// resolveContents corrects headings that contradict their cells: running numbers and codes under a word for
// descriptions, next to a column of names; names under a word for codes; percentages under an unknown heading;
// prices under a word for rates.
func (t *Table) resolveContents(end int) {
	if t.headCounts() {
		t.assignAll(end)
	}
	if t.resolveProducts() || t.resolveExchange() {
		t.assignAll(end)
	}
	holds := make([]content, len(t.Headings))
	for i := range t.Headings {
		holds[i] = t.contentOf(i)
	}
	t.findCapitals(holds)
	named := func(c Column) int {
		for i, h := range t.Headings {
			if h.Column == c && holds[i] == contentNames {
				return i
			}
		}
		return -1
	}
	changed := false
	for i := range t.Headings {
		h := &t.Headings[i]
		switch {
		case h.Column == ColumnOther && holds[i] == contentPercent && !t.Has(ColumnTaxRate):
			h.Column, changed = ColumnTaxRate, true
		case h.Column == ColumnTaxRate && holds[i] == contentMoney && !t.Has(ColumnUnitPrice):
			h.Column, changed = ColumnUnitPrice, true // "rate" may mean both
		case h.Column == ColumnOther && holds[i] == contentMoney && t.unnamedMoney(i, holds) != ColumnOther:
			h.Column, changed = t.unnamedMoney(i, holds), true
		case t.countsUnits(i), h.Column == ColumnOther && holds[i] == contentRunning && t.multipliesPrices(i):
			h.Column, changed = ColumnQuantity, true
		case h.Column != ColumnDescription || holds[i] != contentRunning && holds[i] != contentCodes:
		case named(ColumnDescription) >= 0:
			h.Column, changed = t.numbering(holds[i]), true
		case named(ColumnCode) >= 0:
			t.Headings[named(ColumnCode)].Column = ColumnDescription
			h.Column, changed = t.numbering(holds[i]), true
		}
	}
	if i := named(ColumnCode); i >= 0 && !t.Has(ColumnDescription) {
		t.Headings[i].Column, changed = ColumnDescription, true
	}
	if changed {
		t.assignAll(end)
	}
}

// findCapitals makes a column of single capitalized words a code column, if the names are under a second word for
// descriptions: "GLV-M" under "Item", "Gloves, medium" under "Description".
func (t *Table) findCapitals(holds []content) {
	if t.headings(ColumnDescription) < 2 {
		return
	}
	for i, h := range t.Headings {
		if h.Column == ColumnDescription && holds[i] != contentRunning && t.mostly(i, capitals) &&
			slices.ContainsFunc(t.others(i), func(o int) bool {
				return t.Headings[o].Column == ColumnDescription && t.mostly(o, spelledOut)
			}) {
			holds[i] = contentCodes
		}
	}
}

func (t *Table) others(heading int) []int {
	var out []int
	for i := range t.Headings {
		if i != heading {
			out = append(out, i)
		}
	}
	return out
}

// mostly reports whether kind accepts most cells under a heading, in rows with numbers.
func (t *Table) mostly(heading int, kind func(p Part) bool) bool {
	cells, matched := 0, 0
	for _, row := range t.itemRows() {
		for _, part := range row.Cells[t.Headings[heading].Column] {
			if t.headingOf(part) != heading {
				continue
			}
			if cells++; kind(part) {
				matched++
			}
		}
	}
	return 2*matched > cells
}

func capitals(p Part) bool { return p.First == p.Last && !spelledOut(p) }

func spelledOut(p Part) bool { return strings.ContainsFunc(p.Text(), unicode.IsLower) }

// numbering returns the column of codes, or of line numbers if another column has the codes.
func (t *Table) numbering(c content) Column {
	if c == contentRunning || t.Has(ColumnCode) {
		return ColumnPosition
	}
	return ColumnCode
}

// contentOf returns the kind of most cells under a heading in the rows of items, or else in all rows.
func (t *Table) contentOf(heading int) content {
	if c := t.contentIn(t.itemRows(), heading); c != contentMixed {
		return c
	}
	return t.contentIn(t.body(), heading)
}

// contentIn returns the kind of most cells under a heading. The cells must number at least a third of the rows with
// a price or, without a column of prices, with an amount. These include sums.
func (t *Table) contentIn(body []TableRow, heading int) content {
	counts := map[content]int{}
	rows, cells := 0, 0
	prices := []Column{ColumnUnitPrice}
	if !t.Has(ColumnUnitPrice) {
		prices = []Column{ColumnAmount, ColumnGross}
	}
	for _, row := range body {
		if row.hasNumberIn(prices) {
			rows++
		}
		for _, part := range row.Cells[t.Headings[heading].Column] {
			if t.headingOf(part) == heading {
				counts[contentOfText(part.Text())]++
				cells++
			}
		}
	}
	for c, n := range counts {
		if 2*n > cells && 3*cells >= rows {
			return c
		}
	}
	return contentMixed
}

func contentOfText(text string) content {
	split := strings.Fields(text)
	digits := strings.IndexFunc(text, unicode.IsDigit) >= 0
	if a := recognize.Amounts(split); len(a) == 1 && a[0].Last-a[0].First+1 == len(split) {
		switch {
		case a[0].Percent:
			return contentPercent
		case a[0].Number.Fraction == 2:
			return contentMoney
		}
	}
	switch {
	case len(split) == 1 && digits && strings.Trim(text, "0123456789.)") == "" && len(strings.Trim(text, ".)")) <= 3:
		return contentRunning
	case len(split) == 1 && digits:
		return contentCodes
	case words.Lettered(text),
		len(split) > 1 && !strings.HasSuffix(split[0], ":") && slices.ContainsFunc(split, words.Plain):
		return contentNames
	}
	return contentMixed
}

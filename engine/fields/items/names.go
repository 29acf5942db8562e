package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// settleNames makes the descriptions of a table's items of their lines: the
// first one, with those that it is wrapped over. What stands under it on lines of
// its own are details: dimensions, notes, periods.
func (tr *tableReader) settleNames() {
	for _, it := range tr.items {
		it.codeOver()
	}
	if tr.settleLines() {
		return
	}
	limit := tr.textLimit()
	if tr.noted(limit) {
		limit.far = noteGap
	}
	for _, it := range tr.items {
		for _, line := range it.lines {
			if !tr.wraps(it.text, line, limit) {
				break
			}
			it.text = append(slices.Clone(it.text), line...)
		}
	}
	tr.cutDetails()
}

// codeOver takes a first line that is a code alone for one, and the next for the name.
func (it *item) codeOver() {
	if it.code == nil && len(it.lines) > 0 && itemname.CodeAlone(it.text) && itemname.Worded(it.lines[0]) &&
		!itemname.OpenEnded(it.text[0]) && !itemname.Coding(it.lines[0]) {
		it.code, it.text, it.lines = &it.text[0], it.lines[0], it.lines[1:]
	}
}

// textLimit is how far, in points, the lines of descriptions reach to the right,
// without those that run on under the numbers beside them.
func (tr *tableReader) textLimit() textLimit {
	l := textLimit{numbers: tr.numbersFrom(), far: farGap}
	for _, it := range tr.items {
		for _, line := range append([][]layout.Part{it.text}, it.lines...) {
			if len(line) == 0 {
				continue
			}
			if x := line[len(line)-1].Box().X1; x < l.numbers {
				l.lines = max(l.lines, x)
			}
		}
	}
	return l
}

// textLimit is the right edge of a column of text, in points: where its longest
// line ends, and where the cells beside it begin. Room of far line heights in
// front of them is too much for a line that is broken for want of it.
type textLimit struct{ lines, numbers, far float64 }

// noted reports whether notes stand under names here: a line that would have fitted
// behind its name, or one that stands under several names.
func (tr *tableReader) noted(limit textLimit) bool {
	seen := map[string]bool{}
	for _, it := range tr.items {
		for _, line := range it.lines[:min(1, len(it.lines))] {
			text := recognize.Fold(itemname.Text(line))
			if seen[text] || len(it.text) > 0 && !itemname.Restyled(it.text[len(it.text)-1], line[0]) &&
				!tr.wraps(it.text, line, limit) {
				return true
			}
			seen[text] = true
		}
	}
	return false
}

// numbersFrom is the left edge of what stands right of the descriptions.
func (tr *tableReader) numbersFrom() float64 {
	edge := tr.table.Page.Width
	for _, it := range tr.items {
		if len(it.text) == 0 {
			continue
		}
		from := it.text[0].Box().X0
		for _, parts := range it.cells {
			for _, p := range parts {
				if x := p.Box().X0; x > from {
					edge = min(edge, x)
				}
			}
		}
	}
	return edge
}

// farGap, in line heights, is room in front of the next column that no line of
// text leaves for want of a word.
const farGap = 12.0

// noteGap is the same where notes are known to stand under names.
const noteGap = 3.0

// wraps reports whether a description goes on in the line under it because there
// was no more room: its first word would not have fitted above. Another style
// tells something else.
func (tr *tableReader) wraps(text, next []layout.Part, limit textLimit) bool {
	if len(text) == 0 || len(next) == 0 {
		return false
	}
	upper, lower := text[len(text)-1], next[0]
	if itemname.Restyled(upper, lower) {
		return false
	}
	if itemname.OpenEnded(upper) {
		return true
	}
	end, h := upper.Box().X1, upper.Box().Height()
	need := end + 0.3*h + lower.Segment.Tokens[lower.First].Box.Width()
	return need > limit.lines && need > limit.numbers-limit.far*h
}

// cutDetails takes off what follows the names in one line, where the heading lists
// both ("Name, Description"): the names end at a dash.
func (tr *tableReader) cutDetails() {
	if !tr.listsName() {
		return
	}
	for _, it := range tr.items {
		it.text = itemname.BeforeDash(it.text)
	}
}

// listsName reports whether the heading of the descriptions lists several things
// of which the name is one: "Name, Description", "Bezeichnung, Beschreibung".
func (tr *tableReader) listsName() bool {
	t := tr.table
	for _, h := range t.Headings {
		if h.Column != layout.ColumnDescription {
			continue
		}
		for i := max(0, t.First-2); i <= t.Last; i++ {
			for _, s := range t.Page.Rows[i].Segments {
				if s.Box.OverlapX(h.Box) > 0 && itemname.ListsTwo(s.Words) {
					return true
				}
			}
		}
	}
	return false
}

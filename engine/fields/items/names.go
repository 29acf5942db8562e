package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// resolveNames makes the descriptions of a table's items from their first lines and the lines that continue them.
// Other lines below are details: dimensions, notes, periods.
func (tr *tableReader) resolveNames() {
	for _, it := range tr.items {
		it.codeOver()
	}
	if tr.resolveLines() {
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

// resolveLines gives descriptions their known number of lines, and reports whether it is known.
func (tr *tableReader) resolveLines() bool {
	switch {
	case tr.learned.OneLine:
		return true // the lines remain separate from the text
	case tr.learned.AllLines:
		for _, it := range tr.items {
			it.text = slices.Concat(append([][]layout.Part{it.text}, it.lines...)...)
		}
		return true
	}
	return false
}

// codeOver splits a first line that is only a code from the name on the next line.
func (it *item) codeOver() {
	if it.code == nil && len(it.lines) > 0 && itemname.CodeAlone(it.text) && itemname.Worded(it.lines[0]) &&
		!itemname.OpenEnded(it.text[0]) && !itemname.Coding(it.lines[0]) {
		it.code, it.text, it.lines = &it.text[0], it.lines[0], it.lines[1:]
	}
}

// textLimit returns the right edge of descriptions, in points, without lines that continue under the numbers.
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

// textLimit is the right edge of a column of text, in points: the end of its longest line and the start of the next
// cells. A gap of more than far line heights before these cells means that the line was not wrapped for lack of
// space.
type textLimit struct{ lines, numbers, far float64 }

// noted reports whether notes are below names: a line that fits after its name, or is below several names.
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

// numbersFrom returns the left edge of the cells right of the descriptions.
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

// farGap is a gap before the next column, in line heights, that is too wide for a wrapped line.
const farGap = 12.0

// noteGap is the same if notes are below names.
const noteGap = 3.0

// wraps reports whether the first word of the next line would not have fitted above. The style must be the same.
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

// cutDetails removes the details after a dash if the heading lists both ("Name, Description").
func (tr *tableReader) cutDetails() {
	if !tr.listsName() {
		return
	}
	for _, it := range tr.items {
		it.text = itemname.BeforeDash(it.text)
	}
}

// listsName reports whether the heading lists the name among other things: "Name, Description".
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

// setAside keeps a row that may belong to the next item. A gap before it discards the earlier rows.
func (tr *tableReader) setAside(row tableRow) {
	if n := len(tr.above); n > 0 && apart(tr.above[n-1].visual.Box.Y1, row.visual) {
		tr.above = nil
	}
	tr.above = append(tr.above, row)
}

// nameFromAbove names an item by the rows set aside. Without a gap all except the last may belong to the item above.
func (tr *tableReader) nameFromAbove(it *item) {
	if tr.table.Stacked() {
		tr.nameFromUpperLine(it)
		return
	}
	var lines [][]layout.Part
	for _, row := range tr.above {
		if text := itemname.NameAlone(row.TableRow); text != nil {
			lines = append(lines, text)
		}
	}
	if len(lines) == 0 {
		return
	}
	it.over = true
	if last := tr.last(); last != nil && last.page == it.page && !apart(last.bottom, tr.above[0].visual) {
		it.text = lines[len(lines)-1]
		return
	}
	it.text, it.lines = lines[0], lines[1:]
	if apart(tr.above[len(tr.above)-1].visual.Box.Y1, it.rows[0]) {
		return
	}
	for _, row := range tr.above {
		it.takeCells(row.TableRow)
	}
}

// nameFromUpperLine names an item of a table whose items take two lines: the rows set aside from the last running
// number on, or all of them if none is numbered. In these tables numbers end an item, so none of the rows belongs
// to the previous one.
func (tr *tableReader) nameFromUpperLine(it *item) {
	rows := tr.above
	for i, row := range slices.Backward(rows) {
		if len(row.Cells[layout.ColumnPosition]) > 0 {
			rows = rows[i:]
			break
		}
	}
	for _, row := range rows {
		it.text = slices.Concat(it.text, itemname.NameAlone(row.TableRow))
		it.takeCells(row.TableRow)
		it.rows = append(it.rows, row.visual)
	}
	it.over = true
}

// textOver reports whether row i and the one under it are close, and one of them is text alone.
func (tr *tableReader) textOver(i int) bool {
	text := tr.body[i]
	if text.item != nil {
		text = tr.body[i+1]
	}
	return text.item == nil && itemname.NameAlone(text.TableRow) != nil && tr.isNearNext(i)
}

// isNearNext reports whether row i and the one under it are as close as lines of one item.
func (tr *tableReader) isNearNext(i int) bool {
	const near = 1.5 // row heights
	upper, lower := tr.body[i], tr.body[i+1]
	return upper.Page == lower.Page && lower.visual.Box.Y0-upper.visual.Box.Y1 < near*lower.visual.Box.Height()
}

// resolveOver names items by the lines of text above their numbers, if a code alone is next to the numbers, or text
// is next to them while the running number is above. The first item has a line above it, and the last has none
// below.
func (tr *tableReader) resolveOver() {
	names := map[*item][]bodyRow{}
	free := 0 // the first row that belongs to no item yet
	for i, row := range tr.body {
		if row.item == nil {
			continue
		}
		first := i
		for first > free && tr.textOver(first-1) {
			first--
		}
		if first == i || row.wordless() || !itemname.Coding(row.item.text) && (hasPosition(row) ||
			!hasPosition(tr.body[first])) {
			return
		}
		names[row.item], free = tr.body[first:i], i+1
	}
	under := free > 0 && free < len(tr.body) && tr.isNearNext(free-1) && !tr.body[free].wordless()
	if len(names) == 0 || len(names) < len(tr.items) || under {
		return
	}
	for it, rows := range names {
		own := it.text
		it.text, it.lines, it.over, it.rows = nil, nil, true, it.rows[:1]
		for _, row := range rows {
			it.text = slices.Concat(it.text, row.Cells[layout.ColumnDescription])
			it.rows = append(it.rows, row.visual)
		}
		if it.code = &own[0]; !itemname.Coding(own) {
			it.code, it.text = nil, slices.Concat(it.text, own)
		}
	}
}

func hasPosition(row bodyRow) bool { return len(row.Cells[layout.ColumnPosition]) > 0 }

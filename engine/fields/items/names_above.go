package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/layout"
)

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

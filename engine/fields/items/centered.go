package items

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/layout"
)

// centeredSlack is the maximum vertical offset of centered numbers from their description, in row heights.
const centeredSlack = 0.3

// resolveCentered moves lines of text to the items whose numbers are next to their middle, in tables with vertically
// centered cells. Such a table has items whose numbers are between two lines of text.
func (tr *tableReader) resolveCentered() {
	centered, others := 0, 0
	for i := range tr.body {
		if tr.body[i].item == nil {
			continue
		}
		switch above, below := tr.mirrored(i, 0); {
		case len(above)+len(below) > 0 && (tr.body[i].uneven() || tr.parted(i, above, below)):
			centered++
		case tr.body[i].uneven():
			others++
		}
	}
	if centered <= others {
		return
	}
	free := 0 // the first row that belongs to no item yet
	for i := range tr.body {
		if tr.body[i].item == nil {
			continue
		}
		above, below := tr.mirrored(i, free)
		tr.center(i, above, below)
		free = i + len(below) + 1
	}
}

// uneven reports whether a row has no text, or its numbers are off the line of its text.
func (r *bodyRow) uneven() bool {
	text := r.textBox()
	return r.wordless() || math.Abs(text.CenterY()-r.numbersMiddle()) > centeredSlack*text.Height()
}

// textBox returns the box around a row's description, or around the row if it has none.
func (r *bodyRow) textBox() layout.Box {
	parts := r.Cells[layout.ColumnDescription]
	if len(parts) == 0 {
		return r.visual.Box
	}
	box := parts[0].Box()
	for _, p := range parts[1:] {
		box = box.Union(p.Box())
	}
	return box
}

// mirrored returns the equal numbers of text rows above and below the item at index i, none of them above row free.
func (tr *tableReader) mirrored(i, free int) (above, below []bodyRow) {
	first, last := i, i
	for first > free && tr.textBeside(first-1, first) {
		first--
	}
	for last+1 < len(tr.body) && tr.textBeside(last+1, last) {
		last++
	}
	middle := tr.body[i].numbersMiddle()
	for top := first; top <= i; top++ {
		for bottom := last; bottom >= i; bottom-- {
			if tr.body[top].wordless() || tr.body[bottom].wordless() {
				continue
			}
			upper, lower := tr.body[top].textBox(), tr.body[bottom].textBox()
			if math.Abs((upper.Y0+lower.Y1)/2-middle) <= centeredSlack*upper.Height() {
				return tr.body[top:i], tr.body[i+1 : bottom+1]
			}
		}
	}
	return nil, nil
}

// textBeside reports whether the row at index i is text, close to its neighbor, and not a numbered title.
func (tr *tableReader) textBeside(i, neighbor int) bool {
	a, b := &tr.body[min(i, neighbor)], &tr.body[max(i, neighbor)]
	return tr.body[i].item == nil && a.Page == b.Page && !apart(a.visual.Box.Y1, b.visual) &&
		!itemname.Numbered(tr.body[i].TableRow)
}

// parted reports whether the gaps around an item with its lines of text are wider than those within them.
func (tr *tableReader) parted(i int, above, below []bodyRow) bool {
	const wider = 1.5
	first, last := i-len(above), i+len(below)
	inside := 0.0
	for k := first; k < last; k++ {
		inside = max(inside, tr.gapUnder(k))
	}
	for _, k := range []int{first - 1, last} {
		if k < 0 || k+1 >= len(tr.body) {
			continue
		}
		if gap := tr.gapUnder(k); tr.body[k].Page == tr.body[k+1].Page && gap < wider*max(inside, 1) {
			return false
		}
	}
	return first > 0 || last+1 < len(tr.body)
}

// gapUnder returns the gap, in points, below row i of the body.
func (tr *tableReader) gapUnder(i int) float64 {
	return tr.body[i+1].visual.Box.Y0 - tr.body[i].visual.Box.Y1
}

// numbersMiddle returns the vertical middle, in points, of the cells with numbers.
func (r *bodyRow) numbersMiddle() float64 {
	box := layout.Box{}
	for c, parts := range r.Cells {
		for _, p := range parts {
			if !c.Numeric() {
				continue
			}
			if b := p.Box(); box.Width() <= 0 {
				box = b
			} else {
				box = box.Union(b)
			}
		}
	}
	if box.Width() <= 0 {
		box = r.visual.Box
	}
	return box.CenterY()
}

// center makes the lines around the numbers of item i its text, and removes them from the item above.
func (tr *tableReader) center(i int, above, below []bodyRow) {
	row := &tr.body[i]
	it := row.item
	if len(above)+len(below) == 0 && row.wordless() {
		it.lines = nil // they may belong to the item below
		return
	}
	it.text, it.lines, it.over = nil, nil, false
	it.rows = []*layout.Row{row.visual} // the numbers' row remains first
	for _, r := range slices.Concat(above, tr.body[i:i+1], below) {
		if r.item == nil {
			it.rows = append(it.rows, r.visual)
		}
		text := r.Cells[layout.ColumnDescription]
		switch {
		case len(text) == 0:
		case it.text == nil:
			it.text = text
		default:
			it.lines = append(it.lines, text)
		}
	}
}

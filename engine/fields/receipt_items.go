package fields

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// receiptItems reads the goods of a receipt: under a header, or line by line
// where that tells more.
func (r *reading) receiptItems() []*item {
	tables, lines := slices.DeleteFunc(r.tableItems(), r.noGoods), r.tillItems()
	items := lines
	if r.telling(tables) > r.telling(lines) {
		items = tables
	}
	r.claimRows(items)
	return items
}

// noGoods reports whether an item is a sum, a tip or a payment after all.
func (r *reading) noGoods(it *item) bool { return r.labelledSum(it.rows[0]) && !r.goods(it.rows[0]) }

// telling measures how much a way of reading the goods tells: the members of
// its rows, a proved product counting more, and all of them more if the amounts
// come to a sum that is printed.
func (r *reading) telling(items []*item) float64 {
	score, total := 0.0, decimal.Zero
	for _, it := range items {
		row := r.itemRow(it)
		if row["description"].Value == "" || row["amount"].Value == "" {
			continue
		}
		score += 2
		if row["quantity"].Value != "" {
			score += 0.5
		}
		if row["quantity"].Score > 0.9 {
			score++
		}
		total = total.Add(decimal.RequireFromString(row["amount"].Value))
	}
	if _, ok := r.printed(total); ok && len(items) > 1 {
		score *= 1.5
	}
	return score
}

// tillReader puts the lines of a receipt's goods together.
type tillReader struct {
	*reading
	items  []*item
	lines  []tillLine // the line with the amount of each item
	above  []tillLine // lines of text not yet taken
	factor *tillLine  // quantity and price that wait for their amount
	fronts bool       // quantity and price stand above the name here
	below  bool       // names stand under the line with code and amount
	class  bool       // numbers in front of names are classes of tax
}

// tillItems reads the goods of a receipt without a table header: lines that end
// in an amount, above the first sum, with what stands over and under them.
func (r *reading) tillItems() []*item {
	t := &tillReader{reading: r}
	heads := r.headerRows()
	for _, p := range r.lay.Pages {
		for _, row := range p.Rows {
			goods := r.goods(row)
			if len(t.items) > 0 && !goods && r.sumRow(row) {
				t.finish()
				return t.items
			}
			if heads[row] && len(t.items) <= 2 {
				t = &tillReader{reading: r} // the goods begin here
				continue
			}
			if heads[row] || !goods && r.labelledSum(row) {
				t.drop()
				continue
			}
			t.read(r.tillLine(p, row))
		}
	}
	t.finish()
	return t.items
}

// goods reports whether a row that opens with a label names something sold all
// the same: "cover" and "service" stand among the goods, and with a further word
// behind it a weak label is part of a name, as in "base fare" or "gift card".
func (r *reading) goods(row *layout.Row) bool {
	for _, s := range row.Segments {
		if len(r.found[s].dates) > 0 {
			return false
		}
		for _, h := range r.starts[s] {
			if h.start && (h.colon || !weakLabel(h)) {
				return false
			}
		}
	}
	return true
}

func weakLabel(h *hit) bool {
	further := h.last+1 < len(h.seg.Words) && hasLetters(h.seg.Words[h.last+1:h.last+2])
	for _, t := range h.terms {
		switch {
		case t.role == roleOtherAmount && t.weight < 0.7:
		case (t.role == roleCash || t.role == roleOtherAmount || t.role == roleSubtotal && t.weight < 0.7) && further:
		default:
			return false
		}
	}
	return true
}

func (r *reading) headerRows() map[*layout.Row]bool {
	heads := map[*layout.Row]bool{}
	for _, t := range r.tables {
		for i := t.First; i <= t.Last; i++ {
			heads[t.Page.Rows[i]] = true
		}
	}
	return heads
}

// drop forgets text that no amount followed.
func (t *tillReader) drop() {
	t.carryOn()
	t.above, t.factor = nil, nil
}

func (t *tillReader) read(line tillLine) {
	switch {
	case line.amount != nil:
		t.sold(line)
	case line.price != nil:
		t.multiplied(line)
	case len(line.name) > 0:
		if len(t.above) > 0 && !under(t.above[len(t.above)-1].row, line.row) {
			t.above = nil
		}
		t.above = append(t.above, line)
	}
}

// under reports whether a row stands close under another.
func under(upper, lower *layout.Row) bool {
	return lower.Box.Y0-upper.Box.Y1 < 1.2*max(upper.Box.Height(), lower.Box.Height())
}

// product tells whether quantity and price of one line make the amount of
// another.
func (r *reading) product(factors, sold *tillLine) bool {
	v := factors.quantity.amount.Value(r.style).Mul(factors.price.amount.Value(r.style))
	return cents(v.Sub(sold.amount.amount.Value(r.style))) <= 1
}

// multiplied takes a line with quantity and price but no amount: it belongs to
// the line above it, or waits for the one below.
func (t *tillReader) multiplied(line tillLine) {
	if n := len(t.lines) - 1; n >= 0 && len(line.name) == 0 && len(t.above) == 0 && !t.fronts {
		last := &t.lines[n]
		if last.price == nil && under(t.items[n].rows[len(t.items[n].rows)-1], line.row) && t.product(&line, last) {
			last.quantity, last.price = line.quantity, line.price
			it := t.items[n]
			it.quantity, it.price = line.quantity, line.price
			it.rows = append(it.rows, line.row)
			return
		}
	}
	if len(line.name) > 0 {
		t.above = append(t.above, line)
	}
	t.factor = &line
}

// sold makes an item of a line with an amount.
func (t *tillReader) sold(line tillLine) {
	it := &item{cells: map[layout.Column][]layout.Part{}, page: line.page, rows: []*layout.Row{line.row}, bottom: line.row.Box.Y1}
	it.text = line.name
	if f := t.factor; f != nil && line.price == nil && (t.product(f, &line) || len(line.name) == 0) {
		t.fronts = t.fronts || len(t.above) == 0
		line.quantity, line.price = f.quantity, f.price
		it.rows = append(it.rows, f.row)
	}
	if len(line.name) == 0 || onlyCode(line.name) {
		t.nameAbove(it, line)
	} else {
		t.wrapped(it, line)
	}
	t.above, t.factor = nil, nil
	if len(it.text) == 0 && onlyCode(line.name) {
		it.text, t.below = line.name, true
	}
	if len(it.text) == 0 {
		return
	}
	it.quantity, it.price = line.quantity, line.price
	it.cells[layout.ColumnAmount] = []layout.Part{line.amount.part}
	t.items, t.lines = append(t.items, it), append(t.lines, line)
}

// onlyCode reports whether a name is the number of an article alone.
func onlyCode(name []layout.Part) bool {
	return len(name) == 1 && name[0].First == name[0].Last && codeShape(name[0].Text())
}

// nameAbove takes the name of an amount without one from the lines above it.
func (t *tillReader) nameAbove(it *item, line tillLine) {
	lower := line.row
	if t.factor != nil && under(t.factor.row, lower) {
		lower = t.factor.row
	}
	n := len(t.above) - 1
	if t.below {
		t.carryOn()
		return
	}
	if n < 0 || !under(t.above[n].row, lower) && t.above[n].row != lower {
		return
	}
	it.text = t.above[n].name
	it.rows = append(it.rows, t.above[n].row)
	if q := t.above[n].quantity; q != nil && t.above[n].front && line.quantity != nil &&
		!q.amount.Value(t.style).Equal(line.quantity.amount.Value(t.style)) {
		t.class = true
	}
	if n > 0 && breaks(&t.above[n-1], t.above[n].name, line.amount.part.Box().X0) && t.aligned(&t.above[n-1], t.above[n].name) {
		it.text = slices.Concat(t.above[n-1].name, it.text)
		it.rows = append(it.rows, t.above[n-1].row)
	}
}

// wrapped adds the first line of a name that goes on beside its amount, or gives
// it to the item above, whose name it ends.
func (t *tillReader) wrapped(it *item, line tillLine) {
	n := len(t.above) - 1
	if n < 0 {
		return
	}
	upper := &t.above[n]
	if under(upper.row, line.row) && breaks(upper, line.name, line.limit) && !t.columnar() && t.aligned(upper, line.name) {
		it.text = slices.Concat(upper.name, it.text)
		it.rows = append(it.rows, upper.row)
		return
	}
	t.carryOn()
}

// aligned reports whether two lines of a name start at one edge and the first
// holds no amount, as one does whose own amount was not recognised.
func (t *tillReader) aligned(upper *tillLine, next []layout.Part) bool {
	first := upper.name[0].Box()
	if len(upper.row.Segments) > 1 || upper.name[0].First > 0 || math.Abs(first.X0-next[0].Segment.Box.X0) > 0.6*first.Height() {
		return false
	}
	for _, w := range upper.name[0].Segment.Words {
		if strings.HasSuffix(w, ":") || strings.HasSuffix(shapeOf(w), ".2") {
			return false
		}
	}
	for _, a := range t.found[upper.name[0].Segment].amounts {
		if a.Number.Fraction == 2 {
			return false
		}
	}
	return true
}

// columnar reports whether quantities and prices stand in columns beside the
// first line of a name.
func (t *tillReader) columnar() bool {
	n := len(t.lines) - 1
	return n >= 0 && t.lines[n].price != nil && t.lines[n].limit < t.lines[n].price.part.Box().X0
}

// carryOn adds the first line of text under the last item to its name, if the
// name was broken for want of room.
func (t *tillReader) carryOn() {
	n := len(t.lines) - 1
	if n < 0 || len(t.above) == 0 || len(t.lines[n].name) == 0 {
		return
	}
	last, it, next := &t.lines[n], t.items[n], &t.above[0]
	switch {
	case !under(last.row, next.row):
	case onlyCode(last.name) && t.below:
		it.text = next.name
		it.rows = append(it.rows, next.row)
	case breaks(last, next.name, last.limit):
		it.text = slices.Concat(it.text, next.name)
		it.rows = append(it.rows, next.row)
	}
}

// breaks reports whether the first word of the next line would not have fitted
// behind a name.
func breaks(upper *tillLine, next []layout.Part, limit float64) bool {
	if len(upper.name) == 0 || len(next) == 0 {
		return false
	}
	end := upper.name[len(upper.name)-1].Box()
	first := next[0].Segment.Tokens[next[0].First].Box
	return end.X1+first.Width()+0.6*end.Height() > limit
}

// finish settles what only all lines together tell.
func (t *tillReader) finish() {
	t.drop()
	t.counts()
	t.taxLetters()
}

// counts takes whole numbers in a column before the amount for quantities, if
// most lines have one, else for the end of the names.
func (t *tillReader) counts() {
	columns := 0
	for i := range t.lines {
		if t.lines[i].column != nil {
			columns++
		}
	}
	for i, it := range t.items {
		c := t.lines[i].column
		if t.class && t.lines[i].front {
			it.quantity = nil
		}
		switch {
		case c == nil:
		case columns*3 >= 2*len(t.lines) && it.quantity == nil:
			it.cells[layout.ColumnQuantity] = []layout.Part{*c}
		default:
			it.text = append(it.text, *c)
		}
	}
}

// taxLetters takes the letters of tax off the front of names, if every name has
// one.
func (t *tillReader) taxLetters() {
	if len(t.items) < 2 {
		return
	}
	kinds := map[string]bool{}
	for _, it := range t.items {
		p := it.text[0]
		w := p.Segment.Words[p.First]
		if p.Last == p.First && len(it.text) == 1 || len(w) > 2 || strings.ToUpper(w) != w || recognize.CountDigits(w) > 0 {
			return
		}
		kinds[w] = true
	}
	if len(kinds) > 3 {
		return
	}
	for _, it := range t.items {
		it.text = slices.Clone(it.text)
		if it.text[0].First == it.text[0].Last {
			it.text = it.text[1:]
			continue
		}
		it.text[0].First++
	}
}

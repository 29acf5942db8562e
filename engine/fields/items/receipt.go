package items

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/fields/items/receiptline"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// receiptReader combines the lines of a receipt's goods.
type receiptReader struct {
	*finder
	items  []*item
	lines  []receiptline.Line // the line with the amount of each item
	above  []receiptline.Line // lines of text not yet used
	factor *receiptline.Line  // quantity and price whose amount follows
	fronts bool               // quantity and price are above the name
	below  bool               // names are under the line with code and amount
	class  bool               // numbers before names are tax classes
}

// tillItems reads the goods of a receipt without a header: lines that end in an amount, above the first sum.
func (r *finder) tillItems() []*item {
	t := &receiptReader{finder: r}
	heads := r.headerRows()
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			goods := label.Goods(r.Document, row)
			if len(t.items) > 0 && !goods && r.SumRow(row) {
				t.finish()
				return t.items
			}
			if heads[row] && len(t.items) <= 2 {
				t = &receiptReader{finder: r} // the goods begin here
				continue
			}
			if heads[row] || !goods && label.OpensSum(r.Document, row) {
				t.drop()
				continue
			}
			t.read(receiptline.Read(p, row, r.Spans, r.Style))
		}
	}
	t.finish()
	return t.items
}

func (r *finder) headerRows() map[*layout.Row]bool {
	heads := map[*layout.Row]bool{}
	for _, t := range r.Tables {
		for i := t.First; i <= t.Last; i++ {
			heads[t.Page.Rows[i]] = true
		}
	}
	return heads
}

// drop discards text without an amount.
func (t *receiptReader) drop() {
	t.carryOn()
	t.above, t.factor = nil, nil
}

func (t *receiptReader) read(line receiptline.Line) {
	switch {
	case line.Amount != nil:
		t.sold(line)
	case line.Price != nil:
		t.multiplied(line)
	case line.Quantity != nil && len(line.Name) == 0:
		t.counted(line)
	case len(line.Name) > 0:
		if len(t.above) > 0 && !receiptline.Under(t.above[len(t.above)-1].Row, line.Row) {
			t.above = nil
		}
		t.above = append(t.above, line)
	}
}

// product reports whether quantity and price of one line make the amount of another.
func (r *finder) product(factors, sold *receiptline.Line) bool {
	v := factors.Quantity.Amount.Value(r.Style).Mul(factors.Price.Amount.Value(r.Style))
	return link.Cents(v.Sub(sold.Amount.Amount.Value(r.Style))) <= 1
}

// multiplied reads a line with quantity and price but no amount. It belongs to the line above or to the one below.
func (t *receiptReader) multiplied(line receiptline.Line) {
	if n := len(t.lines) - 1; n >= 0 && len(line.Name) == 0 && len(t.above) == 0 && !t.fronts {
		last := &t.lines[n]
		if last.Price == nil && receiptline.Under(t.items[n].rows[len(t.items[n].rows)-1], line.Row) &&
			t.product(&line, last) {
			last.Quantity, last.Price = line.Quantity, line.Price
			it := t.items[n]
			it.quantity, it.price = line.Quantity, line.Price
			it.rows = append(it.rows, line.Row)
			return
		}
	}
	if len(line.Name) > 0 {
		t.above = append(t.above, line)
	}
	t.factor = &line
}

// counted gives the item above the quantity of a line that holds nothing else: "(2×)".
func (t *receiptReader) counted(line receiptline.Line) {
	n := len(t.lines) - 1
	if n < 0 || len(t.above) > 0 || t.lines[n].Quantity != nil || len(line.Row.Segments) > 1 ||
		!receiptline.Under(t.items[n].rows[0], line.Row) ||
		!quantity.Alone([]layout.Part{annotate.Whole(line.Row.Segments[0])}) {
		return
	}
	t.lines[n].Quantity, t.items[n].quantity = line.Quantity, line.Quantity
	t.items[n].rows = append(t.items[n].rows, line.Row)
}

// sold makes an item of a line with an amount.
func (t *receiptReader) sold(line receiptline.Line) {
	it := &item{cells: map[layout.Column][]layout.Part{}, page: line.Page, rows: []*layout.Row{line.Row},
		bottom: line.Row.Box.Y1}
	it.text = line.Name
	if f := t.factor; f != nil && line.Price == nil && (t.product(f, &line) || len(line.Name) == 0) {
		t.fronts = t.fronts || len(t.above) == 0
		line.Quantity, line.Price = f.Quantity, f.Price
		it.rows = append(it.rows, f.Row)
	}
	if len(line.Name) == 0 || receiptline.OnlyCode(line.Name) {
		t.nameAbove(it, line)
	} else {
		t.wrapped(it, line)
	}
	t.above, t.factor = nil, nil
	if len(it.text) == 0 && receiptline.OnlyCode(line.Name) {
		it.text, t.below = line.Name, true
	}
	if len(it.text) == 0 {
		return
	}
	it.quantity, it.price = line.Quantity, line.Price
	it.cells[layout.ColumnAmount] = []layout.Part{line.Amount.Part}
	t.items, t.lines = append(t.items, it), append(t.lines, line)
}

// finish decides what depends on all lines together.
func (t *receiptReader) finish() {
	t.drop()
	t.resolveSums()
	t.counts()
	t.taxLetters()
}

// counts makes whole numbers before the amounts quantities if most lines have one, or else ends of names.
func (t *receiptReader) counts() {
	columns := 0
	for i := range t.lines {
		if t.lines[i].Column != nil {
			columns++
		}
	}
	for i, it := range t.items {
		c := t.lines[i].Column
		if t.class && t.lines[i].Front {
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

// nameAbove names an amount from the lines above it.
func (t *receiptReader) nameAbove(it *item, line receiptline.Line) {
	lower := line.Row
	if t.factor != nil && receiptline.Under(t.factor.Row, lower) {
		lower = t.factor.Row
	}
	n := len(t.above) - 1
	if t.below {
		t.carryOn()
		return
	}
	if n < 0 || !receiptline.Under(t.above[n].Row, lower) && t.above[n].Row != lower {
		return
	}
	it.text = t.above[n].Name
	it.rows = append(it.rows, t.above[n].Row)
	if q := t.above[n].Quantity; q != nil && t.above[n].Front && line.Quantity != nil &&
		!q.Amount.Value(t.Style).Equal(line.Quantity.Amount.Value(t.Style)) {
		t.class = true
	}
	if n > 0 && receiptline.Breaks(&t.above[n-1], t.above[n].Name, line.Amount.Part.Box().X0) &&
		t.aligned(&t.above[n-1], t.above[n].Name) {
		it.text = slices.Concat(t.above[n-1].Name, it.text)
		it.rows = append(it.rows, t.above[n-1].Row)
	}
}

// wrapped adds the first line of a wrapped name to its amount, or gives it to the item above.
func (t *receiptReader) wrapped(it *item, line receiptline.Line) {
	n := len(t.above) - 1
	if n < 0 {
		return
	}
	upper := &t.above[n]
	if receiptline.Under(upper.Row, line.Row) && receiptline.Breaks(upper, line.Name, line.Limit) && !t.columnar() &&
		t.aligned(upper, line.Name) {
		it.text = slices.Concat(upper.Name, it.text)
		it.rows = append(it.rows, upper.Row)
		return
	}
	t.carryOn()
}

// aligned reports whether two lines of a name start at one edge and the first holds no amount.
func (t *receiptReader) aligned(upper *receiptline.Line, next []layout.Part) bool {
	first := upper.Name[0].Box()
	if len(upper.Row.Segments) > 1 || upper.Name[0].First > 0 ||
		math.Abs(first.X0-next[0].Segment.Box.X0) > 0.6*first.Height() {
		return false
	}
	for _, w := range upper.Name[0].Segment.Words {
		if strings.HasSuffix(w, ":") || strings.HasSuffix(annotate.ShapeOf(w), ".2") {
			return false
		}
	}
	for _, a := range t.Spans[upper.Name[0].Segment].Amounts {
		if a.Number.Fraction == 2 {
			return false
		}
	}
	return true
}

// columnar reports whether quantities and prices are in columns next to the first line of a name.
func (t *receiptReader) columnar() bool {
	n := len(t.lines) - 1
	return n >= 0 && t.lines[n].Price != nil && t.lines[n].Limit < t.lines[n].Price.Part.Box().X0
}

// carryOn adds the first line of text under the last item to its name, if the name was wrapped for lack of space.
func (t *receiptReader) carryOn() {
	n := len(t.lines) - 1
	if n < 0 || len(t.above) == 0 || len(t.lines[n].Name) == 0 {
		return
	}
	last, it, next := &t.lines[n], t.items[n], &t.above[0]
	switch {
	case !receiptline.Under(last.Row, next.Row):
	case receiptline.OnlyCode(last.Name) && t.below:
		it.text = next.Name
		it.rows = append(it.rows, next.Row)
	case receiptline.Breaks(last, next.Name, last.Limit):
		it.text = slices.Concat(it.text, next.Name)
		it.rows = append(it.rows, next.Row)
	}
}

// taxLetters removes the tax letters before names, if every name has one.
func (t *receiptReader) taxLetters() {
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

// resolveSums removes lines that are not goods according to the amounts of all lines.
func (t *receiptReader) resolveSums() {
	if i := t.firstSum(); i >= 0 {
		t.items, t.lines = t.items[:i], t.lines[:i]
	}
	t.resolveSigns()
}

// firstSum returns the first line whose amount is the sum of all lines above, or -1. It requires the label of a sum
// after two lines ("Food sub-total"), and no label after three or more ("08:37PM Total", "Tot Euro"). A line with a
// quantity is sold.
func (t *receiptReader) firstSum() int {
	const certain = 3 // minimum number of lines whose sum is not a coincidence
	sum, bare := decimal.Zero, decimal.Zero
	for i := range t.lines {
		amount := t.lines[i].Amount.Amount.Value(t.Style)
		sold := t.lines[i].Quantity != nil || t.lines[i].Price != nil
		if i > 1 && !sold && amount.IsPositive() && (amount.Equal(sum) || amount.Equal(bare)) &&
			(i >= certain || t.speaksOfSum(t.lines[i].Row)) {
			return i
		}
		sum, bare = sum.Add(amount), bare.Add(amount.Abs())
	}
	return -1
}

func (r *finder) speaksOfSum(row *layout.Row) bool {
	return label.Means(r.Document, row, func(t lexicon.Term) bool { return annotate.SumLike(t.Role) })
}

// resolveSigns interprets negative amounts. If the absolute amounts add up to a printed sum, the signs are dashes.
// If not, negative amounts are not goods, unless all are negative.
func (t *receiptReader) resolveSigns() {
	signed, bare, negative := decimal.Zero, decimal.Zero, 0
	for i := range t.lines {
		amount := t.lines[i].Amount.Amount.Value(t.Style)
		signed, bare = signed.Add(amount), bare.Add(amount.Abs())
		if amount.IsNegative() {
			negative++
		}
	}
	if negative == 0 {
		return
	}
	_, asPrinted := t.Printed(signed)
	if _, dashes := t.Printed(bare); dashes && !asPrinted {
		for _, it := range t.items {
			it.dashed = true
		}
		return
	}
	if negative == len(t.lines) {
		return
	}
	items, lines := t.items[:0], t.lines[:0]
	for i, it := range t.items {
		if !t.lines[i].Amount.Amount.Value(t.Style).IsNegative() {
			items, lines = append(items, it), append(lines, t.lines[i])
		}
	}
	t.items, t.lines = items, lines
}

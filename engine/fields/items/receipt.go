package items

import (
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/receiptline"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
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

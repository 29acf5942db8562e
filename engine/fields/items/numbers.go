package items

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

type itemNumbers struct {
	lineproof.Factors
	agreed *value.Figure   // the quantity that counts if another was requested
	base   decimal.Decimal // the number of units that the price is for; zero for one
}

// product returns quantity × price, or false if one of them is unknown.
func (n itemNumbers) product(style recognize.Style) (decimal.Decimal, bool) {
	quantity := n.Quantity
	if n.agreed != nil {
		quantity = n.agreed
	}
	if quantity == nil || n.Price == nil {
		return decimal.Zero, false
	}
	return quantity.Amount.Value(style).Mul(n.unitPrice(style)), true
}

func (n itemNumbers) unitPrice(style recognize.Style) decimal.Decimal {
	price := n.Price.Amount.Value(style)
	if n.base.IsZero() {
		return price
	}
	return price.DivRound(n.base, lineproof.PriceDigits)
}

// itemNumbers chooses quantity, price and amount of an item.
func (r *finder) itemNumbers(it *item) itemNumbers {
	amounts := it.cells[layout.ColumnAmount]
	if len(amounts) == 0 {
		amounts = it.cells[layout.ColumnGross]
	}
	prices, base := lineproof.PerUnits(it.cells[layout.ColumnUnitPrice])
	n := itemNumbers{base: base, Factors: lineproof.Of(it.cells[layout.ColumnQuantity], prices, amounts, r.Style)}
	if it.quantity != nil {
		n.Quantity = it.quantity
	}
	if it.price != nil {
		n.Price = it.price
	}
	if asked, agreed := lineproof.AskedAndAgreed(it.cells[layout.ColumnQuantity]); agreed != nil {
		n.Quantity, n.agreed = asked, agreed
	}
	if n.Quantity == nil {
		n.Quantity = r.countInFront(it, n.Price, n.Amount)
	}
	if n.base.IsZero() {
		n.base = r.priceBase(it, n)
	}
	reduced := len(it.cells[layout.ColumnDiscount])+len(it.deductions) > 0
	if n.base.IsZero() && n.agreed == nil && (!reduced || n.Price == nil) {
		n.Factors = r.prove(it, n.Factors)
	}
	if n.Amount == nil && n.Quantity == nil {
		n.Price, n.Amount = nil, n.Price // the single number of a row is its amount
	}
	if n.Amount == nil && n.agreed == nil && isOne(n.Quantity, r.Style) && n.base.IsZero() {
		n.Amount = n.Price // the price of one
	}
	if it.dashed && n.Amount != nil {
		amount := *n.Amount
		amount.Amount.Negative = false
		n.Amount = &amount
	}
	return n
}

func isOne(f *value.Figure, style recognize.Style) bool {
	return f != nil && f.Amount.Value(style).Equal(decimal.NewFromInt(1))
}

// priceBase returns the number of units that the price is for; see lineproof.Base.
func (r *finder) priceBase(it *item, n itemNumbers) decimal.Decimal {
	made, known := n.product(r.Style)
	if !known || n.Amount == nil || n.Fit(r.Style) {
		return decimal.Zero
	}
	return lineproof.Base(made, n.Amount.Amount.Value(r.Style), it.cells[layout.ColumnPriceBase], r.Style)
}

// prove finds quantity, price and amount in an item's first row, if those from the headings do not fit.
func (r *finder) prove(it *item, told lineproof.Factors) lineproof.Factors {
	if told.Fit(r.Style) {
		return told
	}
	return told.Prove(r.rowNumbers(it, told.Quantity != nil), r.Style)
}

// maxRowNumbers limits the numbers of a row that are multiplied.
const maxRowNumbers = 12

// rowNumbers returns the numbers that open a segment of an item's first row, except a position next to a quantity.
func (r *finder) rowNumbers(it *item, counted bool) []value.Figure {
	var out []value.Figure
	var position *value.Figure
	if counted {
		position = lineproof.LastNumber(it.cells[layout.ColumnPosition])
	}
	for _, s := range it.rows[0].Segments {
		for _, a := range r.Spans[s].Amounts {
			if a.Percent || a.First > 0 && annotate.HasLetters(s.Words[a.First-1:a.First]) {
				continue
			}
			f := value.Figure{Part: layout.Part{Segment: s, First: a.First, Last: a.Last}, Amount: a}
			if !lineproof.Same(&f, position) {
				out = append(out, f)
			}
		}
	}
	if len(out) > maxRowNumbers {
		return nil
	}
	return out
}

// countInFront returns the number before a row as the quantity, if it times the price is the amount.
func (r *finder) countInFront(it *item, price, amount *value.Figure) *value.Figure {
	count := lineproof.LastNumber(it.cells[layout.ColumnPosition])
	if count == nil || price == nil || amount == nil {
		return nil
	}
	product := count.Amount.Value(r.Style).Mul(price.Amount.Value(r.Style))
	if link.Cents(product.Sub(amount.Amount.Value(r.Style))) > 1 {
		return nil
	}
	return count
}

// amountOf adds up items, less their deductions.
func (r *finder) amountOf(items []*item) decimal.Decimal {
	sum := decimal.Zero
	for _, it := range items {
		if n := r.itemNumbers(it); n.Amount != nil {
			sum = sum.Add(n.Amount.Amount.Value(r.Style))
		}
		for _, f := range it.deductions {
			sum = sum.Sub(f.Amount.Value(r.Style).Abs())
		}
	}
	return sum
}

// resolveMoney decides by the printed sums whether a table's only column of money holds prices or amounts.
func (r *finder) resolveMoney(items []*item) {
	for _, as := range [2][2]layout.Column{
		{layout.ColumnUnitPrice, layout.ColumnAmount}, {layout.ColumnAmount, layout.ColumnUnitPrice},
	} {
		from, to := as[0], as[1]
		if !r.oneMoney(items, from) {
			continue
		}
		alone, times := r.columnSums(items, from)
		if to == layout.ColumnUnitPrice {
			alone, times = times, alone
		}
		if !alone.Equal(times) && r.MakesSum(alone) && !r.MakesSum(times) {
			for _, it := range items {
				it.cells[to] = it.cells[from]
				delete(it.cells, from)
			}
			return
		}
	}
}

// oneMoney reports whether all items have a quantity, and money in one column alone.
func (r *finder) oneMoney(items []*item, column layout.Column) bool {
	others := []layout.Column{layout.ColumnUnitPrice, layout.ColumnAmount, layout.ColumnGross, layout.ColumnDiscount,
		layout.ColumnPriceBase}
	return len(items) > 0 && !slices.ContainsFunc(items, func(it *item) bool {
		for _, c := range others {
			if c != column && len(it.cells[c]) > 0 {
				return true
			}
		}
		return it.price != nil || len(it.deductions) > 0 || len(lineproof.Figures(it.cells[column])) != 1 ||
			it.count() == nil
	})
}

// count returns the only quantity of an item, or nil.
func (it *item) count() *value.Figure {
	if counts := lineproof.Figures(it.cells[layout.ColumnQuantity]); len(counts) == 1 {
		return &counts[0]
	}
	return it.quantity
}

// columnSums adds up the numbers of a column, as they are and times the quantities.
func (r *finder) columnSums(items []*item, column layout.Column) (alone, times decimal.Decimal) {
	for _, it := range items {
		v := lineproof.LastNumber(it.cells[column]).Amount.Value(r.Style)
		alone = alone.Add(v)
		times = times.Add(v.Mul(it.count().Amount.Value(r.Style)))
	}
	return alone, times.Round(2)
}

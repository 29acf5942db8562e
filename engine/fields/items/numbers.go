package items

import (
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
	if it.dashed && n.Amount != nil {
		amount := *n.Amount
		amount.Amount.Negative = false
		n.Amount = &amount
	}
	return n
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

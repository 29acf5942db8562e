package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// itemNumbers are the numbers of an item.
type itemNumbers struct {
	factors
	agreed *value.Figure   // the quantity that counts, where another was asked for
	base   decimal.Decimal // the number of units that the price is for; zero for one
}

// product is quantity × price, false where one of them is not known.
func (n itemNumbers) product(style recognize.Style) (decimal.Decimal, bool) {
	quantity := n.quantity
	if n.agreed != nil {
		quantity = n.agreed
	}
	if quantity == nil || n.price == nil {
		return decimal.Zero, false
	}
	return quantity.Amount.Value(style).Mul(n.unitPrice(style)), true
}

// priceDigits is how many digits after the point the price of one unit keeps.
const priceDigits = 8

// unitPrice is the price of one unit.
func (n itemNumbers) unitPrice(style recognize.Style) decimal.Decimal {
	price := n.price.Amount.Value(style)
	if n.base.IsZero() {
		return price
	}
	return price.DivRound(n.base, priceDigits)
}

// itemNumbers chooses quantity, price and amount of an item.
func (r *finder) itemNumbers(it *item) itemNumbers {
	amounts := it.cells[layout.ColumnAmount]
	if len(amounts) == 0 {
		amounts = it.cells[layout.ColumnGross]
	}
	prices, base := r.basePrices(it.cells[layout.ColumnUnitPrice])
	n := itemNumbers{base: base}
	n.quantity, n.price, n.amount = r.consistent(it.cells[layout.ColumnQuantity], prices, amounts)
	if it.quantity != nil {
		n.quantity = it.quantity
	}
	if it.price != nil {
		n.price = it.price
	}
	if asked, agreed := r.askedAndAgreed(it.cells[layout.ColumnQuantity]); agreed != nil {
		n.quantity, n.agreed = asked, agreed
	}
	if n.quantity == nil {
		n.quantity = r.countInFront(it, n.price, n.amount)
	}
	if n.base.IsZero() {
		n.base = r.priceBase(it, n)
	}
	reduced := len(it.cells[layout.ColumnDiscount])+len(it.deductions) > 0
	if n.base.IsZero() && n.agreed == nil && (!reduced || n.price == nil) {
		n.factors = r.prove(it, n.factors)
	}
	if n.amount == nil && n.quantity == nil {
		n.price, n.amount = nil, n.price // the one number of a row is its amount
	}
	if it.dashed && n.amount != nil {
		amount := *n.amount
		amount.Amount.Negative = false
		n.amount = &amount
	}
	return n
}

// basePrices takes what tells a number of units off prices: "49.29 / 100", "12.00
// per 1000 pcs".
func (r *finder) basePrices(prices []layout.Part) ([]layout.Part, decimal.Decimal) {
	for i, p := range prices {
		for k := p.First + 1; k <= p.Last; k++ {
			base := r.unitsAt(p, k)
			before := layout.Part{Segment: p.Segment, First: p.First, Last: k - 1}
			if _, ok := r.numberIn(before); !ok || !base.GreaterThan(decimal.NewFromInt(1)) {
				continue
			}
			prices = slices.Clone(prices)
			prices[i] = before
			return prices, base
		}
	}
	return prices, decimal.Zero
}

// unitsAt reads "/ 100", "€/100" or "per 100" at a word; zero for anything else.
func (r *finder) unitsAt(p layout.Part, k int) decimal.Decimal {
	word := p.Segment.Words[k]
	if _, units, ok := strings.Cut(word, "/"); ok && units != "" {
		word = units
	} else if perWord(word) && k < p.Last {
		word = p.Segment.Words[k+1]
	} else {
		return decimal.Zero
	}
	if !annotate.AllDigitsWord(word) {
		return decimal.Zero
	}
	return decimal.RequireFromString(word)
}

func perWord(w string) bool { return lexicon.Per.Has(strings.ToLower(w)) }

// priceBase is the number of units that a price is for, where it makes quantity
// × price the amount: the one that the table tells, else a hundred or the like.
func (r *finder) priceBase(it *item, n itemNumbers) decimal.Decimal {
	product, known := n.product(r.Style)
	if !known || n.amount == nil || r.isProduct(n.factors) {
		return decimal.Zero
	}
	bases := []decimal.Decimal{decimal.NewFromInt(10), decimal.NewFromInt(100), decimal.NewFromInt(1000)}
	if told := r.lastNumber(it.cells[layout.ColumnPriceBase]); told != nil && told.Amount.Value(r.Style).IsPositive() {
		bases = []decimal.Decimal{told.Amount.Value(r.Style)}
	}
	amount := n.amount.Amount.Value(r.Style)
	for _, base := range bases {
		if !amount.IsZero() && link.Cents(product.DivRound(base, priceDigits).Sub(amount)) <= 1 {
			return base
		}
	}
	return decimal.Zero
}

// marked reports whether quantities are told apart by letters in brackets: "(R)
// 10" was requested, "(A) 8" agreed to.
func marked(parts []layout.Part) bool {
	return slices.ContainsFunc(parts, func(p layout.Part) bool {
		w := p.Segment.Words[p.First]
		return p.First < p.Last && len(w) == 3 && w[0] == '(' && w[2] == ')' && w[1] >= 'A' && w[1] <= 'Z'
	})
}

// askedAndAgreed returns the first and the last of several marked quantities: what
// was asked for, and what became of it.
func (r *finder) askedAndAgreed(parts []layout.Part) (asked, agreed *value.Figure) {
	if !marked(parts) {
		return nil, nil
	}
	all := r.figures(slices.DeleteFunc(slices.Clone(parts), func(p layout.Part) bool { return !marked([]layout.Part{p}) }))
	if len(all) < 2 {
		return nil, nil
	}
	return &all[0], &all[len(all)-1]
}

package trade

import (
	"slices"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

// Line is a line item.
type Line struct {
	locale.Product
	formDetails
	Count    decimal.Decimal
	Discount decimal.Decimal // percent
	Rate     decimal.Decimal // of the tax, percent
	Amount   decimal.Decimal // count × price less discount, to the cent
}

type taxSum struct{ Rate, Base, Amount decimal.Decimal }

// Bill is the arithmetic of a document. Prices are net, or include the tax if gross is set.
type Bill struct {
	Lines    []Line
	Gross    bool
	TaxFree  bool
	Items    decimal.Decimal // sum of the lines
	Percent  decimal.Decimal // of the discount on the document
	Discount decimal.Decimal
	Shipping decimal.Decimal
	Net      decimal.Decimal
	Taxes    []taxSum
	Tax      decimal.Decimal
	Total    decimal.Decimal
	paid     decimal.Decimal
	before   decimal.Decimal // balance of an earlier bill, part of due
	Due      decimal.Decimal
}

// DrawBill draws the line items and their totals.
func (t *Document) DrawBill() {
	b := &t.Bill
	b.Gross = t.Private && t.Chance(0.45) || t.Branch == "hotel" && t.Chance(0.6)
	b.TaxFree = t.Chance(0.09)
	rates := t.RatesOfBill()
	discounts := t.Branch == "goods" && t.Chance(0.15) && t.Form == ""
	for range t.lineCount() {
		b.Lines = append(b.Lines, t.DrawLine(rates, discounts))
	}
	t.UniqueNames()
	t.shapeLines()
	for _, l := range b.Lines {
		b.Items = b.Items.Add(l.Amount)
	}
	if t.Chance(0.12) {
		b.Percent = decimal.NewFromInt(random.Pick(t.Rand, int64(2), 3, 5, 10, 15))
		b.Discount = PercentOf(b.Items, b.Percent)
	}
	if t.Branch == "goods" && t.Chance(0.25) {
		b.Shipping = decimal.New(random.Pick(t.Rand, int64(390), 490, 595, 750, 1200, 1850, 2500, 9900), -2)
	}
	b.Sum(rates[0])
	t.DrawPayments()
}

// RatesOfBill draws the tax rates of the document.
func (t *Document) RatesOfBill() []decimal.Decimal {
	usual := t.Place.TaxRates
	oneOf := slices.Contains([]string{"US", "SG", "BR"}, t.Place.Country.Code) // tax by state or year
	switch {
	case t.Bill.TaxFree:
		return []decimal.Decimal{decimal.Zero}
	case oneOf || t.Chance(0.12):
		return []decimal.Decimal{random.Pick(t.Rand, usual...)}
	case len(usual) > 1 && t.Chance(0.16):
		return []decimal.Decimal{usual[0], usual[len(usual)-1]}
	}
	return usual[:1]
}

func (t *Document) lineCount() int {
	switch n := t.IntN(20); {
	case t.Branch == "telecom" || t.Branch == "utility":
		return 2 + t.IntN(5)
	case n < 6:
		return 1 + t.IntN(2)
	case n < 16:
		return 2 + t.IntN(6)
	case n < 19:
		return 6 + t.IntN(12)
	}
	return 20 + t.IntN(26)
}

// DrawLine draws a line item with one of the tax rates.
func (t *Document) DrawLine(rates []decimal.Decimal, discounts bool) Line {
	l := Line{Product: t.Place.ProductOf(t.Branch), Count: t.drawCount(), Rate: rates[0]}
	if len(rates) > 1 && t.Chance(0.4) {
		l.Rate = rates[1]
	}
	if l.Price.Mul(l.Count).GreaterThan(decimal.NewFromInt(random.Pick(t.Rand, int64(2000), 6000, 60000))) {
		l.Count = decimal.NewFromInt(int64(1 + t.IntN(3)))
	}
	if discounts && t.Chance(0.5) {
		l.Discount = decimal.NewFromInt(random.Pick(t.Rand, int64(5), 10, 20, 25))
	}
	full := l.Price.Mul(l.Count).Round(2)
	l.Amount = full.Sub(PercentOf(full, l.Discount))
	return l
}

func (t *Document) drawCount() decimal.Decimal {
	switch n := t.IntN(20); {
	case t.Branch == "utility":
		return decimal.NewFromInt(int64(1 + t.IntN(1800)))
	case t.Branch == "services" && n < 9, n < 2:
		return decimal.New(int64(25*(1+t.IntN(160))), -2)
	case n < 8 || t.Branch == "telecom":
		return decimal.NewFromInt(1)
	case n < 16:
		return decimal.NewFromInt(int64(2 + t.IntN(11)))
	case n < 19:
		return decimal.NewFromInt(random.Pick(t.Rand, int64(20), 24, 25, 30, 48, 50, 60, 75, 100, 120))
	}
	return decimal.NewFromInt(int64(100 + t.IntN(1900)))
}

// PercentOf returns a percentage of v, rounded to cents.
func PercentOf(v, percent decimal.Decimal) decimal.Decimal {
	return v.Mul(percent).Div(decimal.NewFromInt(100)).Round(2)
}

// Sum computes net, taxes and total from the lines. Discount and shipping have the usual rate if there are several.
func (b *Bill) Sum(usual decimal.Decimal) {
	base := map[string]decimal.Decimal{}
	var rates []decimal.Decimal
	add := func(rate, v decimal.Decimal) {
		if _, have := base[rate.String()]; !have {
			rates = append(rates, rate)
		}
		base[rate.String()] = base[rate.String()].Add(v)
	}
	for _, l := range b.Lines {
		add(l.Rate, l.Amount)
	}
	add(usual, b.Shipping.Sub(b.Discount))
	slices.SortFunc(rates, func(x, y decimal.Decimal) int { return y.Cmp(x) })
	for _, rate := range rates {
		v := base[rate.String()]
		s := taxSum{Rate: rate, Base: v, Amount: PercentOf(v, rate)}
		if b.Gross {
			s.Amount = v.Mul(rate).Div(rate.Add(decimal.NewFromInt(100))).Round(2)
			s.Base = v.Sub(s.Amount)
		}
		b.Net, b.Tax = b.Net.Add(s.Base), b.Tax.Add(s.Amount)
		b.Taxes = append(b.Taxes, s)
	}
	b.Total = b.Net.Add(b.Tax)
	b.Due = b.Total
}

// DrawPayments draws the amount already paid or carried over.
func (t *Document) DrawPayments() {
	b := &t.Bill
	switch n := t.IntN(100); {
	case t.IsOrder() || t.IsCreditNote():
	case n < 6:
		b.paid = b.Total
	case n < 14:
		b.paid = PercentOf(b.Total, decimal.NewFromInt(random.Pick(t.Rand, int64(10), 20, 25, 30, 50)))
	case n < 18 && (t.Branch == "telecom" || t.Branch == "utility" || t.Branch == "subscription"):
		b.before = decimal.New(int64(500+t.IntN(20000)), -2)
	}
	b.Due = b.Total.Sub(b.paid).Add(b.before)
}

// UniqueNames makes the names of lines unique and non-empty.
func (t *Document) UniqueNames() {
	seen := map[string]bool{}
	for i := range t.Bill.Lines {
		l := &t.Bill.Lines[i]
		for range 8 {
			if !seen[l.Name] {
				break
			}
			l.Name = t.Place.Label(t.Branch)
		}
		if t.Chance(0.08) {
			l.Name += " " + random.Fill(t.Rand, random.Pick(t.Rand, "@##", "@@-###", "##/##", "@*"))
		}
		seen[l.Name] = true
	}
}

// MainRate returns the tax rate with the largest total, which applies to discount and shipping.
func (b *Bill) MainRate() decimal.Decimal {
	most, main := decimal.Zero, b.Lines[0].Rate
	sums := map[string]decimal.Decimal{}
	for _, l := range b.Lines {
		sum := sums[l.Rate.String()].Add(l.Amount)
		sums[l.Rate.String()] = sum
		if sum.GreaterThan(most) {
			most, main = sum, l.Rate
		}
	}
	return main
}

// Negate changes the signs of all amounts except unit prices.
func (b *Bill) Negate() {
	for i := range b.Lines {
		b.Lines[i].Count, b.Lines[i].Amount = b.Lines[i].Count.Neg(), b.Lines[i].Amount.Neg()
	}
	for i := range b.Taxes {
		b.Taxes[i].Base, b.Taxes[i].Amount = b.Taxes[i].Base.Neg(), b.Taxes[i].Amount.Neg()
	}
	for _, v := range []*decimal.Decimal{&b.Items, &b.Discount, &b.Shipping, &b.Net, &b.Tax, &b.Total, &b.Due} {
		*v = v.Neg()
	}
}

// SumOf returns the total of lines[from:to].
func (b *Bill) SumOf(from, to int) decimal.Decimal {
	sum := decimal.Zero
	for _, l := range b.Lines[from:to] {
		sum = sum.Add(l.Amount)
	}
	return sum
}

package synth

import (
	"slices"

	"github.com/shopspring/decimal"
)

type tradeLine struct {
	good
	shaped
	count    decimal.Decimal
	discount decimal.Decimal // percent
	rate     decimal.Decimal // of the tax, percent
	amount   decimal.Decimal // count × price less discount, to the cent
}

type taxSum struct{ rate, base, amount decimal.Decimal }

// tradeBill is the arithmetic of a document. Prices are net, or include the tax if gross is set.
type tradeBill struct {
	lines    []tradeLine
	gross    bool
	taxFree  bool
	items    decimal.Decimal // sum of the lines
	percent  decimal.Decimal // of the discount on the document
	discount decimal.Decimal
	shipping decimal.Decimal
	net      decimal.Decimal
	taxes    []taxSum
	tax      decimal.Decimal
	total    decimal.Decimal
	paid     decimal.Decimal
	before   decimal.Decimal // balance of an earlier bill, part of due
	due      decimal.Decimal
}

func (t *designDoc) fillBill() {
	b := &t.bill
	b.gross = t.private && t.chance(0.45) || t.branch == "hotel" && t.chance(0.6)
	b.taxFree = t.chance(0.09)
	rates := t.ratesOfBill()
	discounts := t.branch == "goods" && t.chance(0.15) && t.form == ""
	for range t.lineCount() {
		b.lines = append(b.lines, t.drawLine(rates, discounts))
	}
	t.uniqueNames()
	t.shapeLines()
	for _, l := range b.lines {
		b.items = b.items.Add(l.amount)
	}
	if t.chance(0.12) {
		b.percent = decimal.NewFromInt(pick(t.r, int64(2), 3, 5, 10, 15))
		b.discount = part(b.items, b.percent)
	}
	if t.branch == "goods" && t.chance(0.25) {
		b.shipping = decimal.New(pick(t.r, int64(390), 490, 595, 750, 1200, 1850, 2500, 9900), -2)
	}
	b.sum(rates[0])
	t.addAmountDue()
}

func (t *designDoc) ratesOfBill() []decimal.Decimal {
	usual := t.place.taxRates
	oneOf := slices.Contains([]string{"US", "SG", "BR"}, t.place.country) // tax by state or year
	switch {
	case t.bill.taxFree:
		return []decimal.Decimal{decimal.Zero}
	case oneOf || t.chance(0.12):
		return []decimal.Decimal{pick(t.r, usual...)}
	case len(usual) > 1 && t.chance(0.16):
		return []decimal.Decimal{usual[0], usual[len(usual)-1]}
	}
	return usual[:1]
}

func (t *designDoc) lineCount() int {
	switch n := t.r.IntN(20); {
	case t.branch == "telecom" || t.branch == "utility":
		return 2 + t.r.IntN(5)
	case n < 6:
		return 1 + t.r.IntN(2)
	case n < 16:
		return 2 + t.r.IntN(6)
	case n < 19:
		return 6 + t.r.IntN(12)
	}
	return 20 + t.r.IntN(26)
}

func (t *designDoc) drawLine(rates []decimal.Decimal, discounts bool) tradeLine {
	l := tradeLine{good: t.place.goodOf(t.branch), count: t.drawCount(), rate: rates[0]}
	if len(rates) > 1 && t.chance(0.4) {
		l.rate = rates[1]
	}
	if l.price.Mul(l.count).GreaterThan(decimal.NewFromInt(pick(t.r, int64(2000), 6000, 60000))) {
		l.count = decimal.NewFromInt(int64(1 + t.r.IntN(3)))
	}
	if discounts && t.chance(0.5) {
		l.discount = decimal.NewFromInt(pick(t.r, int64(5), 10, 20, 25))
	}
	full := l.price.Mul(l.count).Round(2)
	l.amount = full.Sub(part(full, l.discount))
	return l
}

func (t *designDoc) drawCount() decimal.Decimal {
	switch n := t.r.IntN(20); {
	case t.branch == "utility":
		return decimal.NewFromInt(int64(1 + t.r.IntN(1800)))
	case t.branch == "services" && n < 9, n < 2:
		return decimal.New(int64(25*(1+t.r.IntN(160))), -2)
	case n < 8 || t.branch == "telecom":
		return decimal.NewFromInt(1)
	case n < 16:
		return decimal.NewFromInt(int64(2 + t.r.IntN(11)))
	case n < 19:
		return decimal.NewFromInt(pick(t.r, int64(20), 24, 25, 30, 48, 50, 60, 75, 100, 120))
	}
	return decimal.NewFromInt(int64(100 + t.r.IntN(1900)))
}

func part(v, percent decimal.Decimal) decimal.Decimal {
	return v.Mul(percent).Div(decimal.NewFromInt(100)).Round(2)
}

// sum computes net, taxes and total from the lines. Discount and shipping have the usual rate if there are several.
func (b *tradeBill) sum(usual decimal.Decimal) {
	base := map[string]decimal.Decimal{}
	var rates []decimal.Decimal
	add := func(rate, v decimal.Decimal) {
		if _, have := base[rate.String()]; !have {
			rates = append(rates, rate)
		}
		base[rate.String()] = base[rate.String()].Add(v)
	}
	for _, l := range b.lines {
		add(l.rate, l.amount)
	}
	add(usual, b.shipping.Sub(b.discount))
	slices.SortFunc(rates, func(x, y decimal.Decimal) int { return y.Cmp(x) })
	for _, rate := range rates {
		v := base[rate.String()]
		s := taxSum{rate: rate, base: v, amount: part(v, rate)}
		if b.gross {
			s.amount = v.Mul(rate).Div(rate.Add(decimal.NewFromInt(100))).Round(2)
			s.base = v.Sub(s.amount)
		}
		b.net, b.tax = b.net.Add(s.base), b.tax.Add(s.amount)
		b.taxes = append(b.taxes, s)
	}
	b.total = b.net.Add(b.tax)
	b.due = b.total
}

// addAmountDue draws the amount already paid or carried over.
func (t *designDoc) addAmountDue() {
	b := &t.bill
	switch n := t.r.IntN(100); {
	case t.order() || t.credit():
	case n < 6:
		b.paid = b.total
	case n < 14:
		b.paid = part(b.total, decimal.NewFromInt(pick(t.r, int64(10), 20, 25, 30, 50)))
	case n < 18 && (t.branch == "telecom" || t.branch == "utility" || t.branch == "subscription"):
		b.before = decimal.New(int64(500+t.r.IntN(20000)), -2)
	}
	b.due = b.total.Sub(b.paid).Add(b.before)
}

// uniqueNames makes the names of lines unique and non-empty.
func (t *designDoc) uniqueNames() {
	seen := map[string]bool{}
	for i := range t.bill.lines {
		l := &t.bill.lines[i]
		for range 8 {
			if !seen[l.name] {
				break
			}
			l.name = t.place.label(t.branch)
		}
		if t.chance(0.08) {
			l.name += " " + t.place.pattern(pick(t.r, "@##", "@@-###", "##/##", "@*"))
		}
		seen[l.name] = true
	}
}

package synth

import "github.com/shopspring/decimal"

// bill is the arithmetic of a receipt. All amounts have two fraction digits.
type bill struct {
	added    bool // the tax is added to the prices
	goods    decimal.Decimal
	discount decimal.Decimal // on the whole receipt; zero or negative
	service  decimal.Decimal
	tax      decimal.Decimal
	net      decimal.Decimal // total before tax, rounding and tip
	tip      decimal.Decimal
	rounding decimal.Decimal
	total    decimal.Decimal
	shares   []share // by tax rate
}

type share struct{ rate, net, tax, gross decimal.Decimal }

func (t *receiptPrinter) reckon() {
	b := &t.bill
	b.goods = t.sum()
	abroad := t.place.country == "US" || t.place.country == "CA"
	asian := t.place.country == "MY" || t.place.country == "SG" || t.place.country == "IN"
	b.added = abroad || asian && t.chance(0.35)
	if t.chance(0.08) {
		b.discount = b.goods.Mul(decimal.New(int64(pick(t.r, 5, 10, 15)), -2)).Round(2).Neg()
	}
	base := b.goods.Add(b.discount)
	if t.trade == "menu" && (asian && t.chance(0.5) || t.chance(0.08)) {
		b.service = base.Mul(decimal.New(10, -2)).Round(2)
		base = base.Add(b.service)
	}
	if b.added {
		b.shares = []share{onTop(base, t.rate)}
	} else {
		b.shares = t.splitByRate(base)
	}
	for _, s := range b.shares {
		b.net, b.tax, b.total = b.net.Add(s.net), b.tax.Add(s.tax), b.total.Add(s.gross)
	}
	if t.trade == "menu" && t.chance(map[bool]float64{true: 0.35, false: 0.07}[abroad]) {
		b.tip = b.net.Mul(decimal.New(int64(pick(t.r, 10, 15, 18, 20)), -2)).Round(2)
		b.total = b.total.Add(b.tip)
	}
	switch t.place.country {
	case "MY", "CH", "AU", "CA":
		if t.chance(0.6) {
			b.rounding = nearest(b.total, 5).Sub(b.total)
			b.total = b.total.Add(b.rounding)
		}
	}
}

// nearest rounds to a multiple of a number of cents.
func nearest(v decimal.Decimal, cents int64) decimal.Decimal {
	unit := decimal.New(cents, -2)
	return v.Div(unit).Round(0).Mul(unit)
}

func onTop(net, rate decimal.Decimal) share {
	tax := net.Mul(rate).Shift(-2).Round(2)
	return share{rate: rate, net: net, tax: tax, gross: net.Add(tax)}
}

func inside(gross, rate decimal.Decimal) share {
	hundred := decimal.New(100, 0)
	net := gross.Mul(hundred).Div(hundred.Add(rate)).Round(2)
	return share{rate: rate, net: net, tax: gross.Sub(net), gross: gross}
}

// splitByRate splits an amount by the tax rates of its sales. With a discount or a service charge, everything has one
// rate.
func (t *receiptPrinter) splitByRate(base decimal.Decimal) []share {
	reduced := decimal.Zero
	for _, s := range t.sales {
		if s.reduced {
			reduced = reduced.Add(s.amount).Add(s.discount)
		}
	}
	second, ok := t.secondRate()
	if !base.Equal(t.bill.goods) || !ok || reduced.IsZero() {
		for i := range t.sales {
			t.sales[i].reduced = false
		}
		return []share{inside(base, t.rate)}
	}
	if reduced.Equal(base) {
		return []share{inside(base, second)}
	}
	return []share{inside(base.Sub(reduced), t.rate), inside(reduced, second)}
}

func (t *receiptPrinter) secondRate() (decimal.Decimal, bool) {
	for _, r := range t.place.taxRates {
		if !r.Equal(t.rate) {
			return r, true
		}
	}
	return decimal.Zero, false
}

package receipt

import (
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

type sale struct {
	name     string
	code     string
	quantity decimal.Decimal
	weighed  bool
	price    decimal.Decimal
	amount   decimal.Decimal // quantity × price, rounded
	discount decimal.Decimal // on a separate line; zero or negative
	reduced  bool            // taxed at the second rate
}

func (t *receipt) fillBasket() {
	goods := t.Place.Words["till-"+t.trade]
	most := map[string]int{"parking": 1, "fuel": 2, "taxi": 4, "salon": 3, "menu": 9, "fast": 5, "grocery": 16}[t.trade]
	if most == 0 {
		most = 8
	}
	n := 1 + t.IntN(most)
	if t.Chance(0.3) {
		n = 1 + t.IntN((most+1)/2)
	}
	codes := t.Chance(0.4)
	form := random.Pick(t.Rand, "############", "95#########", "#####", "*###", "@@###", "@###-##", "00#####", "*######")
	for _, k := range t.Perm(len(goods))[:min(n, len(goods))] {
		s := t.parseSale(goods[k])
		if codes {
			s.code = random.Fill(t.Rand, form)
		}
		t.sales = append(t.sales, s)
	}
}

// parseSale parses a sale from "name@cents".
func (t *receipt) parseSale(good string) sale {
	name, cents, _ := strings.Cut(good, "@")
	usual, err := strconv.ParseInt(cents, 10, 64)
	if err != nil {
		usual = 500
	}
	s := sale{name: t.printable(name), quantity: decimal.New(1, 0), price: t.price(float64(usual)), reduced: t.Chance(0.3)}
	switch {
	case t.trade == "fuel":
		s.quantity, s.weighed = decimal.New(int64(500+t.IntN(5500)), -2), true
	case t.trade == "grocery" && t.Chance(0.1):
		s.quantity, s.weighed = decimal.New(int64(90+t.IntN(2200)), -3), true
	case t.Chance(0.3) && t.trade != "parking" && t.trade != "taxi":
		s.quantity = decimal.New(int64(2+t.IntN(random.Pick(t.Rand, 2, 3, 5, 11))), 0)
	}
	s.amount = s.quantity.Mul(s.price).Round(2)
	if t.Chance(0.06) && !s.weighed {
		s.discount = s.amount.Mul(decimal.New(int64(random.Pick(t.Rand, 10, 20, 25, 50)), -2)).Round(2).Neg()
	}
	return s
}

func (t *receipt) price(cents float64) decimal.Decimal {
	cents *= 0.6 + 1.1*t.Float64()
	switch t.Place.Country.Currency {
	case "MYR", "PLN":
		cents *= 3.5
	case "INR":
		cents *= 40
	case "MXN":
		cents *= 15
	case "BRL":
		cents *= 5
	}
	v := int64(max(5, cents))
	switch t.IntN(4) {
	case 0:
		v = v/10*10 + 9
	case 1, 2:
		v = max(5, v/5*5)
	}
	if t.trade == "fuel" && t.Chance(0.7) {
		return decimal.New(v*10+9, -3) // a tenth of a cent
	}
	return decimal.New(v, -2)
}

func (t *receipt) sum() decimal.Decimal {
	total := decimal.Zero
	for _, s := range t.sales {
		total = total.Add(s.amount).Add(s.discount)
	}
	return total
}

func (t *receipt) setItemTruth(s sale, quantity, price bool) {
	item := map[string]string{"description": s.name, "amount": s.amount.StringFixed(2)}
	if quantity {
		item["quantity"] = s.quantity.String()
	}
	if price {
		item["unitPrice"] = s.price.StringFixed(max(2, -s.price.Exponent()))
	}
	t.Truth.LineItems = append(t.Truth.LineItems, item)
}

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

func (t *receipt) computeBill() {
	b := &t.bill
	b.goods = t.sum()
	abroad := t.Place.Country.Code == "US" || t.Place.Country.Code == "CA"
	asian := t.Place.Country.Code == "MY" || t.Place.Country.Code == "SG" || t.Place.Country.Code == "IN"
	b.added = abroad || asian && t.Chance(0.35)
	if t.Chance(0.08) {
		b.discount = b.goods.Mul(decimal.New(int64(random.Pick(t.Rand, 5, 10, 15)), -2)).Round(2).Neg()
	}
	base := b.goods.Add(b.discount)
	if t.trade == "menu" && (asian && t.Chance(0.5) || t.Chance(0.08)) {
		b.service = base.Mul(decimal.New(10, -2)).Round(2)
		base = base.Add(b.service)
	}
	if b.added {
		b.shares = []share{addTax(base, t.rate)}
	} else {
		b.shares = t.splitByRate(base)
	}
	for _, s := range b.shares {
		b.net, b.tax, b.total = b.net.Add(s.net), b.tax.Add(s.tax), b.total.Add(s.gross)
	}
	if t.trade == "menu" && t.Chance(map[bool]float64{true: 0.35, false: 0.07}[abroad]) {
		b.tip = b.net.Mul(decimal.New(int64(random.Pick(t.Rand, 10, 15, 18, 20)), -2)).Round(2)
		b.total = b.total.Add(b.tip)
	}
	switch t.Place.Country.Code {
	case "MY", "CH", "AU", "CA":
		if t.Chance(0.6) {
			b.rounding = roundTo(b.total, 5).Sub(b.total)
			b.total = b.total.Add(b.rounding)
		}
	}
}

func roundTo(v decimal.Decimal, cents int64) decimal.Decimal {
	unit := decimal.New(cents, -2)
	return v.Div(unit).Round(0).Mul(unit)
}

func addTax(net, rate decimal.Decimal) share {
	tax := net.Mul(rate).Shift(-2).Round(2)
	return share{rate: rate, net: net, tax: tax, gross: net.Add(tax)}
}

func extractTax(gross, rate decimal.Decimal) share {
	hundred := decimal.New(100, 0)
	net := gross.Mul(hundred).Div(hundred.Add(rate)).Round(2)
	return share{rate: rate, net: net, tax: gross.Sub(net), gross: gross}
}

// splitByRate splits an amount by the tax rates of its sales. With a discount or a service charge there is one rate.
func (t *receipt) splitByRate(base decimal.Decimal) []share {
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
		return []share{extractTax(base, t.rate)}
	}
	if reduced.Equal(base) {
		return []share{extractTax(base, second)}
	}
	return []share{extractTax(base.Sub(reduced), t.rate), extractTax(reduced, second)}
}

func (t *receipt) secondRate() (decimal.Decimal, bool) {
	for _, r := range t.Place.TaxRates {
		if !r.Equal(t.rate) {
			return r, true
		}
	}
	return decimal.Zero, false
}

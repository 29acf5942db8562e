package synth

import (
	"strconv"
	"strings"

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

func (t *receiptPrinter) fillBasket() {
	goods := t.place.words["till-"+t.trade]
	most := map[string]int{"parking": 1, "fuel": 2, "taxi": 4, "salon": 3, "menu": 9, "fast": 5, "grocery": 16}[t.trade]
	if most == 0 {
		most = 8
	}
	n := 1 + t.r.IntN(most)
	if t.chance(0.3) {
		n = 1 + t.r.IntN((most+1)/2)
	}
	codes := t.chance(0.4)
	form := pick(t.r, "############", "95#########", "#####", "*###", "@@###", "@###-##", "00#####", "*######")
	for _, k := range t.r.Perm(len(goods))[:min(n, len(goods))] {
		s := t.sold(goods[k])
		if codes {
			s.code = t.place.pattern(form)
		}
		t.sales = append(t.sales, s)
	}
}

// sold parses a sale from "name@cents".
func (t *receiptPrinter) sold(good string) sale {
	name, cents, _ := strings.Cut(good, "@")
	usual, err := strconv.ParseInt(cents, 10, 64)
	if err != nil {
		usual = 500
	}
	s := sale{name: t.shown(name), quantity: decimal.New(1, 0), price: t.price(float64(usual)), reduced: t.chance(0.3)}
	switch {
	case t.trade == "fuel":
		s.quantity, s.weighed = decimal.New(int64(500+t.r.IntN(5500)), -2), true
	case t.trade == "grocery" && t.chance(0.1):
		s.quantity, s.weighed = decimal.New(int64(90+t.r.IntN(2200)), -3), true
	case t.chance(0.3) && t.trade != "parking" && t.trade != "taxi":
		s.quantity = decimal.New(int64(2+t.r.IntN(pick(t.r, 2, 3, 5, 11))), 0)
	}
	s.amount = s.quantity.Mul(s.price).Round(2)
	if t.chance(0.06) && !s.weighed {
		s.discount = s.amount.Mul(decimal.New(int64(pick(t.r, 10, 20, 25, 50)), -2)).Round(2).Neg()
	}
	return s
}

// price varies a usual price and converts it to the currency of the place.
func (t *receiptPrinter) price(cents float64) decimal.Decimal {
	cents *= 0.6 + 1.1*t.r.Float64()
	switch t.place.currency {
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
	switch t.r.IntN(4) {
	case 0:
		v = v/10*10 + 9
	case 1, 2:
		v = max(5, v/5*5)
	}
	if t.trade == "fuel" && t.chance(0.7) {
		return decimal.New(v*10+9, -3) // a tenth of a cent
	}
	return decimal.New(v, -2)
}

func (t *receiptPrinter) sum() decimal.Decimal {
	total := decimal.Zero
	for _, s := range t.sales {
		total = total.Add(s.amount).Add(s.discount)
	}
	return total
}

// knowItem adds the printed members of a sale to the truth.
func (t *receiptPrinter) knowItem(s sale, quantity, price bool) {
	item := map[string]string{"description": s.name, "amount": s.amount.StringFixed(2)}
	if quantity {
		item["quantity"] = s.quantity.String()
	}
	if price {
		item["unitPrice"] = s.price.StringFixed(max(2, -s.price.Exponent()))
	}
	t.truth.LineItems = append(t.truth.LineItems, item)
}

package locale

import (
	"math"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

func pow10(x float64) int64 { return int64(math.Pow(10, x)) }

// Product is something that is sold.
type Product struct {
	Name   string
	Detail string // a second line of description, may be ""
	Unit   string // "pcs", "Std." …, may be ""
	Code   string
	Price  decimal.Decimal // per unit, without tax
}

// RandomProduct returns goods or a service.
func (p *Place) RandomProduct() Product {
	return p.ProductOf(random.Pick(p.r, "goods", "goods", "services"))
}

// ProductOf returns one of a branch: goods, services, subscription, telecom, utility or hotel.
func (p *Place) ProductOf(branch string) Product {
	low, high := 0.5, 4.0 // powers of ten, in cents
	switch branch {
	case "goods":
		low, high = 1.7, 4.9
	case "services", "hotel":
		low, high = 3.2, 5.2
	case "subscription", "telecom":
		low, high = 1.5, 4.3
	case "utility":
		low, high = 1.2, 3.4
	}
	cents := pow10(low + (high-low)*p.r.Float64())
	switch n := p.r.IntN(6); {
	case n == 0 && cents > 300:
		cents = cents/100*100 + 99
	case n < 3 && cents > 500:
		cents = cents / 100 * 100
	case n == 3 && cents > 50:
		cents = cents / 10 * 10
	}
	g := Product{Name: p.Label(branch), Unit: p.Label("unit." + branch), Price: decimal.New(max(cents, 5), -2)}
	g.Code = random.Fill(p.r, random.Pick(p.r, "######", "####", "@@-###", "@###", "##-####", "@@####", "####.##",
		"@@@-##-#", "##########"))
	if branch == "goods" && p.r.IntN(5) == 0 {
		g.Detail = p.Label("more")
	}
	return g
}

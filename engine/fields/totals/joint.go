package totals

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/shopspring/decimal"
)

// Log-odds of the joint choice.
const (
	equationBonus = 3.0  // subtotal + tax = total holds with all three printed
	adjustedBonus = 2.0  // … holds after discount and shipping
	trivialBonus  = 0.5  // subtotal = total without tax
	equationFault = -2.5 // all three printed, equation fails
	absentCost    = -0.2 // for each sum left out
	absentTotal   = -2.0 // … and for the total of a receipt: every receipt has one
	orderFault    = -3.0 // total below subtotal, tax or an item
	itemFault     = -2.0 // total of a receipt below an item
)

// triple is the joint choice of subtotal, tax and total.
type triple struct {
	discounts []sum // best first
	shipping  *sum
	least     decimal.Decimal // the largest item: the total is no less, but for rounding
	// lenient is for receipts, whose prices often include the tax: there a
	// failing equation says little.
	lenient bool
}

// choose picks subtotal, tax and total together: the triple with the
// most evidence, where satisfying the arithmetic is evidence too.
func (c triple) choose(subtotals, taxes, totals []sum) (s, t, g *sum) {
	top := -1e9
	for gi := -1; gi < len(totals); gi++ {
		for si := -1; si < len(subtotals); si++ {
			for ti := -1; ti < len(taxes); ti++ {
				x, y, sum := at(subtotals, si), at(taxes, ti), at(totals, gi)
				if z := c.odds(x, y, sum); z > top {
					top, s, t, g = z, x, y, sum
				}
			}
		}
	}
	return s, t, g
}

func at(all []sum, i int) *sum {
	if i < 0 {
		return nil
	}
	return &all[i]
}

func (c triple) odds(s, t, g *sum) float64 {
	z := 0.0
	for _, x := range []*sum{s, t, g} {
		if x == nil {
			z += absentCost
		} else {
			z += x.logOdds
		}
	}
	if g == nil && c.lenient {
		z += absentTotal
	}
	if sharesAmount(s, g) || sharesAmount(t, g) || sharesAmount(s, t) {
		z -= 4
	}
	if g == nil {
		return z
	}
	if g.amount.Abs().Add(decimal.New(5, -2)).LessThan(c.least) && len(c.discounts) == 0 {
		if c.lenient {
			z += itemFault // text recognition may have got an item wrong
		} else {
			z += orderFault
		}
	}
	switch {
	case s != nil && t != nil:
		z += c.equation(s, t, g)
	case s != nil && s.amount.Equal(g.amount):
		z += trivialBonus
	}
	if s != nil && g.amount.IsPositive() && s.amount.GreaterThan(g.amount) && len(c.discounts) == 0 {
		z += orderFault
	}
	if t != nil && g.amount.IsPositive() && t.amount.GreaterThanOrEqual(g.amount) {
		z += orderFault
	}
	return z
}

func (c triple) equation(s, t, g *sum) float64 {
	rest := g.amount.Sub(s.amount).Sub(t.amount)
	switch {
	case link.Cents(rest) <= 2 && t.amount.IsZero():
		return trivialBonus
	case link.Cents(rest) <= 2:
		return equationBonus
	case c.shipping != nil && link.Cents(rest.Sub(c.shipping.amount)) <= 2, c.discountOf(rest) != nil:
		return adjustedBonus
	case g.amount.Equal(s.amount): // tax already included
		return -0.5
	case c.lenient:
		return -0.5
	}
	return equationFault
}

// discountOf returns the discount that explains what is left of the total, alone
// or with the shipping.
func (c triple) discountOf(rest decimal.Decimal) *sum {
	for i := range c.discounts {
		d := c.discounts[i].amount.Abs()
		if d.IsZero() {
			continue
		}
		if link.Cents(rest.Add(d)) <= 2 || c.shipping != nil && link.Cents(rest.Add(d).Sub(c.shipping.amount)) <= 2 {
			return &c.discounts[i]
		}
	}
	return nil
}

// discountFor returns the discount that the chosen sums confirm, else the most
// certain one that is smaller than the total.
func (c triple) discountFor(s, t, g *sum) *sum {
	if s != nil && t != nil && g != nil {
		if d := c.discountOf(g.amount.Sub(s.amount).Sub(t.amount)); d != nil {
			return d
		}
	}
	for i := range c.discounts {
		d := &c.discounts[i]
		if d.logOdds > 0 && (g == nil || d.amount.Abs().LessThan(g.amount.Abs().Div(decimal.NewFromInt(2)))) {
			return d
		}
	}
	return nil
}

// sharesAmount reports whether two sums were read from one printed amount.
func sharesAmount(a, b *sum) bool {
	return a != nil && b != nil && len(a.links) == 1 && len(b.links) == 1 && a.links[0].Value.SameAs(b.links[0].Value)
}

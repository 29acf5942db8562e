package totals

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Log-odds for payments and the amount due.
const (
	balanceBonus  = 2.5  // total − paid = due, all three printed and labeled
	carriedBonus  = 1.5  // … with a balance brought forward, a rounding or the like
	halfBonus     = 0.8  // … with paid or due under unknown words
	dueIsTotal    = 0.5  // nothing paid, the total is due
	balanceFault  = -1.0 // paid and due do not fit the total
	secondTotal   = -1.0 // the label of the amount due says "total"
	settledWeight = 0.5  // weight of the labels' own log-odds …
	settledBound  = 2.0  // … limited to this
	notPrinted    = -2.0 // the total is only the sum of paid and due
	surePaid      = -0.5 // minimum for a paid amount with a label alone …
	minPaid       = -2.5 // … and if total − paid = due proves it
	tailRows      = 8    // rows below the total that payments may take
)

// amountDue is what was paid of a total, and what is due.
type amountDue struct {
	due, paid *sum
	logOdds   float64
	proven    bool
}

func (s *amountDue) better(o amountDue) {
	if o.logOdds > s.logOdds {
		*s = o
	}
}

// balances finds paid and due amounts for a total.
type balances struct {
	*ledger
	dues, paid []sum
	totals     []sum // amounts with the label of a total; one of several may be the amount due
	payable    []sum // amounts that are due as a whole: labels like "Total to pay", and dueByDay
	others     []part
	early      []int64             // discounts for early payment
	known      map[int64]amountDue // by the total's units
}

// balances collects the labeled amounts due, payments and other amounts between total and amount due.
func (r *finder) balances(b *ledger, m *link.Set) *balances {
	c := &balances{ledger: b, known: map[int64]amountDue{}}
	c.dues = bestOf(r.sumsOf(m, lexicon.AmountDue, 0), maxPerRole)
	totals := r.sumsOf(m, lexicon.Total, 0)
	c.payable = slices.Concat(payables(totals), r.dueByDay())
	slices.SortStableFunc(totals, func(a, b sum) int { return cmp.Compare(b.logOdds, a.logOdds) })
	c.totals = totals[:min(len(totals), 2*maxPerRole)]
	paid := r.sumsOf(m, lexicon.AmountPaid, 0)
	paid = bestOf(slices.DeleteFunc(paid, func(s sum) bool { return s.logOdds < minPaid }), maxPerRole)
	sure := slices.DeleteFunc(slices.Clone(paid), func(s sum) bool { return s.logOdds < surePaid })
	c.paid = slices.Concat(paid, installments(sure))
	for _, role := range []lexicon.Role{lexicon.OtherAmount, lexicon.Rounding} {
		for _, s := range bestOf(r.sumsOf(m, role, 0), maxPerRole) {
			if s.units() != 0 && s.logOdds > 0 {
				c.others = append(c.others, labeledParts(s, role)...)
			}
		}
	}
	return c
}

// before proposes totals that are the sum of a paid and a due amount. Most of them are not printed.
func (c *balances) before() []sum {
	var out []sum
	for i := range c.dues {
		for k := range c.paid {
			if d, p := c.dues[i], c.paid[k]; d.logOdds > 0 && p.logOdds > 0 && p.units() != 0 && d.units() > 0 {
				s := together(d, p)
				s.minus = p.amount.IsNegative() // payments may be printed with a minus
				s.logOdds -= 0.5
				for _, at := range c.at[s.units()] {
					out = append(out, c.all[at].sum)
				}
				s.extra = notPrinted
				out = append(out, s)
			}
		}
	}
	return out
}

// best returns the paid and due amounts of a total with the most evidence.
func (c *balances) best(g *sum) amountDue {
	if g == nil {
		return c.alone()
	}
	if s, ok := c.known[g.units()]; ok {
		return s
	}
	top := amountDue{}
	for i := range c.dues {
		top.better(c.dueOf(g, &c.dues[i]))
	}
	for i := range c.payable {
		if d := &c.payable[i]; abs(d.units()-g.units()) <= 2*cent {
			top.better(c.unpaid(d, dueIsTotal))
		}
	}
	for i := range c.totals {
		d := &c.totals[i]
		if s := c.paidBetween(g, d, secondTotal); s.proven && isBelow(d, g) {
			top.better(s)
		}
		if c.isWithheld(g.units()-d.units()) && isBelow(d, g) {
			top.better(amountDue{due: d, logOdds: d.paymentOdds() + secondTotal + carriedBonus, proven: true})
		}
	}
	for i := range c.paid {
		top.better(c.rest(g, &c.paid[i]))
	}
	c.known[g.units()] = top
	return top
}

// alone returns the amounts that labels announce if there is no total.
func (c *balances) alone() amountDue {
	s := amountDue{}
	if len(c.dues) > 0 && c.dues[0].logOdds > -0.5 {
		s.due = &c.dues[0]
	}
	if len(c.paid) > 0 && c.paid[0].logOdds > surePaid {
		s.paid = &c.paid[0]
	}
	return s
}

// dueOf scores an amount with the label of an amount due.
func (c *balances) dueOf(g, d *sum) amountDue {
	if slices.Contains(c.early, g.units()-d.units()) {
		return amountDue{}
	}
	top := c.paidBetween(g, d, 0)
	z := d.paymentOdds()
	top.better(amountDue{due: d, logOdds: z})
	if digits, ok := digitsOf(d.links[0].Value); ok && d.units() != g.units() && digits*cent == g.units() {
		read := d.clone()
		read.amount, read.misread, read.counted = g.amount, true, false
		top.better(amountDue{due: read, logOdds: z + dueIsTotal + misreadCost/2, proven: true})
	}
	if abs(d.units()-g.units()) <= 2*cent {
		if sharesAmount(d, g) {
			top.better(amountDue{due: d, logOdds: z + dueIsTotal})
		} else {
			top.better(c.unpaid(d, z+dueIsTotal))
		}
	} else if c.isOther(d.units() - g.units()) {
		top.better(amountDue{due: d, logOdds: z + carriedBonus, proven: true})
	}
	return top
}

// paidBetween finds the payment between a total and the amount due. It adds shift to the log-odds of the latter.
func (c *balances) paidBetween(g, d *sum, shift float64) amountDue {
	top := amountDue{logOdds: -1e9}
	z := d.paymentOdds() + shift
	gap := g.units() - d.units()
	for i := range c.paid {
		p := &c.paid[i]
		rest := gap - abs(p.units())
		switch {
		case p.units() == 0 || sharesAmount(p, g) || sharesAmount(p, d):
		case abs(rest) <= 2*cent:
			top.better(amountDue{d, p, z + p.paymentOdds() + balanceBonus, true})
		case c.isOther(-rest):
			top.better(amountDue{d, p, z + p.paymentOdds() + carriedBonus, true})
		default:
			top.better(amountDue{d, p, z + p.paymentOdds() + balanceFault, false})
		}
	}
	if gap > 2*cent && d.units() >= 0 {
		if p := c.unknown(g, d, gap); p != nil {
			top.better(amountDue{d, p, z + halfBonus, true})
		}
	}
	return top
}

// unpaid returns a total that is due as a whole, with a payment of zero if one is printed.
func (c *balances) unpaid(due *sum, logOdds float64) amountDue {
	out := amountDue{due: due, logOdds: logOdds, proven: true}
	for i := range c.paid {
		if p := &c.paid[i]; p.units() == 0 && p.logOdds > 0 && len(p.links) == 1 {
			out.paid, out.logOdds = p, logOdds+p.paymentOdds()
			break
		}
	}
	return out
}

// rest scores a payment, with the remaining amount if it is printed.
func (c *balances) rest(g, p *sum) amountDue {
	top := amountDue{paid: p, logOdds: p.paymentOdds()}
	left := g.units() - abs(p.units())
	if p.units() == 0 || left <= 0 {
		return top
	}
	for _, i := range c.at[left] {
		if e := &c.all[i]; e.isFree() && isBelow(&e.sum, g) {
			top.better(amountDue{&e.sum, p, p.paymentOdds() + halfBonus, true})
		}
	}
	return top
}

// unknown returns the payment between total and amount due that has no known label. It is one of: an amount below
// the total (with a minus if nothing is due, because the total may be repeated there); a credit in the row of the
// total, as in "Total 318.40 318.40, balance 0.00"; an amount above the amount due after the name of a card or the
// like.
func (c *balances) unknown(g, d *sum, gap int64) *sum {
	for _, i := range slices.Concat(c.at[-gap], c.at[gap]) {
		e := &c.all[i]
		switch {
		case sharesAmount(&e.sum, d) || sharesAmount(&e.sum, g):
		case e.isFree() && isBelow(&e.sum, g) && (d.units() > 0 || e.units < 0),
			isBeside(&e.sum, g) && isBelow(d, g),
			e.labelRole == lexicon.Cash && e.labelLogOdds > 0 && isBelow(d, &e.sum):
			return &e.sum
		}
	}
	return nil
}

// isBeside reports whether s follows g in the same row.
func isBeside(s, g *sum) bool {
	a, b := s.links[0].Value, g.links[0].Value
	return a.Segment.Page == b.Segment.Page && a.Segment.Row == b.Segment.Row &&
		(a.Segment.Column > b.Segment.Column || a.Segment == b.Segment && a.First > b.Last)
}

func (e *entry) isFree() bool { return e.labelLogOdds <= 0 || e.labelRole == lexicon.OtherAmount }

// isBelow reports whether s is in one of the tailRows rows below g.
func isBelow(s, g *sum) bool {
	a, b := s.links[0].Value.Segment, g.links[0].Value.Segment
	return a.Page == b.Page && a.Row > b.Row && a.Row <= b.Row+tailRows
}

// isOther reports whether a labeled amount accounts for a difference.
func (c *balances) isOther(v int64) bool {
	return v != 0 && slices.ContainsFunc(c.others, func(p part) bool { return abs(p.units-v) <= 2*cent })
}

// isWithheld reports whether a labeled amount other than a payment, such as a retention, accounts for a difference.
func (c *balances) isWithheld(v int64) bool {
	return v > 0 && slices.ContainsFunc(c.others, func(p part) bool {
		return p.role == lexicon.OtherAmount && abs(p.units-v) <= 2*cent
	})
}

// paymentOdds returns the sum's own log-odds as a paid or due amount.
func (s *sum) paymentOdds() float64 {
	return settledWeight * min(settledBound, max(-settledBound, s.logOdds))
}

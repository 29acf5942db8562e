package statement

import (
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/shopspring/decimal"
)

// ledgerProof is the bonus for a balance that agrees with the ledger, in log-odds.
const ledgerProof = 3.0

// putBalances stores the labeled balances, preferably those that agree with the movements, or else any that agree.
func (r *finder) putBalances(set *value.Set, p ledgerPlan, ends balanceEnds) {
	before, after, known := p.ends()
	total := p.total()
	if known {
		creditBalance(ends.openings, before)
		creditBalance(ends.closings, after)
	} else {
		creditPair(ends, total)
	}
	opening, ok1 := topBalance(ends.openings)
	closing, ok2 := topBalance(ends.closings)
	if known && !ok1 {
		opening, ok1 = r.printedOutside(p, before)
	}
	if known && !ok2 {
		closing, ok2 = r.printedOutside(p, after)
	}
	if known && !ok2 && p.lastBalance() != nil {
		closing, ok2 = balanceLink{*p.lastBalance(), 0.4}, true
	}
	if ok1 {
		r.putBalance(set, "openingBalance", opening)
	}
	if ok2 {
		r.putBalance(set, "closingBalance", closing)
	}
}

func (r *finder) putBalance(set *value.Set, name string, l balanceLink) {
	s := l.sum
	set.Put(name, value.Cite(r.moneyText(s.value), s.Segment, s.First, s.Last, boost.Probability(l.z)))
}

// creditBalance raises the links to a value that the ledger proves.
func creditBalance(links []balanceLink, proved decimal.Decimal) {
	for i := range links {
		if isSameSum(links[i].sum.value, proved) {
			links[i].z += ledgerProof
		}
	}
}

// creditPair raises the most likely opening and closing balance whose difference is the sum of the movements.
func creditPair(ends balanceEnds, total decimal.Decimal) {
	from, to := -1, -1
	for i, o := range ends.openings {
		for j, c := range ends.closings {
			if !isSameSum(o.sum.value.Add(total), c.sum.value) {
				continue
			}
			if from < 0 || o.z+c.z > ends.openings[from].z+ends.closings[to].z {
				from, to = i, j
			}
		}
	}
	if from >= 0 {
		ends.openings[from].z += ledgerProof
		ends.closings[to].z += ledgerProof
	}
}

// ends returns the balances before and after all movements, if the running balances prove them.
func (p *ledgerPlan) ends() (before, after decimal.Decimal, known bool) {
	if !p.balanced {
		return before, after, false
	}
	since := decimal.Zero
	for _, m := range p.oldestFirst() {
		since = since.Add(m.amount)
		if m.balance == nil {
			continue
		}
		if !known {
			before, known = m.balance.value.Sub(since), true
		}
		after, since = m.balance.value, decimal.Zero
	}
	return before, after.Add(since), known
}

// lastBalance returns the running balance after the last movement, or nil.
func (p *ledgerPlan) lastBalance() *ledgerSum {
	order := p.oldestFirst()
	return order[len(order)-1].balance
}

func (p *ledgerPlan) total() decimal.Decimal {
	sum := decimal.Zero
	for _, m := range p.moves {
		sum = sum.Add(m.amount)
	}
	return sum
}

// printedOutside finds an amount of the given value outside the rows of movements.
func (r *finder) printedOutside(p ledgerPlan, value decimal.Decimal) (balanceLink, bool) {
	inside := map[*layout.Row]bool{}
	for _, m := range p.moves {
		inside[m.row] = true
	}
	for _, s := range r.Layout.Segments {
		if inside[s.Page.Rows[s.Row]] {
			continue
		}
		for _, sum := range r.ledgerSums(s) {
			if isSameSum(sum.value, value) {
				return balanceLink{sum, 0.9}, true
			}
		}
	}
	return balanceLink{}, false
}

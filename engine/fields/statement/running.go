package statement

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/shopspring/decimal"
)

// runningBalances returns the balances after the bookings that print none. A balance is known if the bookings from a
// printed balance to the next one add up to their difference. The labeled opening and closing balances are printed
// balances.
func (p *ledgerPlan) runningBalances(opening, closing *decimal.Decimal) map[*ledgerRow]decimal.Decimal {
	known := map[*ledgerRow]decimal.Decimal{}
	between := map[*ledgerRow]decimal.Decimal{}
	last, sure := decimal.Zero, false
	if opening != nil {
		last, sure = *opening, true
	}
	reach := func(printed decimal.Decimal) {
		if sure && isSameSum(last, printed) {
			for row, balance := range between {
				known[row] = balance
			}
		}
		clear(between)
		last, sure = printed, true
	}
	for _, m := range p.oldestFirst() {
		last = last.Add(m.amount)
		if m.balance != nil {
			reach(m.balance.value)
		} else {
			between[m.ledgerRow] = last
		}
	}
	if closing != nil {
		reach(*closing)
	}
	return known
}

// addRunningBalances adds the computed balances to the rows of bookings that are in the order of their dates.
func (r *finder) addRunningBalances(set *value.Set, p *ledgerPlan, rows []value.Row) {
	if !slices.IsSortedFunc(p.oldestFirst(), func(a, b *movement) int { return cmp.Compare(a.day.Text, b.day.Text) }) {
		return
	}
	known := p.runningBalances(storedSum(set, "openingBalance"), storedSum(set, "closingBalance"))
	for i, m := range p.moves {
		if v, ok := known[m.ledgerRow]; ok {
			rows[i]["balance"] = value.Value{Value: r.moneyText(v), Source: document.SourceDerived,
				Score: rows[i]["amount"].Score, Legibility: 1}
		}
	}
}

func storedSum(set *value.Set, name string) *decimal.Decimal {
	v, err := decimal.NewFromString(set.Text(name))
	if err != nil {
		return nil
	}
	return &v
}

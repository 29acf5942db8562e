package statement

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/shopspring/decimal"
)

// repair corrects values with one misread digit that the running balances before and after determine.
func (p *ledgerPlan) repair(ends balanceEnds) {
	last, known := ends.opening()
	order := p.oldestFirst()
	for i, m := range order {
		if m.balance == nil {
			known = false
			continue
		}
		if known && !isSameSum(last.Add(m.amount), m.balance.value) {
			m.correct(last, confirms(order[i:]))
		}
		last, known = m.balance.value, true
	}
}

// confirms reports whether the movement after the first one starts from the first one's balance.
func confirms(moves []*movement) bool {
	if len(moves) < 2 || moves[1].balance == nil {
		return false
	}
	return isSameSum(moves[0].balance.value.Add(moves[1].amount), moves[1].balance.value)
}

// correct corrects the amount if the next movement confirms the balance, or else the balance.
func (m *movement) correct(before decimal.Decimal, confirmed bool) {
	if confirmed {
		if diff := m.balance.value.Sub(before); m.sum.isMisreadOf(diff) {
			m.amount = diff
		}
		return
	}
	if now := before.Add(m.amount); m.balance.isMisreadOf(now) {
		fixed := *m.balance
		fixed.value = now
		m.balance = &fixed
	}
}

// isMisreadOf reports whether the recognized amount is one character away from a value.
func (s *ledgerSum) isMisreadOf(v decimal.Decimal) bool {
	if s.Segment.Tokens[s.First].Source != document.SourceOCR {
		return false
	}
	read, right := s.value.Abs().StringFixed(2), v.Abs().StringFixed(2)
	return ocrconfusion.Near(read, right)
}

package statement

import (
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// opensCard reports whether a line opens with words that only statements of credit cards have.
func opensCard(s *layout.Segment) bool {
	const longest = 5 // words
	words, _ := s.Folded()
	return lexicon.CardTitle.Opens(words, longest) > 0
}

// setSigns reads amounts without a sign beside marked credits as debits, if no balance decides. On statements of
// credit cards debts are positive: purchases, if they are most amounts, and balances without a mark.
func (r *finder) setSigns(p *ledgerPlan, ends balanceEnds) {
	if !slices.Contains(p.columns, ledgerAmount) {
		return
	}
	var plain []*movement
	credits, positive, titled := 0, 0, 0 // titled is above 0 if the signs are those of the titles
	for i := range p.moves {
		m := &p.moves[i]
		switch {
		case !m.sum.signed:
			plain = append(plain, m)
		case m.amount.IsNegative():
			credits = len(p.moves) // a debit is marked as well
		default:
			credits++
		}
		if m.amount.IsPositive() {
			positive++
		}
		if m.section != nil {
			titled += m.section.sign * m.amount.Sign()
		}
	}
	swapped := false
	onlyCredits := credits > 0 && credits < len(p.moves) && len(plain) > 0
	switch {
	case onlyCredits && (r.card || !p.balanced):
		for _, m := range plain {
			m.amount = m.amount.Abs().Neg()
		}
	case r.card && len(plain) > 0 && (titled < 0 || titled == 0 && 2*positive > len(p.moves)):
		swapped = true
		for i := range p.moves {
			p.moves[i].amount = p.moves[i].amount.Neg()
		}
	}
	if !r.card {
		return
	}
	for _, links := range [][]balanceLink{ends.openings, ends.closings} {
		for i := range links {
			if s := &links[i].sum; !s.signed || swapped && s.value.IsNegative() {
				s.value = s.value.Neg()
			}
		}
	}
}

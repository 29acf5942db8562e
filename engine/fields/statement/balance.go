package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/shopspring/decimal"
)

// balanceEnds are the links to possible opening and closing balances.
type balanceEnds struct {
	openings, closings []balanceLink
}

// balanceLink is an amount with the label of a balance.
type balanceLink struct {
	sum ledgerSum
	z   float64 // log-odds
}

// minBalance is the minimum log-odds of a balance that no sum proves.
const minBalance = 0.2

func topBalance(links []balanceLink) (balanceLink, bool) {
	top, ok := balanceLink{}, false
	for _, l := range links {
		if !ok || l.z > top.z {
			top, ok = l, true
		}
	}
	return top, ok && top.z > minBalance
}

func (b balanceEnds) opening() (decimal.Decimal, bool) {
	l, ok := topBalance(b.openings)
	return l.sum.value, ok
}

func (b balanceEnds) closing() (decimal.Decimal, bool) {
	l, ok := topBalance(b.closings)
	return l.sum.value, ok
}

// balanceLinks finds the labeled opening and closing balances. A label with a date, "Solde au 28/02/2031", is that
// of the balance closer to the date.
func (r *finder) balanceLinks(p period) balanceEnds {
	m := r.Link(r.balanceValues, lexicon.Opening, lexicon.Closing, lexicon.OtherAmount)
	var ends balanceEnds
	for _, want := range []lexicon.Role{lexicon.Opening, lexicon.Closing} {
		links := m.Links[want]
		if len(links) == 0 {
			links = r.balancesBefore(want)
		}
		for _, l := range links {
			b := balanceLink{r.signedSum(l.Value), l.LogOdds}
			opening := want == lexicon.Opening
			if day := r.dayBehind(l.Label); day != "" && isOnlyDated(l.Label.Phrase) {
				opening = day <= p.from
			}
			if opening {
				ends.openings = append(ends.openings, b)
			} else {
				ends.closings = append(ends.closings, b)
			}
		}
	}
	return ends
}

// balancesBefore links labels to amounts left of them, for ledgers whose texts are right of the amounts.
func (r *finder) balancesBefore(want lexicon.Role) []link.Link {
	var out []link.Link
	for _, h := range r.Labels {
		if _, ok := h.As(want); ok && h.Opens && h.Segment.Left() != nil && len(r.ledgerSums(h.Segment)) == 0 {
			for _, sum := range r.ledgerSums(h.Segment.Left()) {
				out = append(out, link.Link{Value: sum.Candidate, Label: h, LogOdds: 0.5})
			}
		}
	}
	return out
}

// isOnlyDated reports whether a label of a balance only announces a date.
func isOnlyDated(phrase string) bool {
	return slices.ContainsFunc(lexicon.BeforeDay.All(), func(end string) bool {
		return strings.HasSuffix(phrase, " "+end)
	})
}

// dayBehind returns the date that follows a label in its segment, or "".
func (r *finder) dayBehind(h *annotate.Label) string {
	for _, c := range r.DateValues(h.Segment) {
		if c.First > h.Last && c.First <= h.Last+2 {
			return c.Text
		}
	}
	return ""
}

// balanceValues finds sums of money, including the signs used by statements.
func (r *finder) balanceValues(s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for _, c := range r.AmountValues(s) {
		if a := r.Amount(c); a.Number.Fraction != 2 && a.Currency == "" {
			continue
		}
		c.Text = r.moneyText(r.signedSum(c).value)
		out = append(out, c)
	}
	return out
}

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

// repairTotal corrects the only amount whose misread character, or currency sign read as its first digit, explains the
// difference between the opening balance, the movements and the closing balance. No running balances are printed.
func (p *ledgerPlan) repairTotal(ends balanceEnds) {
	opening, ok1 := ends.opening()
	closing, ok2 := ends.closing()
	diff := closing.Sub(opening).Sub(p.total())
	if !ok1 || !ok2 || isSameSum(diff, decimal.Zero) {
		return
	}
	if slices.ContainsFunc(p.moves, func(m movement) bool { return m.balance != nil }) {
		return
	}
	for _, isMisread := range []func(*ledgerSum, decimal.Decimal) bool{
		(*ledgerSum).hasSignBefore, (*ledgerSum).isMisreadOf,
	} {
		var wrong []*movement
		for i := range p.moves {
			if m := &p.moves[i]; isMisread(m.sum, m.amount.Add(diff)) {
				wrong = append(wrong, m)
			}
		}
		if len(wrong) == 1 {
			wrong[0].amount = wrong[0].amount.Add(diff)
		}
		if len(wrong) > 0 {
			return
		}
	}
}

// hasSignBefore reports whether the recognized amount is a value after one more digit: "$214.24" read as "5214.24".
func (s *ledgerSum) hasSignBefore(v decimal.Decimal) bool {
	read := s.value.Abs().StringFixed(2)
	return s.Segment.Tokens[s.First].Source == document.SourceOCR && s.value.Sign() == v.Sign() &&
		read[1:] == v.Abs().StringFixed(2)
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

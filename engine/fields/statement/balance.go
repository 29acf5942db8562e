package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
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
		for _, l := range m.Links[want] {
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

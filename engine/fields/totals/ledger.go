package totals

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/shopspring/decimal"
)

// Log-odds of an amount that no label announces, before any equation.
const (
	unlabelled   = -1.7
	proseCost    = -1.0 // among many words
	claimedCost  = -1.5 // announced as something else
	proven       = 1.0  // what the equations make of it, at least
	mostPrinted  = 300  // amounts of a page that equations are tried on
	mostRates    = 12
	proseWords   = 9
	highestRate  = 40.0
	percentUnits = 100.0
)

// entry is a printed amount outside line items.
type entry struct {
	sum
	value   link.Candidate
	units   int64
	claim   lexicon.Role // what a label announces it as; "" for nothing
	claimed float64      // log-odds of that
}

// ledger holds the printed amounts outside line items in reading order.
type ledger struct {
	all   []entry
	at    map[int64][]int // by units, indexes into all
	rates []float64       // percentages printed, each once
}

// place is where an amount starts.
type place struct {
	segment *layout.Segment
	first   int
}

func placeOf(c link.Candidate) place { return place{c.Segment, c.First} }

// ledger reads the amounts; of very many the last.
func (r *finder) ledger(m *link.Set) *ledger {
	claims := claimsOf(m)
	b := &ledger{at: map[int64][]int{}}
	for _, s := range r.Layout.Segments {
		for _, a := range r.Spans[s].Amounts {
			if a.Percent {
				b.addRate(a.Value(r.Style))
			}
		}
		for _, c := range r.MoneyOutsideItems(s) {
			a := r.Amount(c)
			v := r.signed(c)
			if a.Whole() || !affordable(v) {
				continue
			}
			e := entry{value: c, units: units(v), claim: claims[placeOf(c)].role, claimed: claims[placeOf(c)].logOdds}
			e.amount, e.links = v, []link.Link{{Value: c}}
			e.logOdds = unlabelled + lowOnPage(c)
			if len(s.Words) > proseWords {
				e.logOdds += proseCost
			}
			if e.claimed > 0 {
				e.logOdds += claimedCost
			}
			b.all = append(b.all, e)
		}
	}
	b.all = b.all[max(0, len(b.all)-mostPrinted):]
	for i := range b.all {
		b.at[b.all[i].units] = append(b.at[b.all[i].units], i)
	}
	return b
}

func (b *ledger) addRate(v decimal.Decimal) {
	f := v.InexactFloat64()
	if f > 0 && f <= highestRate && len(b.rates) < mostRates && !slices.Contains(b.rates, f) {
		b.rates = append(b.rates, f)
	}
}

// claim is the role that a label announces an amount as most strongly.
type claim struct {
	role    lexicon.Role
	logOdds float64
}

func claimsOf(m *link.Set) map[place]claim {
	claims := map[place]claim{}
	for _, role := range sumRoles() {
		for _, l := range m.Links[role] {
			if c, ok := claims[placeOf(l.Value)]; !ok || l.LogOdds > c.logOdds {
				claims[placeOf(l.Value)] = claim{role, l.LogOdds}
			}
		}
	}
	return claims
}

// near returns the amounts within a cent of v units.
func (b *ledger) near(v float64) []int {
	if math.Abs(v) > math.MaxInt64/2 {
		return nil
	}
	whole := int64(math.Round(v/cent)) * cent
	return slices.Concat(b.at[whole], b.at[whole-cent], b.at[whole+cent])
}

// rated reports whether a tax is a printed rate's share of the base, in units.
func (b *ledger) rated(base, tax int64) bool {
	for _, rate := range b.rates {
		if math.Abs(float64(base)*rate/percentUnits-float64(tax)) <= cent {
			return true
		}
	}
	return false
}

// signed is the amount's value with its sign, which may stand behind it as "CR".
func (r *finder) signed(c link.Candidate) decimal.Decimal {
	v := r.Amount(c).Value(r.Style)
	if !v.IsPositive() {
		return v
	}
	if next, ok := lastAfter(c); ok && len(next) > 1 && lexicon.CreditMark.Has(lexicon.Fold(next)) {
		return v.Neg()
	}
	return v
}

// lastAfter returns the word behind an amount, if it is the last one there.
func lastAfter(c link.Candidate) (string, bool) {
	words, next := c.Segment.Words, c.Last+1
	if right := c.Segment.Right(); next >= len(words) && len(right) > 0 {
		words, next = right[0].Words, 0
	}
	if next != len(words)-1 {
		return "", false
	}
	return words[next], true
}

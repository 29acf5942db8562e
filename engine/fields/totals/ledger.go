package totals

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Log-odds of an unlabeled amount, before any equation.
const (
	unlabeled      = -1.7
	proseCost      = -1.0 // among many words
	labeledCost    = -1.5 // labeled as something else
	proven         = 1.0  // minimum if the equations confirm it
	misreadCost    = -0.5 // with other separators than were read
	sumLabelWeight = 0.8
	maxPrinted     = 300 // amounts of a page that equations are tried on
	maxRates       = 12
	proseWords     = 9
	percentUnits   = 100.0
)

// entry is a printed amount outside line items.
type entry struct {
	sum
	value        link.Candidate
	units        int64
	labelRole    lexicon.Role // role of its strongest label, or ""
	labelLogOdds float64      // log-odds of that role
}

// ledger holds the printed amounts outside line items in reading order.
type ledger struct {
	all []entry
	at  map[int64][]int // by units, indexes into all
	// printed holds the indexes of amounts from text recognition by their digits without separators: "452280" may
	// be 4522.80.
	printed    map[int64][]int
	rates      []float64 // distinct printed percentages
	slack      float64   // tolerance of a tax in units: a cent, or a whole if no cents are printed
	amountRefs map[place]amountRef
}

type place struct {
	segment *layout.Segment
	first   int
}

func placeOf(c link.Candidate) place { return place{c.Segment, c.First} }

// ledger reads the amounts. If there are more than maxPrinted, it reads the last ones.
func (r *finder) ledger(m *link.Set) *ledger {
	b := &ledger{at: map[int64][]int{}, printed: map[int64][]int{}, amountRefs: amountRefsOf(m), slack: cent}
	whole := r.WholeMoney()
	if whole {
		b.slack = percentUnits * cent
	}
	for _, s := range slices.Backward(r.Layout.Segments) {
		for _, a := range r.Spans[s].Amounts {
			if a.Percent {
				b.addRate(a.Value(r.Style))
			}
		}
		if len(b.all) >= maxPrinted {
			continue
		}
		for _, c := range slices.Backward(r.moneyBesideSums(s)) {
			money := !r.Amount(c).Whole() || whole && r.Grouped(s, r.Amount(c))
			if v := r.signed(c); money && isComputable(v) {
				b.all = append(b.all, entryOf(c, v, b.amountRefs[placeOf(c)]))
			}
		}
	}
	slices.Reverse(b.all)
	for i := range b.all {
		e := &b.all[i]
		b.at[e.units] = append(b.at[e.units], i)
		if digits, ok := digitsOf(e.value); ok {
			b.printed[digits] = append(b.printed[digits], i)
		}
	}
	return b
}

func entryOf(c link.Candidate, v decimal.Decimal, known amountRef) entry {
	e := entry{value: c, units: units(v), labelRole: known.role, labelLogOdds: known.logOdds}
	e.amount, e.links = v, []link.Link{{Value: c}}
	e.logOdds = unlabeled + lowOnPage(c)
	if len(c.Segment.Words) > proseWords {
		e.logOdds += proseCost
	}
	if e.labelLogOdds > 0 {
		e.logOdds += labeledCost
	}
	return e
}

// moneyBesideSums is MoneyOutsideItems plus item rows that open with the label of a sum, which notes may precede.
func (r *finder) moneyBesideSums(s *layout.Segment) []link.Candidate {
	row := s.Page.Rows[s.Row]
	if !r.ItemRows[row] || slices.ContainsFunc(row.Segments[:s.Column+1], r.opensWithSum) {
		return r.AmountValues(s)
	}
	return nil
}

// isSumLabel reports whether a label of the role opens its segment and no other words follow.
func (r *finder) isSumLabel(h *annotate.Label, role lexicon.Role) bool {
	weight, ok := h.As(role)
	return ok && weight > sumLabelWeight && h.Opens && !r.GoesOn(h)
}

func (r *finder) opensWithSum(s *layout.Segment) bool {
	return slices.ContainsFunc(r.LabelsIn[s], func(h *annotate.Label) bool {
		return r.isSumLabel(h, lexicon.Subtotal)
	})
}

// misread returns the sum of v units if text recognition misread only its separators, or nil.
func (b *ledger) misread(v int64, announced func(lexicon.Role) bool) *sum {
	if v <= 0 || v%cent != 0 {
		return nil
	}
	for _, i := range b.printed[v/cent] {
		if e := &b.all[i]; e.units != v && announced(e.labelRole) {
			s := e.sum
			s.counted = false
			s.amount, s.misread = decimal.New(v, -unitDigits), true
			s.logOdds = max(s.logOdds, e.labelLogOdds) + misreadCost
			return &s
		}
	}
	return nil
}

func (b *ledger) addRate(v decimal.Decimal) {
	f := v.InexactFloat64()
	if f > 0 && f <= taxrate.MaxRate && len(b.rates) < maxRates && !slices.Contains(b.rates, f) {
		b.rates = append(b.rates, f)
	}
}

// amountRef is the role that labels announce most strongly for an amount.
type amountRef struct {
	role    lexicon.Role
	logOdds float64
}

func amountRefsOf(m *link.Set) map[place]amountRef {
	refs := map[place]amountRef{}
	for _, role := range sumRoles() {
		for _, l := range m.Links[role] {
			if c, ok := refs[placeOf(l.Value)]; !ok || l.LogOdds > c.logOdds {
				refs[placeOf(l.Value)] = amountRef{role, l.LogOdds}
			}
		}
	}
	return refs
}

// provenSum returns an amount that its position proves.
func (r *finder) provenSum(c link.Candidate) sum {
	return sum{amount: r.signed(c), logOdds: proven, links: []link.Link{{Value: c}}}
}

// entriesNear returns the amounts within a cent of v units, or within a whole if no cents are printed.
func (b *ledger) entriesNear(v float64) []int {
	if math.Abs(v) > math.MaxInt64/2 {
		return nil
	}
	step := int64(b.slack)
	whole := int64(math.Round(v/b.slack)) * step
	return slices.Concat(b.at[whole], b.at[whole-step], b.at[whole+step])
}

// isRated reports whether a tax is a printed rate's share of the base, in units.
func (b *ledger) isRated(base, tax int64) bool {
	for _, rate := range b.rates {
		if math.Abs(float64(base)*rate/percentUnits-float64(tax)) <= b.slack {
			return true
		}
	}
	return false
}

// isWithinRated reports whether a gross amount includes the tax at a printed rate, in units.
func (b *ledger) isWithinRated(gross, tax int64) bool {
	return slices.ContainsFunc(b.rates, func(rate float64) bool {
		return math.Abs(taxWithin(gross, rate)-float64(tax)) <= b.slack
	})
}

// taxWithin returns the tax that a gross amount includes at a rate, in units.
func taxWithin(gross int64, rate float64) float64 {
	return float64(gross) * rate / (percentUnits + rate)
}

func (b *ledger) candidates() []link.Candidate {
	out := make([]link.Candidate, len(b.all))
	for i := range b.all {
		out[i] = b.all[i].value
	}
	return out
}

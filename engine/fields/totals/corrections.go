package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Costs of corrections between net amount and total, in log-odds.
const (
	costPart     = 0.3 // per part
	costDoubtful = 0.5 // its label is doubtful
	costMinus    = 0.8 // no known label, a minus is printed
	costPlus     = 1.4 // … no sign is printed
	costTurned   = 1.8 // … and it is subtracted
	costEither   = 0.3 // its label does not say whether it is added or subtracted
	// Minimum log-odds of a labeled part. Shipping is often in an item row, where other numbers precede the
	// amount; the equation must confirm it in any case.
	minPart   = -1.0
	minCharge = -1.5
	// topParts is the maximum number of amounts tried.
	topParts = 12
	// blockRows is the maximum distance of corrections from the labeled sums, in rows.
	blockRows = 3
)

// part is an amount that may be added between net amount and total, or after the total.
type part struct {
	units int64 // signed as it is added
	sum   sum
	role  lexicon.Role // "" without a known label
	cost  float64
}

// correction is a set of parts between net amount and total.
type correction struct {
	parts []*part
	cost  float64
}

// corrections are the possible corrections of a page by their sum.
type corrections map[int64]*correction

// corrections tries labeled discounts, charges, roundings and others, and unlabeled amounts near labeled sums.
func (r *finder) corrections(b *ledger, m *link.Set, labeled ...[]sum) corrections {
	var parts []part
	for _, role := range []lexicon.Role{lexicon.Discount, lexicon.Shipping, lexicon.Rounding, lexicon.Tip,
		lexicon.OtherAmount} {
		least := minPart
		if role == lexicon.Shipping {
			least = minCharge
		}
		for _, s := range bestOf(r.sumsOf(m, role, 0), topParts) {
			if s.units() != 0 && s.logOdds > least {
				parts = append(parts, labeledParts(s, role)...)
			}
		}
	}
	in := blockOf(labeled)
	for i := range b.all {
		if e := &b.all[i]; e.units != 0 && in.holds(e.value) &&
			(e.labelLogOdds <= 0 || isTaxRole(e.labelRole) && e.units < 0) {
			parts = append(parts, unlabeledParts(e)...)
		}
	}
	return combine(parts[:min(len(parts), topParts)])
}

func labeledParts(s sum, role lexicon.Role) []part {
	cost := 0.0
	if s.logOdds < 0 {
		cost = costDoubtful
	}
	v := s.units()
	switch role {
	case lexicon.Discount:
		return []part{{-abs(v), s, role, cost}}
	case lexicon.OtherAmount:
		return []part{{v, s, role, cost + costEither}, {-v, s, role, cost + costEither}}
	}
	return []part{{v, s, role, cost}}
}

func unlabeledParts(e *entry) []part {
	if e.units < 0 {
		return []part{{e.units, e.sum, "", costMinus}}
	}
	return []part{{e.units, e.sum, "", costPlus}, {-e.units, e.sum, "", costTurned}}
}

// combine tries all sums of up to three parts that are printed at different places.
func combine(parts []part) corrections {
	c := corrections{}
	for i := range parts {
		c.put(&parts[i])
		for k := i + 1; k < len(parts); k++ {
			if sharesAmount(&parts[i].sum, &parts[k].sum) {
				continue
			}
			c.put(&parts[i], &parts[k])
			for n := k + 1; n < len(parts); n++ {
				if !sharesAmount(&parts[i].sum, &parts[n].sum) && !sharesAmount(&parts[k].sum, &parts[n].sum) {
					c.put(&parts[i], &parts[k], &parts[n])
				}
			}
		}
	}
	return c
}

// put stores parts under their sum, unless a cheaper set is stored. At most one part may be unlabeled, because
// several would fit any difference.
func (c corrections) put(parts ...*part) {
	total, cost, unknown := int64(0), 0.0, 0
	for _, p := range parts {
		total += p.units
		cost += p.cost + costPart
		if p.role == "" {
			unknown++
		}
	}
	old := c[total]
	if unknown > 1 || old != nil && old.cost <= cost {
		return
	}
	c[total] = &correction{slices.Clone(parts), cost}
}

// find returns the correction of rest units from amounts that none of the sums was read from, or nil.
func (c corrections) find(rest int64, s, t, g *sum) *correction {
	if rest == 0 {
		return nil
	}
	found := c[rest]
	for _, off := range [4]int64{cent, -cent, 2 * cent, -2 * cent} {
		if found != nil {
			break
		}
		found = c[rest+off]
	}
	if found == nil {
		return nil
	}
	for _, p := range found.parts {
		for _, x := range [3]*sum{s, t, g} {
			if x != nil && x.reads(p.sum.links[0].Value) {
				return nil
			}
		}
	}
	return found
}

// discount returns the sum of the labeled discounts, or nil.
func (c *correction) discount() *sum {
	if c == nil {
		return nil
	}
	var all []sum
	for _, p := range c.parts {
		if p.role == lexicon.Discount {
			all = append(all, p.sum)
		}
	}
	if len(all) == 0 {
		return nil
	}
	out := together(all...)
	return &out
}

// isLabeled reports whether all parts have a known label.
func (c *correction) isLabeled() bool {
	return c != nil && !slices.ContainsFunc(c.parts, func(p *part) bool { return p.role == "" })
}

// lowering returns the labeled discounts, or a single unlabeled amount with a minus, or nil.
func (c *correction) lowering() *sum {
	if d := c.discount(); d != nil || c == nil {
		return d
	}
	p := c.parts[0]
	if len(c.parts) > 1 || p.role != "" || !p.sum.amount.IsNegative() {
		return nil
	}
	d := p.sum
	d.logOdds = max(d.logOdds, proven)
	return &d
}

// block is the region of a page with labeled sums.
type block struct {
	page       int
	top, below int
}

// blockOf spans the best labeled sums of one page.
func blockOf(labeled [][]sum) block {
	in := block{page: -1}
	for _, all := range labeled {
		for i := range all[:min(len(all), 2)] {
			if s := &all[i]; s.logOdds > 0 && len(s.links) == 1 {
				in.extend(s.links[0].Value)
			}
		}
	}
	return in
}

func (in *block) extend(c link.Candidate) {
	page, row := c.Segment.Page.Number, c.Segment.Row
	switch {
	case in.page < 0:
		in.page, in.top, in.below = page, row, row
	case in.page == page:
		in.top, in.below = min(in.top, row), max(in.below, row)
	}
}

func (in block) holds(c link.Candidate) bool {
	row := c.Segment.Row
	return c.Segment.Page.Number == in.page && row >= in.top-blockRows && row <= in.below+blockRows
}

// shipping returns the first shipping part of a correction, or nil.
func (c *correction) shipping() *sum {
	if c == nil {
		return nil
	}
	for _, p := range c.parts {
		if p.role == lexicon.Shipping {
			charge := p.sum
			charge.logOdds = max(charge.logOdds, proven)
			return &charge
		}
	}
	return nil
}

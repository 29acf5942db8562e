package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/llm"
)

// swap is a pair of fields, such as the names of both parties, whose values were extracted in swapped roles.
type swap struct {
	vendor, customer           *candidate
	vendorRight, customerRight Proposal // the corrected values
}

// swaps returns the swapped pairs. Either an example in which a field of the pair was missed or the vendor's
// constant on the customer's side is enough evidence. Otherwise it needs two swapped pairs, no right one, and low
// confidence.
func (c *candidates) swaps() []swap {
	const enough = 2 // pairs, and examples of a vendor
	var pairs, straight []swap
	for _, part := range []string{"Name", "Address", "TaxId"} {
		v, u := c.byField["vendor"+part], c.byField["customer"+part]
		if v == nil || u == nil || v.absent+u.absent > 0 || v.target.Same(v.read.Value, u.read.Value) {
			continue
		}
		if c.matchOf(v, v.read.Value) != nil || c.matchOf(u, u.read.Value) != nil {
			straight = append(straight, swap{vendor: v, customer: u})
			continue
		}
		pairs = append(pairs, swap{vendor: v, customer: u})
	}
	if c.q.Likeness < minPlaceLikeness && len(straight) == 0 {
		return nil // may match another template with swapped parties
	}
	var all []swap
	supported, allDoubted := false, true
	for _, x := range pairs {
		if !c.resolveSwap(&x, len(straight) > 0) || c.isNearOwnParty(straight, x.vendor, x.customer) {
			continue // a person may have confused the two: each is in its party's block
		}
		all = append(all, x)
		unsure := min(x.vendor.read.Confidence, x.customer.read.Confidence) < minSureConfidence
		missed, inDoubt := x.vendor.missed+x.customer.missed, x.vendor.doubted+x.customer.doubted
		supported = supported || inDoubt > 0 || missed > 0 && (unsure || c.isNearOwnParty(straight, x.customer, x.vendor)) ||
			len(straight) == 0 && c.countConstant(x.vendor, x.customer.read.Value) >= enough
		allDoubted = allDoubted && (unsure ||
			x.vendor.target.Field() == "vendorTaxId") // its confidence does not say whose it is
	}
	if supported || len(all) >= enough && len(straight) == 0 && allDoubted {
		return all
	}
	return nil
}

// isNearOwnParty reports whether a field is in one block with another field of the party in its learned place.
func (c *candidates) isNearOwnParty(straight []swap, vendor, customer *candidate) bool {
	return slices.ContainsFunc(straight, func(o swap) bool {
		return c.areInOneBlock(vendor, o.vendor) || c.areInOneBlock(customer, o.customer)
	})
}

func (c *candidates) areInOneBlock(a, b *candidate) bool {
	return slices.ContainsFunc(c.page.quotes.Find(b.target, b.read.Value), func(q llm.Quote) bool {
		return c.isInBlock(q, a)
	})
}

// resolveSwap reports whether a pair was swapped, and sets the right values: the anchors of each lead to the other's
// value. If only one field's anchors do, all examples must agree on a matching page, or the other's anchors lead
// nowhere.
func (c *candidates) resolveSwap(x *swap, straight bool) bool {
	v, u := x.vendor, x.customer
	vendor, customer := c.matchOf(v, u.read.Value), c.matchOf(u, v.read.Value)
	alone := func(cand, other *candidate) bool {
		if cand.isUnanimous() && straight && c.isCertainMatch() && !other.isUnanimous() {
			return true
		}
		unsure := min(v.read.Confidence, u.read.Confidence) < minSureConfidence
		return other.best == nil && (unsure || c.template.SharesVendor(c.vendors))
	}
	switch {
	case vendor == nil && customer == nil:
		return c.resolveTaxIDSwap(x)
	case vendor == nil && alone(u, v):
		vendor = c.proposeValue(v, u.read.Value, customer)
	case customer == nil && alone(v, u):
		customer = c.proposeValue(u, v.read.Value, vendor)
	}
	if vendor == nil || customer == nil {
		return c.resolveTaxIDSwap(x)
	}
	x.vendorRight, x.customerRight = *vendor, *customer
	return true
}

// resolveTaxIDSwap is resolveSwap for tax IDs: each is only in the block of the other party's name.
func (c *candidates) resolveTaxIDSwap(x *swap) bool {
	vendor, customer := c.byField["vendorName"], c.byField["customerName"]
	if x.vendor.target.Field() != "vendorTaxId" || vendor == nil || customer == nil ||
		!vendor.isUnanimous() || !customer.isUnanimous() || !c.isCertainMatch() {
		return false
	}
	if !c.areInSwappedBlocks(vendor.best, customer.best, x.vendor, x.customer) {
		return false
	}
	right := c.proposeValue(x.vendor, x.customer.read.Value, vendor.best)
	left := c.proposeValue(x.customer, x.vendor.read.Value, customer.best)
	if right == nil || left == nil {
		return false
	}
	x.vendorRight, x.customerRight = *right, *left
	return true
}

// blockFollowers returns the values that move with a party's name or address, because they are in its block. Tax IDs
// move at any confidence: it does not say whose they are.
func (c *candidates) blockFollowers(all []Proposal) []Proposal {
	var more []Proposal
	for _, found := range []string{"Name", "Address"} {
		vendor, customer := c.reliableProposal(all, "vendor"+found), c.reliableProposal(all, "customer"+found)
		by := cmp.Or(vendor, customer)
		if by == nil {
			continue
		}
		for _, part := range []string{"Name", "Address", "TaxId"} {
			v, u := c.byField["vendor"+part], c.byField["customer"+part]
			both := vendor != nil && customer != nil
			switch {
			case part == found, v == nil, u == nil, hasProposal(all, "vendor"+part), hasProposal(all, "customer"+part),
				part != "TaxId" && min(v.read.Confidence, u.read.Confidence) >= minSureConfidence,
				part == "Address" && !both, // a sender line is printed above the recipient
				!c.areInSwappedBlocks(vendor, customer, v, u):
				continue
			}
			right, left := c.proposeValue(v, u.read.Value, by), c.proposeValue(u, v.read.Value, by)
			if right != nil && left != nil {
				more = append(more, *right, *left)
			}
		}
		if len(more) > 0 {
			return more
		}
	}
	return nil
}

// reliableProposal is the value that most examples propose, or that all of several confirm; nil otherwise.
func (c *candidates) reliableProposal(all []Proposal, name string) *Proposal {
	if p := proposalFor(all, name); p != nil {
		if p.Absent || p.Contradicted > 0 || 2*p.Held <= len(c.template.Examples) {
			return nil // may be one person's slip
		}
		return p
	}
	if cand := c.byField[name]; cand != nil && cand.best != nil && cand.best.Held > 1 && cand.isUnanimous() &&
		cand.agrees() {
		return cand.best
	}
	return nil
}

// areInSwappedBlocks reports whether both values are only in the block of the other party, if the blocks are known.
func (c *candidates) areInSwappedBlocks(vendor, customer *Proposal, v, u *candidate) bool {
	swapped := func(cand *Proposal, own, other *candidate) bool {
		return cand == nil || c.isInBlock(cand.Quote, other) && !c.isInBlock(cand.Quote, own)
	}
	return swapped(vendor, v, u) && swapped(customer, u, v)
}

// matchOf returns the value as a proposal of the most reliable anchor that leads to it, or nil.
func (c *candidates) matchOf(cand *candidate, value string) *Proposal {
	for _, d := range cand.matches {
		if value != "" && cand.target.Same(d.quote.Value, value) {
			right := d.proposal(c.template, cand.target.Field())
			return &right
		}
	}
	return nil
}

// proposeValue proposes a value at its place on the page, based on the example for the other party.
func (c *candidates) proposeValue(cand *candidate, value string, by *Proposal) *Proposal {
	if value == "" {
		return nil
	}
	quotes := c.page.quotes.Find(cand.target, value)
	if len(quotes) == 0 {
		return nil
	}
	return &Proposal{
		Name: cand.target.Field(), Quote: quotes[0], Example: by.Example, Held: by.Held, Contradicted: by.Contradicted,
	}
}

// fillVacated proposes the template's value, or removal, for a field whose value moved to the other party.
func (c *candidates) fillVacated(all []Proposal) []Proposal {
	var more []Proposal
	for _, o := range all {
		if o.Absent || !c.q.Targets[o.Name].Party() {
			continue
		}
		for _, name := range c.q.fieldsWithValue(o.Name, o.Quote.Value) {
			if hasProposal(all, name) {
				continue
			}
			if cand := c.byField[name]; cand != nil && cand.best != nil && !cand.agrees() && cand.isPlausible() {
				more = append(more, *cand.best)
				continue
			}
			more = append(more, Proposal{Name: name, Example: o.Example, Held: o.Held, Contradicted: o.Contradicted,
				Absent: true})
		}
	}
	return more
}

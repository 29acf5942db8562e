package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
)

// crossing is a pair of fields, such as the names of both parties, whose values were extracted in swapped roles.
type crossing struct {
	vendor, customer           *claim
	vendorRight, customerRight Proposal // the corrected values
}

// crossings returns the swapped pairs. Either an example in which a field of the pair was missed or the vendor's
// constant on the customer's side is enough evidence. Otherwise it needs two swapped pairs, no right one, and low
// confidence.
func (c *claims) crossings() []crossing {
	const enough = 2 // pairs, and examples of a vendor
	var pairs, straight []crossing
	for _, part := range []string{"Name", "Address", "TaxId"} {
		v, u := c.by["vendor"+part], c.by["customer"+part]
		if v == nil || u == nil || v.absent+u.absent > 0 || v.target.Same(v.read.Value, u.read.Value) {
			continue
		}
		if c.leadsTo(v, v.read.Value) != nil || c.leadsTo(u, u.read.Value) != nil {
			straight = append(straight, crossing{vendor: v, customer: u})
			continue
		}
		pairs = append(pairs, crossing{vendor: v, customer: u})
	}
	if c.q.Likeness < close && len(straight) == 0 {
		return nil // may match another template with swapped parties
	}
	var all []crossing
	told, doubted := false, true
	for _, x := range pairs {
		if !c.cross(&x, len(straight) > 0) || c.beside(straight, x.vendor, x.customer) {
			continue // a person may have confused the two: each is in its party's block
		}
		all = append(all, x)
		unsure := min(x.vendor.read.Confidence, x.customer.read.Confidence) < sure
		missed, inDoubt := x.vendor.missed+x.customer.missed, x.vendor.doubted+x.customer.doubted
		told = told || inDoubt > 0 || missed > 0 && (unsure || c.beside(straight, x.customer, x.vendor)) ||
			len(straight) == 0 && c.constantly(x.vendor, x.customer.read.Value) >= enough
		doubted = doubted && (unsure || x.vendor.target.Field() == "vendorTaxId") // its confidence does not say whose it is
	}
	if told || len(all) >= enough && len(straight) == 0 && doubted {
		return all
	}
	return nil
}

// beside reports whether a field is in one block with another field of the party in its learned place.
func (c *claims) beside(straight []crossing, vendor, customer *claim) bool {
	return slices.ContainsFunc(straight, func(o crossing) bool {
		return c.together(vendor, o.vendor) || c.together(customer, o.customer)
	})
}

func (c *claims) together(a, b *claim) bool {
	return slices.ContainsFunc(c.page.quotes.Find(b.target, b.read.Value), func(q llm.Quote) bool { return c.block(q, a) })
}

// cross reports whether a pair was swapped, and sets the right values: the anchors of each lead to the other's value.
// If only one field's anchors do, all examples must agree on a matching page, or the other's anchors lead nowhere.
func (c *claims) cross(x *crossing, straight bool) bool {
	v, u := x.vendor, x.customer
	vendor, customer := c.leadsTo(v, u.read.Value), c.leadsTo(u, v.read.Value)
	alone := func(of, other *claim) bool {
		if of.settled() && straight && c.certain() && !other.settled() {
			return true
		}
		unsure := min(v.read.Confidence, u.read.Confidence) < sure
		return other.best == nil && (unsure || c.layout.SharesVendor(c.vendors))
	}
	switch {
	case vendor == nil && customer == nil:
		return c.misplaced(x)
	case vendor == nil && alone(u, v):
		vendor = c.found(v, u.read.Value, customer)
	case customer == nil && alone(v, u):
		customer = c.found(u, v.read.Value, vendor)
	}
	if vendor == nil || customer == nil {
		return c.misplaced(x)
	}
	x.vendorRight, x.customerRight = *vendor, *customer
	return true
}

// misplaced is cross for tax IDs: each is only in the block of the other party's name.
func (c *claims) misplaced(x *crossing) bool {
	vendor, customer := c.by["vendorName"], c.by["customerName"]
	if x.vendor.target.Field() != "vendorTaxId" || vendor == nil || customer == nil ||
		!vendor.settled() || !customer.settled() || !c.certain() {
		return false
	}
	if !c.apart(vendor.best, customer.best, x.vendor, x.customer) {
		return false
	}
	right := c.found(x.vendor, x.customer.read.Value, vendor.best)
	left := c.found(x.customer, x.vendor.read.Value, customer.best)
	if right == nil || left == nil {
		return false
	}
	x.vendorRight, x.customerRight = *right, *left
	return true
}

// followers returns the values that move with a party's name or address, because they are in its block. Tax IDs move
// at any confidence: it does not say whose they are.
func (c *claims) followers(all []Proposal) []Proposal {
	var more []Proposal
	for _, led := range []string{"Name", "Address"} {
		vendor, customer := c.placedBy(all, "vendor"+led), c.placedBy(all, "customer"+led)
		by := cmp.Or(vendor, customer)
		if by == nil {
			continue
		}
		for _, part := range []string{"Name", "Address", "TaxId"} {
			v, u := c.by["vendor"+part], c.by["customer"+part]
			both := vendor != nil && customer != nil
			switch {
			case part == led, v == nil, u == nil, proposed(all, "vendor"+part), proposed(all, "customer"+part),
				part != "TaxId" && min(v.read.Confidence, u.read.Confidence) >= sure,
				part == "Address" && !both, // a sender line is printed above the recipient
				!c.apart(vendor, customer, v, u):
				continue
			}
			right, left := c.found(v, u.read.Value, by), c.found(u, v.read.Value, by)
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

// placedBy is the value that most examples propose, or that all of several confirm; nil otherwise.
func (c *claims) placedBy(all []Proposal, name string) *Proposal {
	if p := proposal(all, name); p != nil {
		if p.Absent || p.Contradicted > 0 || 2*p.Held <= len(c.layout.Lessons) {
			return nil // may be one person's slip
		}
		return p
	}
	if of := c.by[name]; of != nil && of.best != nil && of.best.Held > 1 && of.settled() && of.agrees() {
		return of.best
	}
	return nil
}

// apart reports whether both values are only in the block of the other party, if the blocks are known.
func (c *claims) apart(vendor, customer *Proposal, v, u *claim) bool {
	crossed := func(of *Proposal, own, other *claim) bool {
		return of == nil || c.block(of.Quote, other) && !c.block(of.Quote, own)
	}
	return crossed(vendor, v, u) && crossed(customer, u, v)
}

func (c *claims) block(quote llm.Quote, of *claim) bool {
	return slices.ContainsFunc(c.page.quotes.Find(of.target, of.read.Value), func(q llm.Quote) bool {
		return top(q.Parts[0].Segment) == top(quote.Parts[0].Segment)
	})
}

func top(s *layout.Segment) *layout.Segment {
	for s.PreviousInBlock() != nil {
		s = s.PreviousInBlock()
	}
	return s
}

// leadsTo returns the value as a proposal of the most reliable anchor that leads to it, or nil.
func (c *claims) leadsTo(of *claim, value string) *Proposal {
	for _, d := range of.leads {
		if value != "" && of.target.Same(d.quote.Value, value) {
			right := d.proposal(c.layout, of.target.Field())
			return &right
		}
	}
	return nil
}

// found proposes a value at its place on the page, based on the example for the other party.
func (c *claims) found(of *claim, value string, by *Proposal) *Proposal {
	if value == "" {
		return nil
	}
	quotes := c.page.quotes.Find(of.target, value)
	if len(quotes) == 0 {
		return nil
	}
	return &Proposal{
		Name: of.target.Field(), Quote: quotes[0], Lesson: by.Lesson, Held: by.Held, Contradicted: by.Contradicted,
	}
}

// vacated proposes the template's value, or removal, for a field whose value moved to the other party.
func (c *claims) vacated(all []Proposal) []Proposal {
	var more []Proposal
	for _, o := range all {
		if o.Absent || !c.q.Targets[o.Name].Party() {
			continue
		}
		for _, name := range c.q.readAs(o.Name, o.Quote.Value) {
			if slices.ContainsFunc(all, func(p Proposal) bool { return p.Name == name }) {
				continue
			}
			if of := c.by[name]; of != nil && of.best != nil && !of.agrees() && of.plausible() {
				more = append(more, *of.best)
				continue
			}
			more = append(more, Proposal{Name: name, Lesson: o.Lesson, Held: o.Held, Contradicted: o.Contradicted, Absent: true})
		}
	}
	return more
}

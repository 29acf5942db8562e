package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
)

// crossing is a pair of fields, such as the names of both parties, of which each was
// read where lessons have the other.
type crossing struct {
	vendor, customer           *claim
	vendorRight, customerRight Proposal // what is right of them
}

// crossings returns the pairs that were read the wrong way round. A mistake of this
// kind is told by one lesson in which either of the pair was missed, for no value is
// new: both stand in the places that the lesson has for them. It is told as well by what
// the vendor is known by and was read as the customer's. Without either, two pairs, and
// none that was read as lessons have it, make up for it where the reading is not sure.
func (c *claims) crossings() []crossing {
	const enough = 2 // pairs, and lessons of a vendor
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
		return nil // of another layout, maybe, that has its parties the other way round
	}
	var all []crossing
	told, doubted := false, true
	for _, x := range pairs {
		if !c.cross(&x, len(straight) > 0) || c.beside(straight, x.vendor, x.customer) {
			continue // a person confused the two, maybe: each stands with what is its party's
		}
		all = append(all, x)
		unsure := min(x.vendor.read.Confidence, x.customer.read.Confidence) < sure
		missed, inDoubt := x.vendor.missed+x.customer.missed, x.vendor.doubted+x.customer.doubted
		told = told || inDoubt > 0 || missed > 0 && (unsure || c.beside(straight, x.customer, x.vendor)) ||
			len(straight) == 0 && c.constantly(x.vendor, x.customer.read.Value) >= enough
		doubted = doubted && (unsure || x.vendor.target.Field() == "vendorTaxId") // which is sure to be one, of whomever
	}
	if told || len(all) >= enough && len(straight) == 0 && doubted {
		return all
	}
	return nil
}

// beside reports whether what was read of a field stands in one block with what was read,
// as lessons have it, of another field of that party.
func (c *claims) beside(straight []crossing, vendor, customer *claim) bool {
	return slices.ContainsFunc(straight, func(o crossing) bool {
		return c.together(vendor, o.vendor) || c.together(customer, o.customer)
	})
}

// together reports whether what was read of two fields stands in one block.
func (c *claims) together(a, b *claim) bool {
	return slices.ContainsFunc(c.page.quotes.Find(b.target, b.read.Value), func(q llm.Quote) bool { return c.block(q, a) })
}

// cross reports whether a pair was read the wrong way round, and says what is right:
// anchors of one lead to what was read of the other. Where those of one alone do, all
// lessons have to agree on a page that is read as they have it otherwise, or the
// other's lead nowhere and the reading is not sure.
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

// misplaced is cross for tax numbers: several lessons know the places of both parties'
// names, and the number of each alone stands in the block of the other's name.
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

// followers are the values of parties that go with others: where the layout has the name, or
// the address, of either, and what was read as one party's stands in the other's block. A tax
// number does whatever its confidence, which is that it is one.
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
				part == "Address" && !both, // a sender stands over who is written to
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

// placedBy is what the layout has for a field: what it proposes by most of its lessons, or what was read as all of its
// lessons, several, have it; nil where it has nothing.
func (c *claims) placedBy(all []Proposal, name string) *Proposal {
	if p := proposal(all, name); p != nil {
		if p.Absent || p.Contradicted > 0 || 2*p.Held <= len(c.layout.Lessons) {
			return nil // a slip of one person, maybe
		}
		return p
	}
	if of := c.by[name]; of != nil && of.best != nil && of.best.Held > 1 && of.settled() && of.agrees() {
		return of.best
	}
	return nil
}

// apart reports whether what was read of each of a pair of fields stands in the block of the
// other party alone, as far as the layout has these.
func (c *claims) apart(vendor, customer *Proposal, v, u *claim) bool {
	crossed := func(of *Proposal, own, other *claim) bool {
		return of == nil || c.block(of.Quote, other) && !c.block(of.Quote, own)
	}
	return crossed(vendor, v, u) && crossed(customer, u, v)
}

// block reports whether what was read of a field stands in the block of a quote.
func (c *claims) block(quote llm.Quote, of *claim) bool {
	return slices.ContainsFunc(c.page.quotes.Find(of.target, of.read.Value), func(q llm.Quote) bool {
		return top(q.Parts[0].Segment) == top(quote.Parts[0].Segment)
	})
}

// top is the first segment of a block.
func top(s *layout.Segment) *layout.Segment {
	for s.PreviousInBlock() != nil {
		s = s.PreviousInBlock()
	}
	return s
}

// leadsTo returns a value as what the surest anchor proposes that leads to it; nil where
// none does.
func (c *claims) leadsTo(of *claim, value string) *Proposal {
	for _, d := range of.leads {
		if value != "" && of.target.Same(d.quote.Value, value) {
			right := d.proposal(c.layout, of.target.Field())
			return &right
		}
	}
	return nil
}

// found proposes a value by where it stands on the page, on the word of the lesson
// that tells what is right of the other party.
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

// vacated are the fields of a party whose reading is proposed for the other one, and
// for which nothing is: what the layout leads to stands there, or nothing.
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

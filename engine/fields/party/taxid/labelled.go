package taxid

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// told are the numbers that labels give to a party by name: "Your VAT No." is the
// customer's and, beside such a one, the number of another label the vendor's.
type told struct{ vendor, customer *link.Link }

// leastNamed is the least log-odds of a number under a label that names the customer: the
// cell under such a heading often says "VAT No." once more, a rival that says less.
const leastNamed = -1.2

// sureLabel is the strength of labels that name the customer outright.
const sureLabel = 0.9

// labelled finds the numbers of such labels.
func labelled(m *link.Set) told {
	var t told
	if l, ok := m.Best(lexicon.CustomerTaxID); ok && l.LogOdds > leastNamed && namesCustomer(l.Label) {
		t.customer = &l
	} else {
		return t
	}
	for i := range m.Links[lexicon.TaxID] {
		l := &m.Links[lexicon.TaxID][i]
		if l.Value.Text != t.customer.Value.Text && l.LogOdds > leastTaxID && !namesCustomer(l.Label) &&
			(t.vendor == nil || l.LogOdds > t.vendor.LogOdds) {
			t.vendor = l
		}
	}
	return t
}

// namesCustomer reports whether a label says that a number is the customer's.
func namesCustomer(h *annotate.Label) bool {
	w, ok := h.As(lexicon.CustomerTaxID)
	other, _ := h.As(lexicon.TaxID)
	return ok && w >= sureLabel && w > other
}

// correct gives a unit's number to the party that its label names, whatever the tags say
// of it: they know such words less well than where numbers stand.
func (t told) correct(u *tag.Unit, n *taxNumber) {
	in := func(l *link.Link) bool {
		return l != nil && l.Value.Segment == u.Segment && l.Value.First >= u.First && l.Value.Last <= u.Last
	}
	switch {
	case in(t.customer):
		n.customer, n.vendor = max(n.customer, toldOdds), min(n.vendor, deniedOdds)
	case in(t.vendor):
		n.vendor, n.customer = max(n.vendor, toldOdds), min(n.customer, deniedOdds)
	}
}

// labelLift is what a unit's number with the given odds gains by a label right before it: a
// tag that wavers is to believe "Steuernummer:", but one that is sure of something else is
// not. A number of a country's form stays the likelier of two.
func labelLift(u *tag.Unit, m *link.Set, odds float64) float64 {
	const clear, most, below = 0.5, 1.7, 0.1
	for _, l := range m.Links[lexicon.TaxID] {
		if l.Value.Segment == u.Segment && l.Value.First >= u.First && l.Value.Last <= u.Last &&
			l.Evidence.Direction == link.Same && l.Label.Last == l.Value.First-1 && l.LabelWeight() >= clear {
			return max(0, min(most, formedOdds-below-odds))
		}
	}
	return 0
}

// Logarithms of the probabilities of what a label says and of what it denies.
const (
	toldOdds   = -0.1
	deniedOdds = -6
)

// takeNames lets the parties' names say whose a number is: that of the name above it in
// its column, or of the nearer of both.
func (in Input) takeNames(all []taxNumber) {
	for i := range all {
		n := &all[i]
		vendors, customers := under(in.Vendor, n.Candidate), under(in.Customer, n.Candidate)
		switch {
		case vendors < customers:
			n.vendor, n.customer = swapped(n.vendor, n.customer)
		case customers < vendors:
			n.customer, n.vendor = swapped(n.customer, n.vendor)
		}
	}
}

// under tells how far a number stands under a name in the same column, in heights of its
// line; infinite where it does not, or far below.
func under(name value.Value, c link.Candidate) float64 {
	const most, aside = 9, 0.02
	p := c.Segment.Tokens[c.First].Place
	away := (p.Y0 + p.Y1 - name.Box.Y0 - name.Box.Y1) / 2 / p.Height()
	if name.Box.Empty() || c.Segment.Page.Number != name.Page || away < 0.5 || away > most ||
		p.X0 > name.Box.X1 || p.X1 < name.Box.X0-aside {
		return math.Inf(1)
	}
	return away
}

// swapped gives the odds of the party under whose name a number stands, and of the other.
func swapped(mine, others float64) (own, other float64) {
	return max(mine, others), min(mine, others)
}

// ofDocument reports whether the one tax number of a document is the vendor's though the
// tags give it to the customer: it stands among number and day of the document under a
// label that names nobody, and apart from the customer's block. What an issuer prints
// there is his own; a customer's number alone is as good as never printed.
func (in Input) ofDocument(all []taxNumber, m *link.Set) bool {
	for i := range all {
		if all[i].Text != all[0].Text || !math.IsInf(under(in.Customer, all[i].Candidate), 1) {
			return false
		}
	}
	for _, l := range m.Links[lexicon.TaxID] {
		if l.Value.SameAs(all[0].Candidate) && !namesCustomer(l.Label) && in.amongFacts(l.Label) {
			return true
		}
	}
	return false
}

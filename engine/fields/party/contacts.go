package party

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// putBank stores the account to pay to. A valid IBAN needs no label, and goes
// before a labelled one whose check digits are wrong.
func (r *finder) putBank(set *value.Set) {
	r.putIBAN(set)
	m := r.Link(r.BicValues, lexicon.BIC)
	r.PutBest(set, m, lexicon.BIC, "bic", 0.4)
}

func (r *finder) putIBAN(set *value.Set) {
	m := r.Link(r.IbanValues, lexicon.IBAN)
	l, ok := m.Best(lexicon.IBAN)
	if ok && l.LogOdds > 0 && recognize.ValidIBAN(l.Value.Text) {
		set.Put("iban", l.AsValue())
		return
	}
	for _, s := range r.Layout.Segments {
		for _, c := range r.Spans[s].IBANs {
			if c.Checksum == recognize.ChecksumValid {
				set.Put("iban", value.Cite(c.Value, s, c.First, c.Last, 0.85))
				return
			}
		}
	}
	if ok && l.LogOdds > leastAccount {
		set.Put("iban", l.AsValue())
	}
}

// leastAccount is the least log-odds of an account number whose check digits or
// length are wrong, where no right one is printed: it is told, and its check
// fails.
const leastAccount = -2

// leastTaxID is the least log-odds of a tax number: little else looks like one.
const leastTaxID = -0.7

// putTaxIDs stores the tax numbers of vendor and customer: whose a number is the
// tags tell, else its label, and where it stands.
func (r *finder) putTaxIDs(set *value.Set) {
	m := r.Link(r.TaxIDValues, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.OtherNumber, lexicon.Phone,
		lexicon.InvoiceNumber)
	if r.putTaggedTaxIDs(set, m) {
		return
	}
	customer := set.Scalars["customerName"]
	var vendor, buyer *link.Link
	for _, want := range []lexicon.Role{lexicon.TaxID, lexicon.CustomerTaxID} {
		for i := range m.Links[want] {
			l := &m.Links[want][i]
			mine := want == lexicon.CustomerTaxID || r.Kind == result.TypePurchaseOrder &&
				!r.underHeading(l.Value.Segment, RoleVendor) || r.underHeading(l.Value.Segment, RoleCustomer) ||
				nearBelow(customer, l.Value)
			switch {
			case mine && (buyer == nil || l.LogOdds > buyer.LogOdds):
				buyer = l
			case !mine && r.underHeading(l.Value.Segment, roleShipping):
			case !mine && (vendor == nil || l.LogOdds > vendor.LogOdds):
				vendor = l
			}
		}
	}
	if vendor != nil && vendor.LogOdds > leastTaxID {
		set.Put("vendorTaxId", vendor.AsValue())
	}
	if buyer != nil && buyer.LogOdds > leastTaxID && (vendor == nil || buyer.Value.Text != vendor.Value.Text) {
		set.Put("customerTaxId", buyer.AsValue())
	}
	if set.Has("vendorTaxId") {
		return
	}
	for _, s := range r.Layout.Segments {
		for _, c := range r.Spans[s].VATIDs {
			if c.Checksum == recognize.ChecksumValid && c.Value != set.Text("customerTaxId") {
				set.Put("vendorTaxId", value.Cite(c.Value, s, c.First, c.Last, 0.6))
				return
			}
		}
	}
}

// nearBelow reports whether the candidate stands a few lines under a value in
// the same column.
func nearBelow(v value.Value, c link.Candidate) bool {
	if v.Box.Empty() || c.Segment.Page.Number != v.Page {
		return false
	}
	p := c.Segment.Tokens[c.First].Place
	dy := p.Y0 - v.Box.Y1
	return dy > 0 && dy < 9*p.Height() && p.X0 < v.Box.X1+0.05 && p.X1 > v.Box.X0-0.02
}

// underHeading reports whether the nearest party heading above the segment, in
// its column or left of it, is of the given side.
func (r *finder) underHeading(s *layout.Segment, want Role) bool {
	limit := s.Box.Y0 - 18*s.Height()
	for row := s.Row; row >= 0; row-- {
		line := s.Page.Rows[row]
		if line.Box.Y1 < limit {
			return false
		}
		for _, t := range line.Segments {
			found, _ := roleOf(t)
			if found == roleUnknown || t.Box.X0 > s.Box.X1 {
				continue
			}
			if s.Box.X0-t.Box.X0 > 0.45*s.Page.Width {
				continue
			}
			return found == want
		}
	}
	return false
}

// putContacts stores the vendor's mail address, telephone and web address:
// those that are not in the customer's block.
func (r *finder) putContacts(set *value.Set) {
	customer := set.Scalars["customerName"]
	ours := func(s *layout.Segment, first int) bool {
		c := link.Candidate{Segment: s, First: first, Last: first}
		return !nearBelow(customer, c) && !r.underHeading(s, RoleCustomer) && !r.underHeading(s, roleShipping)
	}
	for _, s := range r.Layout.Segments {
		if s.Page.Number > 2 {
			break
		}
		for _, c := range s.Emails() {
			if !set.Has("vendorEmail") && ours(s, c.First) {
				set.Put("vendorEmail", value.Cite(c.Value, s, c.First, c.Last, 0.75))
			}
		}
		for _, c := range s.URLs() {
			if !set.Has("vendorWebsite") && ours(s, c.First) {
				set.Put("vendorWebsite", value.Cite(c.Value, s, c.First, c.Last, 0.75))
			}
		}
		for i, w := range s.Words {
			if !set.Has("vendorWebsite") && bareDomain(w) && ours(s, i) && (i > 0 && webLabel(s.Words[i-1]) ||
				strings.HasSuffix(set.Text("vendorEmail"), "@"+strings.ToLower(w))) {
				set.Put("vendorWebsite", value.Cite(strings.ToLower(w), s, i, i, 0.7))
			}
		}
	}
	m := r.Link(r.PhoneValues, lexicon.Phone, lexicon.OtherNumber, lexicon.CustomerID)
	var top *link.Link
	for i := range m.Links[lexicon.Phone] {
		l := &m.Links[lexicon.Phone][i]
		if ours(l.Value.Segment, l.Value.First) && (top == nil || l.LogOdds > top.LogOdds) {
			top = l
		}
	}
	if top != nil && top.LogOdds > 0 {
		set.Put("vendorPhone", top.AsValue())
	}
}

// bareDomain tells "example.com", without www before it.
func bareDomain(w string) bool {
	k := strings.LastIndexByte(w, '.')
	if k < 2 || len(w)-k-1 < 2 || len(w)-k-1 > 6 || strings.ContainsAny(w, "@/,;()") {
		return false
	}
	return recognize.CountDigits(w) < k && annotate.AllLetters(strings.ToLower(w[k+1:]))
}

// webLabel tells the words that announce a web address.
func webLabel(w string) bool { return lexicon.WebLabel.Has(recognize.Compact(w)) }

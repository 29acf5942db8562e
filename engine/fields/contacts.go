package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// putBank stores the account to pay to. A valid IBAN needs no label.
func (r *reading) putBank(set *Set) {
	r.putIBAN(set)
	m := r.trade(r.bicValues, lexicon.BIC)
	r.putBest(set, m, lexicon.BIC, "bic", 0.4)
}

func (r *reading) putIBAN(set *Set) {
	m := r.trade(r.ibanValues, lexicon.IBAN)
	l, ok := m.best(lexicon.IBAN)
	if ok && l.z > 0 {
		set.put("iban", l.asValue())
		return
	}
	for _, s := range r.lay.Segments {
		for _, c := range r.found[s].ibans {
			if c.Checksum == recognize.ChecksumValid {
				set.put("iban", cite(c.Value, s, c.First, c.Last, 0.85))
				return
			}
		}
	}
	if ok && l.z > leastAccount {
		set.put("iban", l.asValue())
	}
}

// leastAccount is the least log-odds of an account number whose check digits or
// length are wrong, where no right one is printed: it is told, and its check
// fails.
const leastAccount = -2

// leastTaxID is the least log-odds of a tax number: little else looks like one.
const leastTaxID = -0.7

// putTaxIDs stores the tax numbers of vendor and customer. Numbers that stand
// in the customer's block are the customer's.
func (r *reading) putTaxIDs(set *Set) {
	m := r.trade(r.taxIDValues, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.OtherNumber, lexicon.Phone, lexicon.InvoiceNumber)
	customer := set.Scalars["customerName"]
	var vendor, buyer *link
	for _, want := range []lexicon.Role{lexicon.TaxID, lexicon.CustomerTaxID} {
		for i := range m.links[want] {
			l := &m.links[want][i]
			mine := want == lexicon.CustomerTaxID || r.kind == result.TypePurchaseOrder && !r.underHeading(l.value.seg, sideVendor) || r.underHeading(l.value.seg, sideCustomer) || nearBelow(customer, l.value)
			switch {
			case mine && (buyer == nil || l.z > buyer.z):
				buyer = l
			case !mine && r.underHeading(l.value.seg, sideShipping):
			case !mine && (vendor == nil || l.z > vendor.z):
				vendor = l
			}
		}
	}
	if vendor != nil && vendor.z > leastTaxID {
		set.put("vendorTaxId", vendor.asValue())
	}
	if buyer != nil && buyer.z > leastTaxID && (vendor == nil || buyer.value.text != vendor.value.text) {
		set.put("customerTaxId", buyer.asValue())
	}
	if set.Has("vendorTaxId") {
		return
	}
	for _, s := range r.lay.Segments {
		for _, c := range r.found[s].vats {
			if c.Checksum == recognize.ChecksumValid && c.Value != set.Text("customerTaxId") {
				set.put("vendorTaxId", cite(c.Value, s, c.First, c.Last, 0.6))
				return
			}
		}
	}
}

// nearBelow reports whether the candidate stands a few lines under a value in
// the same column.
func nearBelow(v Value, c candidate) bool {
	if v.Box.Empty() || c.seg.Page.Number != v.Page {
		return false
	}
	p := c.seg.Tokens[c.first].Place
	dy := p.Y0 - v.Box.Y1
	return dy > 0 && dy < 9*p.Height() && p.X0 < v.Box.X1+0.05 && p.X1 > v.Box.X0-0.02
}

// underHeading reports whether the nearest party heading above the segment, in
// its column or left of it, is of the given side.
func (r *reading) underHeading(s *layout.Segment, want side) bool {
	limit := s.Box.Y0 - 18*s.Height()
	for row := s.Row; row >= 0; row-- {
		line := s.Page.Rows[row]
		if line.Box.Y1 < limit {
			return false
		}
		for _, t := range line.Segments {
			found, _ := sideOf(t)
			if found == sideUnknown || t.Box.X0 > s.Box.X1 {
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
func (r *reading) putContacts(set *Set) {
	customer := set.Scalars["customerName"]
	ours := func(s *layout.Segment, first int) bool {
		c := candidate{seg: s, first: first, last: first}
		return !nearBelow(customer, c) && !r.underHeading(s, sideCustomer) && !r.underHeading(s, sideShipping)
	}
	for _, s := range r.lay.Segments {
		if s.Page.Number > 2 {
			break
		}
		for _, c := range recognize.Emails(s.Words) {
			if !set.Has("vendorEmail") && ours(s, c.First) {
				set.put("vendorEmail", cite(c.Value, s, c.First, c.Last, 0.75))
			}
		}
		for _, c := range recognize.URLs(s.Words) {
			if !set.Has("vendorWebsite") && ours(s, c.First) {
				set.put("vendorWebsite", cite(c.Value, s, c.First, c.Last, 0.75))
			}
		}
		for i, w := range s.Words {
			if !set.Has("vendorWebsite") && bareDomain(w) && ours(s, i) && (i > 0 && webLabel(s.Words[i-1]) ||
				strings.HasSuffix(set.Text("vendorEmail"), "@"+strings.ToLower(w))) {
				set.put("vendorWebsite", cite(strings.ToLower(w), s, i, i, 0.7))
			}
		}
	}
	m := r.trade(r.phoneValues, lexicon.Phone, lexicon.OtherNumber, lexicon.CustomerID)
	var top *link
	for i := range m.links[lexicon.Phone] {
		l := &m.links[lexicon.Phone][i]
		if ours(l.value.seg, l.value.first) && (top == nil || l.z > top.z) {
			top = l
		}
	}
	if top != nil && top.z > 0 {
		set.put("vendorPhone", top.asValue())
	}
}

// bareDomain tells "example.com", without www before it.
func bareDomain(w string) bool {
	k := strings.LastIndexByte(w, '.')
	if k < 2 || len(w)-k-1 < 2 || len(w)-k-1 > 6 || strings.ContainsAny(w, "@/,;()") {
		return false
	}
	return recognize.CountDigits(w) < k && allLetters(strings.ToLower(w[k+1:]))
}

// webLabel tells the words that announce a web address.
func webLabel(w string) bool { return lexicon.WebLabel.Has(recognize.Compact(w)) }

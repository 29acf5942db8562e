// Package contact finds a vendor's mail and web address, telephone and account.
package contact

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Find returns the scalars vendorEmail, vendorWebsite and vendorPhone outside of the customer's block and
// the shipping address. customer is the customer's name, if found: contacts below it are the customer's.
func Find(l *link.Linker, customer value.Value) *value.Set {
	set := value.New()
	ours := func(s *layout.Segment, first int) bool {
		c := link.Candidate{Segment: s, First: first, Last: first}
		return !role.NearBelow(customer, c) && !role.Governs(role.Customer, s) && !role.Governs(role.Shipping, s)
	}
	for _, s := range l.Layout.Segments {
		if s.Page.Number > 2 {
			break
		}
		for _, c := range s.Emails() {
			if !set.Has("vendorEmail") && ours(s, c.First) {
				set.Put("vendorEmail", spelledAsNamed(l.Layout, value.Cite(c.Value, s, c.First, c.Last, 0.75)))
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
	m := l.Link(l.PhoneValues, lexicon.Phone, lexicon.OtherNumber, lexicon.CustomerID)
	var top *link.Link
	for i := range m.Links[lexicon.Phone] {
		phone := &m.Links[lexicon.Phone][i]
		if ours(phone.Value.Segment, phone.Value.First) && (top == nil || phone.LogOdds > top.LogOdds) {
			top = phone
		}
	}
	if top != nil && top.LogOdds > 0 {
		set.Put("vendorPhone", top.AsValue())
	}
	return set
}

// bareDomain reports names such as "example.com" without www.
func bareDomain(w string) bool {
	k := strings.LastIndexByte(w, '.')
	if k < 2 || len(w)-k-1 < 2 || len(w)-k-1 > 6 || strings.ContainsAny(w, "@/,;()") {
		return false
	}
	return recognize.CountDigits(w) < k && annotate.AllLetters(strings.ToLower(w[k+1:]))
}

func webLabel(w string) bool { return lexicon.WebLabel.Has(recognize.Compact(w)) }

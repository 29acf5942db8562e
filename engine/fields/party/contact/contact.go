// Package contact finds a vendor's mail and web address, telephone and account.
package contact

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Account returns the scalars iban and bic of the account for payment. A valid IBAN needs no label, and has
// priority over a labeled one with wrong check digits.
func Account(l *link.Linker) *value.Set {
	set := IBAN(l)
	l.PutBest(set, l.Link(l.BicValues, lexicon.BIC), lexicon.BIC, "bic", 0.4)
	for _, find := range []func(*link.Linker) (value.Value, bool){wrapped, unlabeled} {
		if set.Has("bic") {
			break
		}
		if v, found := find(l); found {
			set.Put("bic", v)
		}
	}
	return set
}

// unlabeled returns an unlabeled bank code behind an account number of the same country, in its line or
// the line below.
func unlabeled(r *link.Linker) (value.Value, bool) {
	const sure = 0.7
	for _, s := range r.Layout.Segments {
		for _, account := range r.Spans[s].IBANs {
			if account.Checksum != recognize.ChecksumValid {
				continue
			}
			for _, c := range codesBeside(r, s, account.Last) {
				if c.Text[4:6] == account.Value[:2] {
					return value.Cite(c.Text, c.Segment, c.First, c.Last, sure), true
				}
			}
		}
	}
	return value.Value{}, false
}

// codesBeside returns the bank codes right behind a word, and those that fill the next segment of its row
// or one close below.
func codesBeside(r *link.Linker, s *layout.Segment, last int) []link.Candidate {
	codes := slices.DeleteFunc(r.BicValues(s), func(c link.Candidate) bool { return c.First != last+1 })
	near := s.Page.Below(s.Row, s.Box, s.Height())
	if right := s.Right(); len(right) > 0 {
		near = append(near, right[0])
	}
	for _, other := range near {
		if len(other.Words) == 1 {
			codes = append(codes, r.BicValues(other)...)
		}
	}
	return codes
}

// wrapped returns a bank code at the beginning of the line below one that ends with its label, because
// running text breaks there.
func wrapped(r *link.Linker) (value.Value, bool) {
	const sure = 0.8
	for _, h := range r.Labels {
		if _, ok := h.As(lexicon.BIC); !ok || h.First == 0 || h.Last != len(h.Segment.Words)-1 {
			continue
		}
		below := h.Segment.NextInBlock()
		if below == nil {
			continue
		}
		for _, c := range r.BicValues(below) {
			if c.First == 0 {
				return value.Cite(c.Text, below, c.First, c.Last, sure), true
			}
		}
	}
	return value.Value{}, false
}

// IBAN returns the scalar iban alone.
func IBAN(r *link.Linker) *value.Set {
	set := value.New()
	m := r.Link(r.IbanValues, lexicon.IBAN)
	l, ok := m.Best(lexicon.IBAN)
	if ok && l.LogOdds > 0 && recognize.ValidIBAN(l.Value.Text) {
		set.Put("iban", l.AsValue())
		return set
	}
	for _, s := range r.Layout.Segments {
		for _, c := range r.Spans[s].IBANs {
			if c.Checksum == recognize.ChecksumValid {
				set.Put("iban", value.Cite(c.Value, s, c.First, c.Last, 0.85))
				return set
			}
		}
	}
	if v, found := bare(r.Layout); found {
		set.Put("iban", v)
		return set
	}
	if v, found := across(r.Layout); found {
		set.Put("iban", v)
		return set
	}
	if ok && l.LogOdds > minAccountLogOdds {
		set.Put("iban", l.AsValue())
	}
	return set
}

// bare returns an account number printed without its country code, which is then not part of the quote.
func bare(lay *layout.Layout) (value.Value, bool) {
	const sure = 0.8
	for _, s := range lay.Segments {
		if c, ok := recognize.BareIBAN(s.Words); ok {
			v := value.Cite(c.Value, s, c.First, c.Last, sure)
			v.Source = document.SourceDerived
			return v, true
		}
	}
	return value.Value{}, false
}

// across returns an account number broken between two lines.
func across(lay *layout.Layout) (value.Value, bool) {
	const (
		near = 1   // heights of a line between the two
		sure = 0.8 // slightly less than for one in a line
	)
	for _, s := range lay.Segments {
		for _, below := range s.Page.Below(s.Row, s.Box, near*s.Height()) {
			c, ok := recognize.IBANAcross(s.Words, below.Words)
			if !ok {
				continue
			}
			parts := []layout.Part{{Segment: s, First: c.First, Last: len(s.Words) - 1}, {Segment: below, Last: c.Last}}
			return value.CiteParts(c.Value, parts, " ", sure), true
		}
	}
	return value.Value{}, false
}

// minAccountLogOdds is the minimum log-odds of an account number with wrong check digits or length, if there is
// no valid one: it is reported, and its check fails.
const minAccountLogOdds = -2

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

// minDomainLetters is the minimum length of a domain name to correct.
const minDomainLetters = 8

// spelledAsNamed corrects the domain of a mail address if OCR added or lost a thin letter and words of the
// page spell the domain: "office@marlowfsh.example" of "Marlow Fish". It leaves the domain if words match
// it exactly, or several would correct it.
func spelledAsNamed(lay *layout.Layout, v value.Value) value.Value {
	user, host, _ := strings.Cut(v.Value, "@")
	domain, ending, found := strings.Cut(host, ".")
	if v.Source != document.SourceOCR || !found || len(domain) < minDomainLetters {
		return v
	}
	better := ""
	for _, s := range lay.Segments {
		for first := range s.Words {
			name, known := runLike(s.Words[first:], domain)
			if known || name != "" && better != "" && name != better {
				return v
			}
			if name != "" {
				better = name
			}
		}
	}
	if better != "" {
		v.Value, v.Source = user+"@"+better+"."+ending, document.SourceDerived
	}
	return v
}

// runLike returns the words from the first on, without spaces, that differ from a domain by one thin
// letter, if any, and whether they equal it.
func runLike(words []string, domain string) (name string, same bool) {
	run := ""
	for _, w := range words {
		if strings.Contains(w, "@") {
			return name, false
		}
		run += recognize.Compact(w)
		switch {
		case run == domain:
			return "", true
		case len(run) > len(domain)+1:
			return name, false
		case thinly(run, domain) || thinly(domain, run):
			name = run
		}
	}
	return name, false
}

// thinly reports whether a word is another one plus a thin letter.
func thinly(long, short string) bool {
	if len(long) != len(short)+1 {
		return false
	}
	i := 0
	for i < len(short) && long[i] == short[i] {
		i++
	}
	return strings.ContainsRune("ijlrt", rune(long[i])) && long[i+1:] == short[i:]
}

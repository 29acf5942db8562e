package party

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// NameLike reports whether the words can be the name of a company or person:
// short, mostly letters, no title, no sentence.
func NameLike(words []string) bool {
	if len(words) == 0 || len(words) > 9 || TitleLine(words) {
		return false
	}
	text := strings.Join(words, " ")
	if len(words) == 1 && recognize.CountDigits(text) >= 3 || len(words[0]) >= 4 && annotate.AllDigitsWord(words[0]) {
		return false
	}
	if strings.Contains(text, " : ") || ProseLike(words) || EndsInHouseNumber(words) {
		return false
	}
	letters, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	if letters < 2 || digits > letters || len(text) > 80 || strings.HasSuffix(text, ":") {
		return false
	}
	if len(recognize.Emails(words))+len(recognize.URLs(words))+len(recognize.Dates(words)) > 0 {
		return false
	}
	if digits > 0 && priced(words) {
		return false
	}
	for i := range words { // a sender's whole address in one line
		if PostalLine(words[i:]) && (i == 0 || len(words)-i < 6) {
			return false
		}
	}
	return true
}

// priced reports whether the words hold a sum of money with its currency; "BHD"
// before a registration number is no dinar.
func priced(words []string) bool {
	return slices.ContainsFunc(recognize.Amounts(words), func(a recognize.Amount) bool {
		return a.Currency != "" && !lexicon.LegalForm.Has(recognize.Compact(words[a.First]))
	})
}

// ProseLike reports whether most of several words start in lower case.
func ProseLike(words []string) bool {
	if len(words) < 3 {
		return false
	}
	lower := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"'")); unicode.IsLower(r) {
			lower++
		}
	}
	return 2*lower > len(words)
}

// EndsInHouseNumber tells a street: "Musterweg 12a".
func EndsInHouseNumber(words []string) bool {
	last := strings.TrimRight(words[len(words)-1], ".,")
	return len(words) >= 2 && len(words) <= 4 && len(last) <= 5 && last[:min(1, len(last))] >= "0" &&
		last[:min(1, len(last))] <= "9" &&
		recognize.CountDigits(last) >= len(last)-1
}

// titled reports whether a folded line names a document or its parts, not a
// party.
func titled(line string) bool { return lexicon.Title.Has(line) || lexicon.NoName.Has(line) }

// TitleLine reports whether the words are a document's title or page mark.
func TitleLine(words []string) bool {
	for i, w := range words { // "Honorarnote / Rechnung"
		if w == "/" && i > 0 && i+1 < len(words) {
			return TitleLine(words[:i]) && TitleLine(words[i+1:])
		}
	}
	var kept []string
	for _, w := range recognize.FoldWords(strings.Join(words, " ")) {
		if recognize.CountDigits(w) == 0 && !lexicon.NumberWord.Has(w) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return false
	}
	if len(kept) > 1 && len(kept[len(kept)-1]) <= 3 && len(words) > 1 { // the series of a number: "Factuur VF2031-20"
		if titled(strings.Join(kept[:len(kept)-1], " ")) {
			return true
		}
	}
	return titled(strings.Join(kept, " "))
}

// putParties chooses vendor and customer and stores their names and addresses.
func (r *finder) putParties(set *value.Set) {
	if r.Scorers.ready() || r.Scorer.Watch != nil {
		r.putTrainedParties(set)
		r.putShipping(set, r.parties())
		return
	}
	all := r.parties()
	customer := r.chooseCustomer(all)
	name := r.labelledCustomer(customer)
	known := name.Value
	if known == "" && customer != nil {
		known = customer.nameText()
	}
	vendor := r.chooseVendor(all, customer, known)
	if vendor == nil && customer != nil && customer.Role == roleUnknown {
		vendor, customer = customer, nil // the only party on a page is its author
	}
	if customer == nil && vendor != nil && known == "" {
		customer = r.otherParty(all, vendor)
	}
	if customer != nil {
		r.putParty(set, "customer", customer)
	}
	set.Put("customerName", name)
	if vendor != nil {
		r.putParty(set, "vendor", vendor)
	}
	r.putShipping(set, all)
}

func (r *finder) putShipping(set *value.Set, all []*Party) {
	for _, p := range all {
		if p.Role == roleShipping && len(p.Address) > 0 {
			set.Put("shippingAddress", value.CiteParts(AddressText(p.Address), p.Address, ", ", link.Sigmoid(p.score)))
			return
		}
	}
}

// otherParty returns the one address block on the upper half of the first page
// that is not the vendor's: a letter goes to somebody.
func (r *finder) otherParty(all []*Party, vendor *Party) *Party {
	name := recognize.Compact(vendor.nameText())
	var other *Party
	for _, p := range all {
		s := p.Name[0].Segment
		if p.Role != roleUnknown || len(p.Address) == 0 || s.Page.Number > 1 || s.RelativeY() > 0.5 {
			continue
		}
		if p == vendor || sharesFirstWord(recognize.Compact(p.nameText()), name) || r.vendorMarks(p) > 0 ||
			r.insideOf(p, vendor) {
			continue
		}
		if other != nil {
			return nil // either could be meant
		}
		other = p
	}
	return other
}

// putBuyer stores the author of an order as the customer, where the vendor is
// named and no customer is: the letterhead is the buyer's.
func (r *finder) putBuyer(set *value.Set) {
	if set.Has("customerName") || !set.Has("vendorName") || r.Scorers.ready() {
		return
	}
	if p := r.chooseVendor(r.parties(), nil, set.Text("vendorName")); p != nil {
		r.putParty(set, "customer", p)
	}
}

// labelledCustomer returns the name behind a label such as "Customer name:"; a
// block under a heading of its own is left only for a strong label.
func (r *finder) labelledCustomer(customer *Party) value.Value {
	l, ok := r.Link(r.nameValues, lexicon.CustomerName).Best(lexicon.CustomerName)
	if !ok || customer != nil && customer.heading != nil && l.LogOdds <= 2 {
		return value.Value{}
	}
	return l.AsValue()
}

func (r *finder) putParty(set *value.Set, prefix string, p *Party) {
	score := link.Sigmoid(p.score)
	set.Put(prefix+"Name", value.CiteParts(p.nameText(), p.Name, " ", score))
	if len(p.Address) > 0 {
		set.Put(prefix+"Address", value.CiteParts(AddressText(p.Address), p.Address, ", ", score))
	}
}

// textValues returns the rest of a segment as free text.
func textValues(r *annotate.Document, s *layout.Segment) []link.Candidate {
	first := 0
	if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens {
		first = h[0].Last + 1
	}
	if first >= len(s.Words) || !NameLike(s.Words[first:]) {
		return nil
	}
	last := len(s.Words) - 1
	return []link.Candidate{{Segment: s, First: first, Last: last,
		Text: strings.Trim(strings.Join(s.Words[first:last+1], " "), " ,;:")}}
}

// leastCustomer is what a block without a heading has to reach.
const leastCustomer = 0.4

// chooseCustomer prefers a block under a customer's heading; without one the
// first address block on the upper half of the first page that is no vendor's.
func (r *finder) chooseCustomer(all []*Party) *Party {
	var top *Party
	score := leastCustomer
	for _, p := range all {
		z := 3.0
		switch {
		case p.Role == roleUnknown && UpperHalf(p):
			z = r.unheadedOdds(all, p)
		case p.Role != RoleCustomer:
			continue
		}
		if len(p.Address) > 0 {
			z += 0.8
		}
		if z > score {
			top, score = p, z
		}
	}
	if top != nil {
		top.score = min(top.score, score) + 0.3
	}
	return top
}

// UpperHalf reports whether a party's name stands on the upper half of the first page.
func UpperHalf(p *Party) bool {
	s := p.Name[0].Segment
	return s.Page.Number == 1 && s.RelativeY() <= 0.5
}

// unheadedOdds are the log-odds that a block without a heading is the
// customer's: rather on the left, under the letterhead, without the marks of a
// vendor.
func (r *finder) unheadedOdds(all []*Party, p *Party) float64 {
	s := p.Name[0].Segment
	z := 1 - 0.8*s.Box.X0/s.Page.Width
	if s.RelativeY() < 0.15 {
		z-- // letterhead
	}
	if r.vendorMarks(p) > 0 || r.sameAsSender(all, p) {
		z -= 1.2
	}
	sender := slices.ContainsFunc(all, func(o *Party) bool { return o.Role == RoleVendor })
	if sender && s.Box.X0 > 0.55*s.Page.Width {
		z -= 0.5
	}
	if DomainMatches(r.Document, recognize.Compact(p.nameText())) {
		z -= 1.5
	}
	return z
}

func (r *finder) sameAsSender(all []*Party, p *Party) bool {
	name := recognize.Compact(p.nameText())
	return slices.ContainsFunc(all, func(o *Party) bool {
		return o != p && o.Role == RoleVendor && recognize.Compact(o.nameText()) == name
	})
}

// vendorMarks counts what stands in a vendor's own block and not in a
// customer's: web and mail addresses, telephone, tax and bank numbers.
func (r *finder) vendorMarks(p *Party) int {
	last := p.Name[0].Segment
	if n := len(p.Address); n > 0 {
		last = p.Address[n-1].Segment
	}
	marks := 0
	for range 5 {
		last = last.NextInBlock()
		if last == nil {
			break
		}
		f := r.Spans[last]
		if len(f.VATIDs)+len(f.IBANs)+len(last.Emails())+len(last.URLs()) > 0 {
			marks++
		}
		for _, h := range r.LabelsIn[last] {
			if _, ok := h.As(lexicon.Phone); ok {
				marks++
				break
			}
		}
	}
	return marks
}

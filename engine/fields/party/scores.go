package party

import (
	"math"
	"strings"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// Scorers tell which of the names on a page are the vendor and the customer.
type Scorers struct {
	Vendor   *boost.Ensemble `json:"vendor"`
	Customer *boost.Ensemble `json:"customer"`
}

func (p *Scorers) ready() bool {
	return p != nil && p.Vendor != nil && p.Customer != nil && len(p.Vendor.Trees) > 0 && len(p.Customer.Trees) > 0
}

// FeatureNames names what the scorers of parties see of a name: how it was
// found and by which rules judged, what it is made of, where it stands, what
// stands around it, and how it compares with the other names.
func FeatureNames() []string {
	return []string{
		"found", "side", "headed", "byRuleVendor", "byRuleCustomer", "legalForm", "words", "letters", "digits", "upper",
		"personal",
		"address", "addressLines", "size", "bold", "x", "y", "page", "lastPage", "row", "foot", "domain", "repeats", "holder",
		"marks", "own.contacts", "own.codes", "above", "below", "blocks", "order", "headings", "nearTitle", "type",
		"recognised",
	}
}

// Ways in which a name was found.
const (
	foundBlock = iota // an address block, a sender's line or under a heading
	foundCompany
	foundTop
)

// contender is a name that may be a party's, with the log-odds that it is the
// vendor's and the customer's.
type contender struct {
	*Party
	found            int
	key              string // compact name
	vendor, customer float64
}

// contenders returns all names with their odds by the rules.
func (r *finder) contenders() []contender {
	blocks := r.parties()
	var out []contender
	taken := map[layout.Part]bool{}
	add := func(found int, parties []*Party) {
		for _, p := range parties {
			key := recognize.Compact(p.nameText())
			if known := taken[p.Name[0]]; key == "" || p.Role == roleShipping || p.Role == roleOther ||
				found != foundBlock && known {
				taken[p.Name[0]] = true
				continue
			}
			taken[p.Name[0]] = true
			out = append(out, contender{Party: p, found: found, key: key})
		}
	}
	add(foundBlock, blocks)
	add(foundCompany, r.companyNames())
	add(foundTop, r.topLines())
	text := r.compactText()
	for i := range out {
		c := &out[i]
		c.vendor = c.score + r.vendorOdds(c.Party, c.key, text)
		if c.Role == RoleCustomer {
			c.vendor -= 4
		}
		c.customer = r.customerOdds(blocks, c.Party)
	}
	return out
}

// customerOdds are the log-odds by the rules that a name is the customer's.
func (r *finder) customerOdds(blocks []*Party, p *Party) float64 {
	z := -2.5
	switch {
	case p.Role == RoleCustomer:
		z = 3
	case p.Role == RoleVendor:
		z = -4
	case UpperHalf(p) && len(p.Address) > 0:
		z = r.unheadedOdds(blocks, p)
	}
	if len(p.Address) > 0 {
		z += 0.8
	}
	return z
}

// partyVector returns the features of a contender among all.
func (r *finder) partyVector(all []contender, i int) []float32 {
	c := &all[i]
	s := c.Name[0].Segment
	words := s.Words[c.Name[0].First : c.Name[0].Last+1]
	digits, letters, _ := link.Composition(strings.Join(words, ""))
	folded := recognize.FoldWords(strings.Join(words, " "))
	x := []float32{
		float32(
			c.found,
		), float32(c.Role), link.Flag(c.heading != nil), float32(c.vendor), float32(c.customer),
		link.Flag(HasLegalForm(words)),
		float32(len(words)), letters, digits, UpperShare(strings.Join(words, " ")), link.Flag(personal(folded)),
		link.Flag(
			len(c.Address) > 0,
		), float32(len(c.Address)), float32(s.Height() / max(1e-6, r.TypicalHeight(s.Page))), link.Flag(s.Bold()),
		float32(
			s.Box.X0 / s.Page.Width,
		), float32(s.RelativeY()), float32(s.Page.Number), link.Flag(s.Page.Number == len(r.Layout.Pages)), float32(s.Row),
		link.Flag(s.Row >= len(s.Page.Rows)-6), link.Flag(DomainMatches(r.Document, c.key)),
	}
	return append(append(x, r.around(c)...), r.among(all, i)...)
}

// around returns what stands beside and under a name.
func (r *finder) around(c *contender) []float32 {
	repeats, holder := 0, 0
	for _, s := range r.Layout.Segments {
		if key := recognize.Compact(s.Text()); s != c.Name[0].Segment && len(c.key) > 3 && strings.Contains(key, c.key) {
			repeats++
			for _, h := range r.LabelsIn[s] {
				if _, ok := h.As(lexicon.Holder); ok {
					holder = 1
				}
			}
		}
	}
	last := c.Name[0].Segment
	if n := len(c.Address); n > 0 {
		last = c.Address[n-1].Segment
	}
	contacts, codes := 0, 0
	for range 6 {
		if last = last.NextInBlock(); last == nil {
			break
		}
		f := r.Spans[last]
		codes += len(f.VATIDs) + len(f.IBANs)
		contacts += len(last.Emails()) + len(last.URLs()) + len(last.Phones())
	}
	return []float32{
		float32(min(repeats, 5)),
		float32(holder),
		float32(r.vendorMarks(c.Party)),
		float32(min(contacts, 4)),
		float32(min(codes, 3)),
	}
}

// among returns how a name stands among the others.
func (r *finder) among(all []contender, i int) []float32 {
	c := &all[i]
	s := c.Name[0].Segment
	above, below, blocks, order, headings := 0, 0, 0, 0, 0
	for k := range all {
		o := &all[k]
		if k == i || o.key == c.key {
			continue
		}
		if o.heading != nil {
			headings++
		}
		if len(o.Address) == 0 {
			continue
		}
		blocks++
		t := o.Name[0].Segment
		if t.Page.Number < s.Page.Number || t.Page == s.Page && t.Box.Y0 < s.Box.Y0 {
			above++
		} else {
			below++
		}
		if k < i {
			order++
		}
	}
	return []float32{
		float32(
			min(above, 6),
		), float32(min(below, 6)), float32(min(blocks, 8)), float32(min(order, 8)), float32(min(headings, 4)),
		r.toTitle(s), link.TypeNumber(r.Kind), link.Flag(len(s.Tokens) > 0 && s.Tokens[0].Source == "ocr"),
	}
}

// toTitle is how many rows under the document's title a segment stands, negative
// over it; not known without a title.
func (r *finder) toTitle(s *layout.Segment) float32 {
	for _, t := range s.Page.Rows {
		for _, o := range t.Segments {
			if TitleLine(o.Words) {
				return float32(s.Row - o.Row)
			}
		}
	}
	return float32(math.NaN())
}

// chooseParties picks vendor and customer together: the pair with the largest sum
// of log-odds whose names differ. Either may be nil.
func (r *finder) chooseParties(all []contender) (vendor, customer *contender) {
	best := math.Inf(-1)
	for i := -1; i < len(all); i++ {
		for k := -1; k < len(all); k++ {
			z := 0.0
			if i >= 0 {
				z += all[i].vendor + missingVendor
			}
			if k >= 0 {
				z += all[k].customer
			}
			if z <= best ||
				i >= 0 && k >= 0 && (i == k || sharesFirstWord(all[i].key, all[k].key) || r.insideOf(all[i].Party, all[k].Party)) {
				continue
			}
			best, vendor, customer = z, nil, nil
			if i >= 0 {
				vendor = &all[i]
			}
			if k >= 0 {
				customer = &all[k]
			}
		}
	}
	return vendor, customer
}

// missingVendor is what a vendor gains by being there at all: every document has
// one.
const missingVendor = 3.0

// mostAgainstHeading is the most that the scorers may say against a heading that names
// a party's part.
const mostAgainstHeading = 3.0

// putTrainedParties stores the parties by the trained scorers.
func (r *finder) putTrainedParties(set *value.Set) {
	all := r.contenders()
	r.weighParties(all)
	vendor, customer := r.chooseParties(all)
	name := r.labelledCustomer(nil)
	if customer != nil && boost.Probability(customer.customer) >= name.Score {
		name = value.Value{}
	}
	if customer != nil {
		customer.score = customer.customer
		if len(customer.Address) == 0 {
			customer.Party.Address = sameNamed(all, customer)
		}
		r.putParty(set, "customer", customer.Party)
	}
	set.Put("customerName", name)
	if vendor != nil {
		vendor.score = vendor.vendor
		if len(vendor.Address) == 0 {
			vendor.Party.Address = sameNamed(all, vendor)
		}
		r.putParty(set, "vendor", vendor.Party)
	}
}

// weighParties adds what the trained scorers say, and tells a watcher.
func (r *finder) weighParties(all []contender) {
	vectors := make([][]float32, len(all))
	for i := range all {
		vectors[i] = r.partyVector(all, i)
	}
	for i := range all {
		c := &all[i]
		if watch := r.Scorer.Watch; watch != nil {
			watch(link.Observation{Field: "vendorName", Text: c.nameText(), Prior: c.vendor, X: vectors[i]})
			watch(link.Observation{Field: "customerName", Text: c.nameText(), Prior: c.customer, X: vectors[i]})
		}
		if p := r.Scorers; p.ready() {
			most := 8.0
			if c.heading != nil {
				most = mostAgainstHeading
			}
			c.vendor += min(max(p.Vendor.Margin(vectors[i]), -most), most)
			c.customer += min(max(p.Customer.Margin(vectors[i]), -most), most)
		}
	}
}

// sameNamed borrows the address of a contender with the same name.
func sameNamed(all []contender, c *contender) []layout.Part {
	for i := range all {
		if len(all[i].Address) > 0 && (all[i].key == c.key || len(c.key) > 6 && strings.HasPrefix(all[i].key, c.key)) {
			return all[i].Address
		}
	}
	return nil
}

package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// chooseVendor weighs labelled blocks, senders' lines, company names and the
// top of the page against each other.
func (r *reading) chooseVendor(all []*party, customer *party, customerName string) *party {
	other := recognize.Compact(customerName)
	candidates := slices.Concat(all, r.companyNames(), r.topLines())
	text := r.compactText()
	var top *party
	for _, p := range candidates {
		if p == customer || p.side == sideCustomer || p.side == sideShipping || p.side == sideOther {
			continue
		}
		name := recognize.Compact(p.nameText())
		if name == "" || sharesFirstWord(name, other) || r.insideOf(p, customer) {
			continue
		}
		p.score += r.vendorOdds(p, name, text)
		if top == nil || p.score > top.score {
			top = p
		}
	}
	if top == nil {
		return nil
	}
	if len(top.address) == 0 {
		top.address = addressOf(all, top)
	}
	if full := fullName(candidates, top); full != nil {
		top.name = full.name
	}
	return top
}

// fullName gives a longer form of the name with its legal form, if the page
// shows one.
func fullName(candidates []*party, p *party) *party {
	if hasLegalForm(strings.Fields(p.nameText())) {
		return nil
	}
	name := recognize.Compact(p.nameText())
	for _, o := range candidates {
		long := recognize.Compact(o.nameText())
		if len(name) >= 4 && len(long) > len(name) && strings.HasPrefix(long, name) && hasLegalForm(strings.Fields(o.nameText())) {
			return o
		}
	}
	return nil
}

// sharesFirstWord reports whether two compact names are the same or start alike.
func sharesFirstWord(name, other string) bool {
	n := min(len(name), len(other), 9)
	return other != "" && (name == other || n >= 7 && name[:n] == other[:n])
}

// addressOf borrows the address of another block with the same name.
func addressOf(all []*party, p *party) []layout.Part {
	name := recognize.Compact(p.nameText())
	for _, o := range all {
		if len(o.address) > 0 && recognize.Compact(o.nameText()) == name {
			return o.address
		}
	}
	return nil
}

func (r *reading) insideOf(p, customer *party) bool {
	if customer == nil {
		return false
	}
	s := p.name[0].Segment
	inside := func(parts []layout.Part) bool {
		return slices.ContainsFunc(parts, func(q layout.Part) bool { return q.Segment == s })
	}
	return inside(customer.name) || inside(customer.address)
}

// vendorOdds are the log-odds that a name is the vendor's.
func (r *reading) vendorOdds(p *party, name, text string) float64 {
	s := p.name[0].Segment
	z := 0.0
	if p.side == sideVendor {
		z++
	}
	if hasLegalForm(s.Words[p.name[0].First : p.name[0].Last+1]) {
		z++
	}
	if len(p.address) > 0 {
		z += 0.7
	}
	z += 0.4 * float64(min(3, strings.Count(text, name)-1))
	if p.side == sideUnknown {
		z += 0.5 * float64(min(2, r.vendorMarks(p)))
		z += 0.8 * (0.5 - s.RelativeY())
		if s.RelativeY() < 0.12 && s.Page.Number == 1 {
			z += 0.5 // letterhead
		}
	}
	if s.Page.Number > 1 {
		z -= 0.8
	}
	if r.domainMatches(name) {
		z++
	}
	return z
}

// compactText is the whole document folded without spaces.
func (r *reading) compactText() string {
	var sb strings.Builder
	for _, s := range r.lay.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			sb.WriteString(w)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// domainMatches reports whether a mail or web address holds the name's first
// letters.
func (r *reading) domainMatches(name string) bool {
	if len(name) < 4 {
		return false
	}
	key := name[:min(len(name), 6)]
	return slices.ContainsFunc(r.domains, func(d string) bool { return strings.Contains(d, key) })
}

// companyNames are the segments that end in a legal form.
func (r *reading) companyNames() []*party {
	var out []*party
	for _, s := range r.lay.Segments {
		if s.Page.Number > 2 || len(out) >= maxParties {
			break
		}
		if r.items[s.Page.Rows[s.Row]] || !nameLike(s.Words) || !hasLegalForm(s.Words) || r.labelled(s) {
			continue
		}
		out = append(out, &party{name: []layout.Part{whole(s)}, score: -0.3, address: r.addressUnder(s, 0)})
	}
	for _, l := range r.trade(r.textValues, lexicon.Holder).links[lexicon.Holder] {
		// Whoever holds the account to pay to is the vendor.
		out = append(out, &party{side: sideVendor, name: []layout.Part{{Segment: l.value.seg, First: l.value.first, Last: l.value.last}}, score: 1.6})
	}
	return out
}

// topLines are the first few lines of the first page; the larger the letters
// the better.
func (r *reading) topLines() []*party {
	if len(r.lay.Pages) == 0 {
		return nil
	}
	page := r.lay.Pages[0]
	height := typicalHeight(page)
	var out []*party
	for _, row := range page.Rows[:min(6, len(page.Rows))] {
		for _, s := range row.Segments {
			if !nameLike(s.Words) || r.labelled(s) || len(s.Words) > 6 {
				continue
			}
			p := &party{name: []layout.Part{whole(s)}, score: -0.9 - 0.15*float64(s.Row)}
			if s.Height() > 1.25*height {
				p.score += 0.7
			}
			p.address = r.addressUnder(s, 0)
			out = append(out, p)
		}
	}
	return out
}

// typicalHeight is the median height of a page's segments.
func typicalHeight(p *layout.Page) float64 {
	var all []float64
	for _, row := range p.Rows {
		for _, s := range row.Segments {
			all = append(all, s.Height())
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

package party

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// chooseVendor weighs labelled blocks, senders' lines, company names and the
// top of the page against each other.
func (r *finder) chooseVendor(all []*Party, customer *Party, customerName string) *Party {
	other := recognize.Compact(customerName)
	candidates := slices.Concat(all, r.companyNames(), r.topLines())
	text := r.compactText()
	var top *Party
	for _, p := range candidates {
		if p == customer || p.Role == RoleCustomer || p.Role == roleShipping || p.Role == roleOther {
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
	if len(top.Address) == 0 {
		top.Address = addressOf(all, top)
	}
	if full := fullName(candidates, top); full != nil {
		top.Name = full.Name
	}
	return top
}

// fullName returns a longer form of the name with its legal form, if the page
// shows one.
func fullName(candidates []*Party, p *Party) *Party {
	if HasLegalForm(strings.Fields(p.nameText())) {
		return nil
	}
	name := recognize.Compact(p.nameText())
	for _, o := range candidates {
		long := recognize.Compact(o.nameText())
		if len(name) >= 4 && len(long) > len(name) && strings.HasPrefix(long, name) &&
			HasLegalForm(strings.Fields(o.nameText())) {
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
func addressOf(all []*Party, p *Party) []layout.Part {
	name := recognize.Compact(p.nameText())
	for _, o := range all {
		if len(o.Address) > 0 && recognize.Compact(o.nameText()) == name {
			return o.Address
		}
	}
	return nil
}

func (r *finder) insideOf(p, customer *Party) bool {
	if customer == nil {
		return false
	}
	s := p.Name[0].Segment
	inside := func(parts []layout.Part) bool {
		return slices.ContainsFunc(parts, func(q layout.Part) bool { return q.Segment == s })
	}
	return inside(customer.Name) || inside(customer.Address)
}

// vendorOdds are the log-odds that a name is the vendor's.
func (r *finder) vendorOdds(p *Party, name, text string) float64 {
	s := p.Name[0].Segment
	z := 0.0
	if p.Role == RoleVendor {
		z++
	}
	if HasLegalForm(s.Words[p.Name[0].First : p.Name[0].Last+1]) {
		z++
	}
	if len(p.Address) > 0 {
		z += 0.7
	}
	z += 0.4 * float64(min(3, strings.Count(text, name)-1))
	if p.Role == roleUnknown {
		z += 0.5 * float64(min(2, r.vendorMarks(p)))
		z += 0.8 * (0.5 - s.RelativeY())
		if s.RelativeY() < 0.12 && s.Page.Number == 1 {
			z += 0.5 // letterhead
		}
	}
	if s.Page.Number > 1 {
		z -= 0.8
	}
	if DomainMatches(r.Document, name) {
		z++
	}
	return z
}

// compactText is the whole document folded without spaces.
func (r *finder) compactText() string {
	var sb strings.Builder
	for _, s := range r.Layout.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			sb.WriteString(w)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// DomainMatches reports whether a mail or web address holds the name's first
// letters.
func DomainMatches(r *annotate.Document, name string) bool {
	if len(name) < 4 {
		return false
	}
	key := name[:min(len(name), 6)]
	return slices.ContainsFunc(r.Domains, func(d string) bool { return strings.Contains(d, key) })
}

// companyNames are the segments that end in a legal form.
func (r *finder) companyNames() []*Party {
	var out []*Party
	for _, s := range r.Layout.Segments {
		if s.Page.Number > 2 || len(out) >= maxParties {
			break
		}
		if r.ItemRows[s.Page.Rows[s.Row]] || !NameLike(s.Words) || !HasLegalForm(s.Words) || r.Labelled(s) {
			continue
		}
		out = append(out, &Party{Name: []layout.Part{annotate.Whole(s)}, score: -0.3, Address: r.addressUnder(s, 0)})
	}
	for _, l := range r.Link(r.nameValues, lexicon.Holder).Links[lexicon.Holder] {
		// Who holds the account to pay to is the vendor.
		out = append(out, &Party{Role: RoleVendor,
			Name: []layout.Part{{Segment: l.Value.Segment, First: l.Value.First, Last: l.Value.Last}}, score: 1.6})
	}
	return out
}

// topLines are the first few lines of the first page; the larger the letters
// the better.
func (r *finder) topLines() []*Party {
	if len(r.Layout.Pages) == 0 {
		return nil
	}
	page := r.Layout.Pages[0]
	height := annotate.TypicalHeight(page)
	var out []*Party
	for _, row := range page.Rows[:min(6, len(page.Rows))] {
		for _, s := range row.Segments {
			if !NameLike(s.Words) || r.Labelled(s) || len(s.Words) > 6 {
				continue
			}
			p := &Party{Name: []layout.Part{annotate.Whole(s)}, score: -0.9 - 0.15*float64(s.Row)}
			if s.Height() > 1.25*height {
				p.score += 0.7
			}
			p.Address = r.addressUnder(s, 0)
			out = append(out, p)
		}
	}
	return out
}

package choice

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Vendor weighs labelled blocks, senders' lines, company names and the
// top of the page against each other; the customer, who may be nil, and whoever has the
// customer's name is not the vendor. It is nil if nobody is.
func Vendor(in Input, customer *block.Block, customerName string) *block.Block {
	other := recognize.Compact(customerName)
	candidates := slices.Concat(in.Blocks, in.companyNames(), in.topLines())
	text := in.compactText()
	var top *block.Block
	for _, p := range candidates {
		if p == customer || p.Role == role.Customer || p.Role == role.Shipping || p.Role == role.Other {
			continue
		}
		name := recognize.Compact(p.NameText())
		if name == "" || sharesFirstWord(name, other) || insideOf(p, customer) {
			continue
		}
		p.Score += in.vendorOdds(p, name, text)
		if top == nil || p.Score > top.Score {
			top = p
		}
	}
	if top == nil {
		return nil
	}
	if len(top.Address) == 0 {
		top.Address = addressOf(in.Blocks, top)
	}
	if full := fullName(candidates, top); full != nil {
		top.Name = full.Name
	}
	return top
}

// fullName returns a longer form of the name with its legal form, if the page
// shows one.
func fullName(candidates []*block.Block, p *block.Block) *block.Block {
	if textshape.HasLegalForm(strings.Fields(p.NameText())) {
		return nil
	}
	name := recognize.Compact(p.NameText())
	for _, o := range candidates {
		long := recognize.Compact(o.NameText())
		if len(name) >= 4 && len(long) > len(name) && strings.HasPrefix(long, name) &&
			textshape.HasLegalForm(strings.Fields(o.NameText())) {
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
func addressOf(all []*block.Block, p *block.Block) []layout.Part {
	name := recognize.Compact(p.NameText())
	for _, o := range all {
		if len(o.Address) > 0 && recognize.Compact(o.NameText()) == name {
			return o.Address
		}
	}
	return nil
}

func insideOf(p, customer *block.Block) bool {
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
func (in Input) vendorOdds(p *block.Block, name, text string) float64 {
	s := p.Name[0].Segment
	z := 0.0
	if p.Role == role.Vendor {
		z++
	}
	if textshape.HasLegalForm(s.Words[p.Name[0].First : p.Name[0].Last+1]) {
		z++
	}
	if len(p.Address) > 0 {
		z += 0.7
	}
	z += 0.4 * float64(min(3, strings.Count(text, name)-1))
	if p.Role == role.Unknown {
		z += 0.5 * float64(min(2, in.vendorMarks(p)))
		z += 0.8 * (0.5 - s.RelativeY())
		if s.RelativeY() < 0.12 && s.Page.Number == 1 {
			z += 0.5 // letterhead
		}
	}
	if s.Page.Number > 1 {
		z -= 0.8
	}
	if textshape.DomainMatches(in.Document, name) {
		z++
	}
	return z
}

// compactText is the whole document folded without spaces.
func (in Input) compactText() string {
	var sb strings.Builder
	for _, s := range in.Layout.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			sb.WriteString(w)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

package choice

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// leastCustomer is what a block without a heading has to reach.
const leastCustomer = 0.4

// Customer prefers a block under a customer's heading; without one the
// first address block on the upper half of the first page that is no vendor's. It is nil
// if none reaches what a customer has to.
func Customer(in Input) *block.Block {
	var top *block.Block
	score := leastCustomer
	for _, p := range in.Blocks {
		z := 3.0
		switch {
		case p.Role == role.Unknown && p.UpperHalf():
			z = in.unheadedOdds(p)
		case p.Role != role.Customer:
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
		top.Score = min(top.Score, score) + 0.3
	}
	return top
}

// unheadedOdds are the log-odds that a block without a heading is the
// customer's: rather on the left, under the letterhead, without the marks of a
// vendor.
func (in Input) unheadedOdds(p *block.Block) float64 {
	s := p.Name[0].Segment
	z := 1 - 0.8*s.Box.X0/s.Page.Width
	if s.RelativeY() < 0.15 {
		z-- // letterhead
	}
	if in.vendorMarks(p) > 0 || sameAsSender(in.Blocks, p) {
		z -= 1.2
	}
	sender := slices.ContainsFunc(in.Blocks, func(o *block.Block) bool { return o.Role == role.Vendor })
	if sender && s.Box.X0 > 0.55*s.Page.Width {
		z -= 0.5
	}
	if textshape.DomainMatches(in.Document, recognize.Compact(p.NameText())) {
		z -= 1.5
	}
	return z
}

func sameAsSender(all []*block.Block, p *block.Block) bool {
	name := recognize.Compact(p.NameText())
	return slices.ContainsFunc(all, func(o *block.Block) bool {
		return o != p && o.Role == role.Vendor && recognize.Compact(o.NameText()) == name
	})
}

// vendorMarks counts what stands in a vendor's own block and not in a
// customer's: web and mail addresses, telephone, tax and bank numbers.
func (in Input) vendorMarks(p *block.Block) int {
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
		f := in.Spans[last]
		if len(f.VATIDs)+len(f.IBANs)+len(last.Emails())+len(last.URLs()) > 0 {
			marks++
		}
		for _, h := range in.LabelsIn[last] {
			if _, ok := h.As(lexicon.Phone); ok {
				marks++
				break
			}
		}
	}
	return marks
}

// LabelledCustomer returns the name behind a label such as "Customer name:"; a
// block under a heading of its own is left only for a strong label.
func LabelledCustomer(in Input, customer *block.Block) value.Value {
	l, ok := in.Link(in.NameValues, lexicon.CustomerName).Best(lexicon.CustomerName)
	if !ok || customer != nil && customer.Heading != nil && l.LogOdds <= 2 {
		return value.Value{}
	}
	return l.AsValue()
}

// otherParty returns the one address block on the upper half of the first page
// that is not the vendor's: a letter goes to somebody.
func otherParty(in Input, vendor *block.Block) *block.Block {
	name := recognize.Compact(vendor.NameText())
	return in.only(func(p *block.Block) bool {
		return p != vendor && !sharesFirstWord(recognize.Compact(p.NameText()), name) && !insideOf(p, vendor)
	})
}

// Addressee returns the one address block on the upper half of the first page that has
// neither the vendor's name nor its town with the post code: whom the letter goes to, where
// nothing says who that is. It is nil if there is none or more than one.
func Addressee(in Input, vendorName, vendorAddress string) *block.Block {
	name, place := recognize.Compact(vendorName), recognize.Compact(vendorAddress)
	return in.only(func(p *block.Block) bool {
		own, postal := recognize.Compact(p.NameText()), recognize.Compact(p.Address[len(p.Address)-1].Text())
		return !sharesFirstWord(own, name) && (place == "" || !strings.Contains(place, postal))
	})
}

// only returns the one block that may be an addressee's by its place and its lines, and by
// what else is asked of it; nil if there is none or more than one.
func (in Input) only(suits func(*block.Block) bool) *block.Block {
	var other *block.Block
	for _, p := range in.Blocks {
		s := p.Name[0].Segment
		if p.Role != role.Unknown || len(p.Address) == 0 || s.Page.Number > 1 || s.RelativeY() > 0.5 {
			continue
		}
		if !suits(p) || in.vendorMarks(p) > 0 {
			continue
		}
		if other != nil {
			return nil // either could be meant
		}
		other = p
	}
	return other
}

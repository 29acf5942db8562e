// Package block finds names with addresses on a page by rules: what stands around a line
// with a post code, the lines of senders, and what is below a party's heading.
package block

import (
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
)

// Block is a name with an address, as they stand on the page.
type Block struct {
	Role    role.Role
	Name    []layout.Part
	Address []layout.Part
	// Heading is the segment that named the side, if any.
	Heading *layout.Segment
	// Score are the log-odds that it is a party, as far as its arrangement tells; who
	// chooses among blocks adds to them.
	Score float64
}

// NameText is the name in one line.
func (p *Block) NameText() string { return textshape.JoinParts(p.Name, " ") }

// UpperHalf reports whether the name stands on the upper half of the first page.
func (p *Block) UpperHalf() bool {
	s := p.Name[0].Segment
	return s.Page.Number == 1 && s.RelativeY() <= 0.5
}

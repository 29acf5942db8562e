// Package choice chooses by rules, where no tags tell, whom a document is from and for:
// it weighs blocks, company names, the top of the page and labels against each other.
package choice

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result/value"
)

// Input is what is chosen in.
type Input struct {
	*link.Linker
	// Blocks are those of the document, in reading order. Their scores grow by what
	// speaks for them.
	Blocks []*block.Block
}

// Parties are whom rules choose; who was not found is nil.
type Parties struct {
	Vendor, Customer *block.Block
	// CustomerName stands behind a label and goes before the name of Customer.
	CustomerName value.Value
}

// Find chooses vendor and customer together.
func Find(in Input) Parties {
	customer := Customer(in)
	name := LabelledCustomer(in, customer)
	known := name.Value
	if known == "" && customer != nil {
		known = customer.NameText()
	}
	vendor := Vendor(in, customer, known)
	if vendor == nil && customer != nil && customer.Role == role.Unknown {
		vendor, customer = customer, nil // the only party on a page is its author
	}
	if customer == nil && vendor != nil && known == "" {
		customer = otherParty(in, vendor)
	}
	return Parties{Vendor: vendor, Customer: customer, CustomerName: name}
}

// Shipping returns the first block with an address that goods go to; nil if there is none.
func Shipping(blocks []*block.Block) *block.Block {
	for _, p := range blocks {
		if p.Role == role.Shipping && len(p.Address) > 0 {
			return p
		}
	}
	return nil
}

// Package items reads line items: from tables with a header, and from lines as on
// a receipt.
package items

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
)

// Input is what line items are found in.
type Input struct {
	// Linker's ItemRows are set to the rows of the items found, so that no other
	// value is read from them.
	*link.Linker
	// Goods says that items are a receipt's: also single lines without a header
	// are read as such.
	Goods bool

	learned Learned // see FindLearned
}

// Items are the line items of a document.
type Items struct {
	finder *finder
	all    []*item
}

// Find finds the line items and marks their rows. What they say is read later, by
// Set, once the document's currency is known.
func Find(in Input) Items {
	f := &finder{in}
	if in.Goods {
		return Items{f, f.receiptItems()}
	}
	return Items{f, f.itemTables()}
}

// Set returns the list lineItems, absent if there are no items.
func (i Items) Set() *value.Set {
	set := value.New()
	i.finder.putItems(set, i.all)
	return set
}

type finder struct{ Input }

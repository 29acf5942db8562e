// Package items reads line items from tables with a header, and from lines as on a receipt.
package items

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
)

// Items are the line items of a document.
type Items struct {
	finder *finder
	all    []*item
}

// Find finds the line items and adds their rows to the linker's ItemRows, so that no other value is read from them.
// Set reads the items later, when the document's currency is known. If goods is set, single lines without a header
// are items as well, as on receipts.
func Find(l *link.Linker, goods bool) Items {
	f := &finder{Linker: l}
	if goods {
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

type finder struct {
	*link.Linker
	learned Learned // see FindLearned
}

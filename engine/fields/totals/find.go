// Package totals chooses a document's sums jointly, so that they satisfy its
// arithmetic, and reads the tax breakdown.
package totals

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/result/value"
)

// Find returns the scalars subtotal, taxTotal, total, discountTotal, shippingTotal, amountPaid and amountDue, and
// the list taxes, as far as they were found. It does not read sums in the linker's ItemRows. If taxIncluded is set,
// the sums may include the tax, as on receipts: a single sum is then the total, and cash less change confirms it.
func Find(l *link.Linker, taxIncluded bool) *value.Set {
	set := value.New()
	(&finder{l, taxIncluded}).sums(set)
	return set
}

type finder struct {
	*link.Linker
	taxIncluded bool
}

func (r *finder) stated() taxrate.Reader { return taxrate.Reader{Linker: r.Linker} }

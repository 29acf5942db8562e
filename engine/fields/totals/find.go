// Package totals chooses a document's sums jointly, so that they satisfy its
// arithmetic, and reads the tax breakdown.
package totals

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/result/value"
)

// Input is what sums are found in.
type Input struct {
	// Linker knows the labels and amounts, and the rows of line items, which
	// hold no sum.
	*link.Linker
	// TaxIncluded says that the sums of such documents may include the tax, as
	// on receipts: the one sum is then the total, and what was given less what
	// was given back confirms it.
	TaxIncluded bool
}

// Find returns the scalars subtotal, taxTotal, total, discountTotal,
// shippingTotal, amountPaid and amountDue, and the list taxes, as far as they
// were found.
func Find(in Input) *value.Set {
	set := value.New()
	(&finder{in}).sums(set)
	return set
}

type finder struct{ Input }

// stated reads the rows that state a tax.
func (r *finder) stated() taxrate.Reader { return taxrate.Reader{Linker: r.Linker} }

// Package items reads line items: from tables with a header, and from lines as on
// a receipt.
package items

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals"
)

// Finder looks in one document.
type Finder struct {
	*link.Linker
	totals *totals.Finder
}

// New gives a finder that works on the linker's document.
func New(l *link.Linker) *Finder {
	return &Finder{Linker: l, totals: totals.New(l)}
}

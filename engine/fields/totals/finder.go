// Package totals chooses a document's sums jointly, so that they satisfy its
// arithmetic, and reads the tax breakdown.
package totals

import (
	"github.com/docmill/docmill/engine/fields/link"
)

// Finder looks in one document.
type Finder struct {
	*link.Linker
}

// New gives a finder that works on the linker's document.
func New(l *link.Linker) *Finder {
	return &Finder{Linker: l}
}

// Package header finds what a document says about itself: currency, dates, the
// period that it is for and the terms of payment.
package header

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

// Package party finds who a document is from and for: names, addresses, tax
// numbers, bank account and contacts.
package party

import (
	"github.com/docmill/docmill/engine/fields/link"
)

// Finder looks in one document.
type Finder struct {
	*link.Linker
	scorers *Scorers // nil leaves the choice to rules
}

// New gives a finder that works on the linker's document.
func New(l *link.Linker, scorers *Scorers) *Finder {
	return &Finder{Linker: l, scorers: scorers}
}

// Package statement reads bank statements: bank, holder and account, the period,
// balances and the ledger.
package statement

import (
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
)

// Finder looks in one document.
type Finder struct {
	*link.Linker
	header *header.Finder
	party  *party.Finder
}

// New gives a finder that works on the linker's document.
func New(l *link.Linker, parties *party.Finder) *Finder {
	return &Finder{Linker: l, header: header.New(l), party: parties}
}

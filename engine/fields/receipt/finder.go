// Package receipt reads what receipts alone have: the shop in their header, time,
// payments and goods.
package receipt

import (
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/fields/totals"
)

// Finder looks in one document.
type Finder struct {
	*link.Linker
	scorers *Scorers // nil leaves the shop to rules
	header  *header.Finder
	party   *party.Finder
	items   *items.Finder
	totals  *totals.Finder
}

// New gives a finder that works on the linker's document.
func New(l *link.Linker, parties *party.Finder, scorers *Scorers) *Finder {
	return &Finder{Linker: l, scorers: scorers, header: header.New(l), party: parties, items: items.New(l), totals: totals.New(l)}
}

// Package receipt reads receipts: the shop in their header, number, date and time, goods, sums and payments.
package receipt

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
)

// Find returns the fields of a receipt, as far as they were found. The scorers find the shop's name and address;
// without them rules do.
func Find(l *link.Linker, scorers *Scorers) *value.Set {
	set := value.New()
	(&finder{l, scorers}).receipt(set)
	return set
}

type finder struct {
	*link.Linker
	scorers *Scorers
}

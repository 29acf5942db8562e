// Package receipt reads receipts: the shop in their header, number, date and time,
// goods, sums and payments.
package receipt

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
)

// Input is what a receipt is read from.
type Input struct {
	*link.Linker
	// Scorers find the shop's name and address; nil leaves them to rules.
	Scorers *Scorers
}

// Find returns the fields of a receipt, as far as they were found.
func Find(in Input) *value.Set {
	set := value.New()
	(&finder{in}).receipt(set)
	return set
}

type finder struct{ Input }

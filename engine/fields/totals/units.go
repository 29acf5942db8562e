package totals

import "github.com/shopspring/decimal"

// Sums are compared in units, which are ten-thousandths of a currency.
const (
	cent       = 100
	unitDigits = 4
	centDigits = 2
	// maxDigits limits amounts, so that sums of several fit 64 bits.
	maxDigits = 12
)

// units converts an amount to ten-thousandths and drops further digits.
func units(v decimal.Decimal) int64 { return v.Shift(unitDigits).IntPart() }

// isComputable reports whether an amount is small enough to compute with.
func isComputable(v decimal.Decimal) bool { return v.Abs().LessThan(decimal.New(1, maxDigits)) }

func abs(v int64) int64 { return max(v, -v) }

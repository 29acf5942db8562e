// Package statement reads bank statements: bank, holder and account, the period, balances and the ledger.
package statement

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
)

// Find returns the scalars currency, iban, accountNumber, periodStart, periodEnd, bankName, accountHolder,
// openingBalance and closingBalance and the list transactions, as far as they were found.
func Find(l *link.Linker) *value.Set {
	set := value.New()
	(&finder{l}).statement(set)
	return set
}

type finder struct{ *link.Linker }

// Package statement reads bank statements: bank, holder and account, the period,
// balances and the ledger.
package statement

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
)

// Input is what a statement is read from.
type Input struct{ *link.Linker }

// Find returns the scalars currency, iban, accountNumber, periodStart, periodEnd,
// bankName, accountHolder, openingBalance and closingBalance and the list
// transactions, as far as they were found.
func Find(in Input) *value.Set {
	set := value.New()
	(&finder{in}).statement(set)
	return set
}

type finder struct{ Input }

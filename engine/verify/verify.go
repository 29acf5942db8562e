// Package verify checks what was extracted against itself, and repairs what text
// recognition misread where the checks leave no other choice.
package verify

import (
	"fmt"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/verify/validate"
)

// Names of the checks. Those that values alone decide are package check's.
const (
	Sum         = validate.Sum
	Taxes       = validate.Taxes
	LineItems   = validate.LineItems
	LineAmounts = validate.LineAmounts
	DateOrder   = validate.DateOrder
	IBAN        = validate.IBAN
	TaxID       = validate.TaxID
	Balance     = validate.Balance
	Due         = validate.Due
	TypeMatches = "type_matches" // the type asked for is the type found
	// CodeMatchesPage: amount and account in the QR code are those printed.
	CodeMatchesPage = "code_matches_page"
	// XMLMatchesPage: the page shows the key values of the e-invoice, not others
	// in their stead; see package exact.
	XMLMatchesPage = "xml_matches_page"
	// XMLReadable fails for an embedded e-invoice that cannot be read.
	XMLReadable = "xml_readable"
	// PagesRead fails for pages that take more work than a page may, and were read in
	// part or not at all.
	PagesRead = "pages_read"
)

// Outcome is a check with the paths of the fields that took part in it.
type Outcome = validate.Outcome

// Run makes all checks whose fields were found.
func Run(set *value.Set) []Outcome { return validate.Run(values{set}) }

// Type is the check that a document is of the type that was asked for.
func Type(asked, found result.DocumentType) Outcome {
	return Outcome{Check: result.Check{
		Name: TypeMatches, Passed: asked == found, Detail: fmt.Sprintf("asked for %s, looks like %s", asked, found),
	}}
}

// values are those of a set.
type values struct{ *value.Set }

func (v values) Rows(list string) int { return len(v.Lists[list]) }

func (v values) Member(list string, row int, member string) string {
	return v.Lists[list][row][member].Value
}

func (v values) Counts(list string, row int, member string) string {
	return v.Lists[list][row][member].Counts()
}

// Basis is what a total has besides other sums, or nil; what the set knows else besides its values,
// Counts returns.
func (v values) Basis() *validate.Basis {
	plus := v.Scalars["total"].Plus
	if plus == "" {
		return nil
	}
	return &validate.Basis{Between: plus}
}

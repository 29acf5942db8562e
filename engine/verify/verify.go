// Package verify checks extracted values against each other, and corrects OCR errors if the checks leave no other
// choice.
package verify

import (
	"fmt"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/verify/validate"
)

// Names of the checks. Package validate makes those that need only values.
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
	TypeMatches = "type_matches" // the requested type is the detected one
	// CodeMatchesPage: amount and account in the QR code equal those on the page.
	CodeMatchesPage = "code_matches_page"
	// XMLMatchesPage: the page has the key values of the e-invoice and no others instead; see package einvoicefields.
	XMLMatchesPage = "xml_matches_page"
	// XMLReadable fails if an embedded e-invoice is unreadable.
	XMLReadable = "xml_readable"
	// PagesRead fails if pages exceed the work limit and were read in part or not at all.
	PagesRead = "pages_read"
)

// Outcome is a check with the paths of its fields.
type Outcome = validate.Outcome

// Run makes all checks whose fields are present.
func Run(set *value.Set) []Outcome { return validate.Run(values{set}) }

// Type checks that a document has the requested type.
func Type(asked, found result.DocumentType) Outcome {
	return Outcome{Check: result.Check{
		Name: TypeMatches, Passed: asked == found, Detail: fmt.Sprintf("asked for %s, looks like %s", asked, found),
	}}
}

type values struct{ *value.Set }

func (v values) Rows(list string) int { return len(v.Lists[list]) }

func (v values) Member(list string, row int, member string) string {
	return v.Lists[list][row][member].Value
}

func (v values) Counts(list string, row int, member string) string {
	return v.Lists[list][row][member].Counts()
}

// Basis returns the printed difference between net and total, or nil. The other parts of a basis are in Counts.
func (v values) Basis() *validate.Basis {
	plus := v.Scalars["total"].Plus
	if plus == "" {
		return nil
	}
	return &validate.Basis{Between: plus}
}

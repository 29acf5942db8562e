// Package result defines the output of the engine: typed values, their positions, and the checks.
package result

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema"
)

// DocumentType names a document type.
type DocumentType = schema.DocumentType

// The requested and returned document types; see package schema.
const (
	TypeAuto          = schema.TypeAuto
	TypeInvoice       = schema.TypeInvoice
	TypeCreditNote    = schema.TypeCreditNote
	TypeReceipt       = schema.TypeReceipt
	TypePurchaseOrder = schema.TypePurchaseOrder
	TypeBankStatement = schema.TypeBankStatement
	TypeGeneric       = schema.TypeGeneric
)

// Field is the origin of one plain value of Result.Data.
type Field struct {
	// Value is the normalized value in Data.
	Value string `json:"value"`
	// Raw is the printed text.
	Raw string `json:"raw"`
	// Confidence is the probability that Value is right, between 0 and 1.
	Confidence float64 `json:"confidence"`
	// Page counts from 1; nil if the format has no pages.
	Page *int `json:"page"`
	// Box is [x0, y0, x1, y1] in fractions of the displayed page, origin top left; nil if the value has no position
	// on a page.
	Box    *[4]float64     `json:"box"`
	Source document.Source `json:"source"`
	// Checks names the checks of Result.Checks that include this field.
	Checks []string `json:"checks"`
	// Learned is the origin of a value with the source "learned"; nil for others.
	Learned *Learned `json:"learned,omitempty"`
}

// Learned is the origin of a learned value.
type Learned struct {
	Layout     string `json:"layout"`               // id of the layout
	Document   string `json:"document"`             // document that a person corrected, confirmed or reviewed
	Correction int64  `json:"correction,omitempty"` // id of its newest correction, or 0
}

// Memory is a version of a learned layout.
type Memory struct {
	Layout  string `json:"layout"`
	Version int64  `json:"version"`
}

// Check is one arithmetic or consistency test over the fields.
type Check struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
	// Detail shows the equation, e.g. "100.00 + 19.00 = 119.00".
	Detail string `json:"detail"`
}

// Result is the extraction result of one file.
//
// Data holds plain values: strings, and for `taxes`, `lineItems`, `transactions` … slices of maps of strings. A
// list of scalars from a caller's schema is a slice of strings, a list of objects a slice of maps, an object a map of
// such values. Fields holds the origin of each value under the same paths ("total", "lineItems.0.amount",
// "employer.address.city"). Values that were not found are absent from both.
type Result struct {
	DocumentType DocumentType `json:"documentType"`
	// TypeVersion is the version of a saved type that the engine chose; 0 for other types.
	TypeVersion int              `json:"-"`
	Confidence  float64          `json:"confidence"`
	Data        map[string]any   `json:"data"`
	Fields      map[string]Field `json:"fields"`
	Checks      []Check          `json:"checks"`
	MIMEType    string           `json:"mimeType"`
	Pages       int              `json:"pages"`
	// Memory is the learned layout that was applied, or nil.
	Memory *Memory `json:"memory,omitempty"`
	// Basis is what the checks need besides Data to run again.
	Basis *Basis `json:"-"`
	// Questions are the open fields; nil unless requested, and if nothing is open.
	Questions *Questions `json:"-"`
}

// Basis is the knowledge about a document, besides the values of its record, that checks and the parsing of
// corrections need. The zero Basis is that of an unknown document. All numbers are decimal strings.
type Basis struct {
	// Language is the document's main language (BCP 47), "" if unknown.
	Language string `json:"language,omitempty"`
	// Per is the number of units that a price is for, by path ("lineItems.0.unitPrice": "100"); one if absent.
	Per map[string]string `json:"per,omitempty"`
	// Agreed is the quantity that counts if another was requested, by path.
	Agreed map[string]string `json:"agreed,omitempty"`
	// Plus is the amount that lines add to quantity × unit price (charges less allowances), by row; absent if the
	// document does not state it.
	Plus map[int]string `json:"plus,omitempty"`
	// Items describes how the items add up, or nil if the document does not state it.
	Items *Items `json:"items,omitempty"`
	// Between is the difference between the total and the net amount with its tax: printed amounts without a field,
	// for example a rounding or a withheld tax.
	Between string `json:"between,omitempty"`
	// Rounding is added to the amount to pay.
	Rounding string `json:"rounding,omitempty"`
	// Required are the paths of the fields that the caller's schema requires.
	Required []string `json:"required,omitempty"`
}

// Items describe how line items add up to the subtotal.
type Items struct {
	Apart []int  `json:"apart,omitempty"` // rows that are part of others, or only inform
	Plus  string `json:"plus,omitempty"`  // charges less allowances on the whole document
}

// Questions are the open fields of a document: missing ones and those that fail a check. A language model, for
// example, may answer with words of the document; see engine.Answer. All content comes from the document and is as
// trustworthy as that.
type Questions struct {
	DocumentType DocumentType `json:"documentType"`
	Fields       []Question   `json:"fields"`
	// Candidates are texts on the pages in the form of values, by Question.Form.
	Candidates map[string][]string `json:"candidates"`
	// Pages is the visible text, page by page; long documents are truncated.
	Pages []string `json:"pages"`
	// Document is the parsed document, so that answers need no second parse.
	Document *document.Document `json:"document"`
}

// Question asks for one field. The answer is the text as printed.
type Question struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Form        string `json:"form"` // "text", "money", "date" …
	// Doubted is the printed text of the present value, which fails a check, or "".
	Doubted string `json:"doubted,omitempty"`
	// Values are the allowed values; empty allows any.
	Values []string `json:"values,omitempty"`
	// List asks for any number of texts, or, with Members, of rows of them.
	List    bool       `json:"list,omitempty"`
	Members []Question `json:"members,omitempty"`
}

// Missing lists the key fields of the type and the required custom fields of b that data lacks, without the absent
// ones, which the document is known not to have. It lists all alternatives if none of them is known. b may be nil. The
// list is never nil.
func Missing(kind DocumentType, data json.RawMessage, b *Basis, absent []string) []string {
	missing := []string{}
	groups := schema.Of(kind).Keys()
	if b != nil {
		for _, path := range b.Required {
			groups = append(groups, []string{path})
		}
	}
	var members map[string]json.RawMessage
	if len(groups) == 0 || json.Unmarshal(data, &members) != nil {
		return missing
	}
	known := func(path string) bool { return hasValue(members, path) }
	for _, alternatives := range groups {
		if slices.ContainsFunc(alternatives, known) {
			continue
		}
		for _, path := range alternatives {
			if !slices.Contains(absent, path) && !slices.Contains(missing, path) {
				missing = append(missing, path)
			}
		}
	}
	return missing
}

// hasValue reports whether nested objects have a member at a path of names with dots.
func hasValue(members map[string]json.RawMessage, path string) bool {
	name, rest, nested := strings.Cut(path, ".")
	value := members[name]
	if !nested || value == nil {
		return value != nil
	}
	var inside map[string]json.RawMessage
	return json.Unmarshal(value, &inside) == nil && hasValue(inside, rest)
}

// Confidence is the probability that all key fields of the type are right, computed from that of each, 0 for a
// missing one. Errors are correlated (a wrong layout spoils several fields), so it averages the product, which
// assumes independence, and the weakest field. It is 0 for a type without key fields.
func Confidence(kind DocumentType, probability func(name string) float64) float64 {
	keys := schema.Of(kind).Keys()
	if len(keys) == 0 {
		return 0
	}
	product, weakest := 1.0, 1.0
	for _, alternatives := range keys {
		best := 0.0
		for _, name := range alternatives {
			best = max(best, probability(name))
		}
		product *= best
		weakest = min(weakest, best)
	}
	const digits = 1000
	return math.Round(min(max((product+weakest)/2, 0), 1)*digits) / digits
}

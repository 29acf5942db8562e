// Package result is what the engine gives back: typed values, where each came
// from, and what was checked.
package result

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema"
)

// DocumentType names a document type.
type DocumentType = schema.DocumentType

// The document types that can be asked for and found; see package schema.
const (
	TypeAuto          = schema.TypeAuto
	TypeInvoice       = schema.TypeInvoice
	TypeCreditNote    = schema.TypeCreditNote
	TypeReceipt       = schema.TypeReceipt
	TypePurchaseOrder = schema.TypePurchaseOrder
	TypeBankStatement = schema.TypeBankStatement
	TypeGeneric       = schema.TypeGeneric
)

// Field tells where one plain value of Result.Data came from.
type Field struct {
	// Value is the normalised value as it stands in Data.
	Value string `json:"value"`
	// Raw is what the page shows.
	Raw string `json:"raw"`
	// Confidence is the probability that Value is right, between 0 and 1.
	Confidence float64 `json:"confidence"`
	// Page counts from 1; nil where the format has no pages.
	Page *int `json:"page"`
	// Box is [x0, y0, x1, y1] in fractions of the displayed page, origin top
	// left; nil where the value has no place on a page.
	Box    *[4]float64     `json:"box"`
	Source document.Source `json:"source"`
	// Checks names the checks of Result.Checks that this field took part in.
	Checks []string `json:"checks"`
	// Learned says what taught the engine the value, of those with the source
	// "learned"; nil of all others.
	Learned *Learned `json:"learned,omitempty"`
}

// Learned is what a value was learned from.
type Learned struct {
	Layout     string `json:"layout"`               // id of the layout
	Document   string `json:"document"`             // that a person corrected, confirmed or reviewed
	Correction int64  `json:"correction,omitempty"` // id of the newest correction of it, 0 for none
}

// Memory is a version of a layout that was learned.
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

// Result is what the engine found in one file.
//
// Data holds plain values (strings, and for `taxes`, `lineItems`,
// `transactions` … slices of maps of strings; a caller's own list of scalars is
// a slice of strings). Fields holds, under the same
// paths ("total", "lineItems.0.amount"), where each value came from. What was
// not found is absent from both.
type Result struct {
	DocumentType DocumentType     `json:"documentType"`
	Confidence   float64          `json:"confidence"`
	Data         map[string]any   `json:"data"`
	Fields       map[string]Field `json:"fields"`
	Checks       []Check          `json:"checks"`
	MIMEType     string           `json:"mimeType"`
	Pages        int              `json:"pages"`
	// Memory is the layout that the document was read by; nil for none.
	Memory *Memory `json:"memory,omitempty"`
	// Basis is what package check needs besides Data to make the checks again.
	Basis *Basis `json:"-"`
	// Questions are what the document left open; nil unless asked for, and
	// where nothing is open.
	Questions *Questions `json:"-"`
}

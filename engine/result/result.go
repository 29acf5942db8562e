// Package result defines the output of the engine: typed values, their positions, and the checks.
package result

import (
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
// list of scalars from a caller's schema is a slice of strings. Fields holds the origin of each value under the
// same paths ("total", "lineItems.0.amount"). Values that were not found are absent from both.
type Result struct {
	DocumentType DocumentType     `json:"documentType"`
	Confidence   float64          `json:"confidence"`
	Data         map[string]any   `json:"data"`
	Fields       map[string]Field `json:"fields"`
	Checks       []Check          `json:"checks"`
	MIMEType     string           `json:"mimeType"`
	Pages        int              `json:"pages"`
	// Memory is the learned layout that was applied, or nil.
	Memory *Memory `json:"memory,omitempty"`
	// Basis is what the checks need besides Data to run again.
	Basis *Basis `json:"-"`
	// Questions are the open fields; nil unless requested, and if nothing is open.
	Questions *Questions `json:"-"`
}

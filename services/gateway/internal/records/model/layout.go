package model

import (
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
)

// LayoutSummary is a learned layout as lists show it.
type LayoutSummary struct {
	ID      string `json:"id"`      // "layout_<uuid>"
	Vendor  string `json:"vendor"`  // "" unknown
	Enabled bool   `json:"enabled"` // else it is taught, but documents are not read by it
	// Documents counts the examples; at most template.MaxExamples of them are used.
	Documents int           `json:"documents"`
	Version   int64         `json:"version"`
	ChangedAt contract.Time `json:"changedAt"` // taught or switched
	UsedAt    contract.Time `json:"usedAt"`    // last looked at for a document, to the hour
}

// Layout is what an account's documents of one layout have taught: its effects, its success rate, and the
// documents.
type Layout struct {
	LayoutSummary
	Fields   []template.Reliability `json:"fields"`  // by name
	Columns  []template.Reliability `json:"columns"` // of line items, by member, left to right
	Examples []ExampleOfDocument    `json:"lessons"` // the newest first
}

// ExampleOfDocument is the example of one document for a layout.
type ExampleOfDocument struct {
	Document   string        `json:"document"`             // "ext_<uuid>"
	Correction int64         `json:"correction,omitempty"` // id of the newest correction, 0 for none
	At         contract.Time `json:"at"`
}

// LayoutPage is a part of a list of layouts.
type LayoutPage struct {
	Layouts    []LayoutSummary
	NextCursor string // "" on the last page
}

package result

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
}

// Items describe how line items add up to the subtotal.
type Items struct {
	Apart []int  `json:"apart,omitempty"` // rows that are part of others, or only inform
	Plus  string `json:"plus,omitempty"`  // charges less allowances on the whole document
}

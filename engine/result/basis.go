package result

// Basis is what is known of a document besides the values of its record, and
// what checks and the reading of corrections need. The zero Basis is that of a
// document of which nothing more is known. All numbers are decimal strings.
type Basis struct {
	// Language is the document's main language (BCP 47), "" where it is not
	// known.
	Language string `json:"language,omitempty"`
	// Per is the number of units that a price is for, by path
	// ("lineItems.0.unitPrice": "100"); one where it is absent.
	Per map[string]string `json:"per,omitempty"`
	// Agreed is the quantity that counts where another was asked for, by path.
	Agreed map[string]string `json:"agreed,omitempty"`
	// Plus is what lines add to quantity × unit price (charges less
	// allowances), by row; absent where the document does not state it.
	Plus map[int]string `json:"plus,omitempty"`
	// Items is how the items add up, where the document states that; nil where
	// it does not.
	Items *Items `json:"items,omitempty"`
	// Between stands between the total and the net amount with its tax: what the document
	// prints there and no field holds, a rounding or a tax that is withheld.
	Between string `json:"between,omitempty"`
	// Rounding is added to what is to be paid.
	Rounding string `json:"rounding,omitempty"`
}

// Items say how line items add up to the subtotal.
type Items struct {
	Apart []int  `json:"apart,omitempty"` // rows that are part of others, or only inform
	Plus  string `json:"plus,omitempty"`  // charges less allowances on the whole document
}

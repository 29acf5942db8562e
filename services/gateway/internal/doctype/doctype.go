// Package doctype is the table of document types: what the data of each may
// hold, in which order and in which form. What clients are told of the types,
// the columns of exports and the check of corrections all come from it.
package doctype

// Kind is the form of a value.
type Kind string

// Kinds. All values but those of Integer and Array are JSON strings.
const (
	String   Kind = "string"
	Money    Kind = "money"    // decimal, with the minor digits of the currency or more: "1234.50"
	Decimal  Kind = "decimal"  // decimal without trailing zeros: "2.5"
	Percent  Kind = "percent"  // as Decimal: "19"
	Date     Kind = "date"     // ISO 8601: "2026-10-01"
	Time     Kind = "time"     // ISO 8601: "18:05" or "18:05:59"
	Currency Kind = "currency" // ISO 4217: "EUR"
	Integer  Kind = "integer"
	// Array holds objects of the field's Fields or, where it has none, rows:
	// arrays of strings.
	Array Kind = "array"
)

// Type is a document type.
type Type struct {
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Fields      []Field `json:"fields"`
}

// Field is a member of a type's data, or of the elements of an array.
type Field struct {
	Name        string  `json:"name"`
	Kind        Kind    `json:"type"`
	Description string  `json:"description"`
	Fields      []Field `json:"fields,omitempty"` // of an array's elements
}

// All gives every type that may be asked for, in the order of messages. The
// first, "auto", has no fields.
func All() []Type {
	return []Type{
		{"auto", "The service finds the type.", []Field{}},
		{"invoice", "A request for payment.", invoiceFields()},
		{"credit_note", "A correction of an invoice in the customer's favour.", invoiceFields()},
		{"receipt", "Proof of a payment made.", receiptFields()},
		{"purchase_order", "An order, a change of an order, or the answer to one.", orderFields()},
		{"bank_statement", "The movements of an account over a period.", statementFields()},
		{Generic, "Any other document.", genericFields()},
	}
}

// Generic is the type of documents that are of no other type; its field Text is
// the whole document and left out of lists.
const (
	Generic = "generic"
	Text    = "text"
)

// Fields gives the fields of a type, none of one that is not known.
func Fields(name string) []Field {
	for _, t := range All() {
		if t.Name == name {
			return t.Fields
		}
	}
	return nil
}

// Find gives the field of a name.
func Find(fields []Field, name string) (Field, bool) {
	for _, f := range fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Scalars gives the fields of all types that are no arrays, in the order of
// All, each name once, without the whole text of generic documents. A name has
// the same kind in every type.
func Scalars() []Field {
	var scalars []Field
	for _, t := range All() {
		for _, f := range t.Fields {
			_, known := Find(scalars, f.Name)
			if !known && f.Kind != Array && (t.Name != Generic || f.Name != Text) {
				scalars = append(scalars, f)
			}
		}
	}
	return scalars
}

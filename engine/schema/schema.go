// Package schema describes what the engine extracts: the document types, the
// fields of each, and what holds of a field wherever it is used. It is the one
// place from which come the list of document types that clients read, the
// columns of exports, the check of corrections, the questions to a language
// model, the comparison of values in evaluation, the numbers under which trained
// models know a field, the summaries of a document, and what QR codes and the XML of
// e-invoices tell besides the page.
//
// It uses the standard library alone, so that services may import it. What it
// returns is shared: callers read it and change nothing.
//
// A field is described in two places here: names.go says once what holds of its
// name in every type (form, number for models, group of calibration), and sources.go
// whether codes and XML tell it; types.go lists the fields of each type in the order in
// which people are shown them.
// The recipes for a new field and a new document type are in CONTRIBUTING.md.
package schema

import (
	"slices"
	"strings"
)

// DocumentType names a document type, as records and requests spell it.
type DocumentType string

// The document types. TypeAuto can only be asked for: the engine then
// classifies. TypeGeneric is the type of documents that are of no other.
const (
	TypeAuto          DocumentType = "auto"
	TypeInvoice       DocumentType = "invoice"
	TypeCreditNote    DocumentType = "credit_note"
	TypeReceipt       DocumentType = "receipt"
	TypePurchaseOrder DocumentType = "purchase_order"
	TypeBankStatement DocumentType = "bank_statement"
	TypeGeneric       DocumentType = "generic"
)

// WholeText is the field of generic documents that holds the whole text. Lists,
// events and exports leave it out.
const WholeText = "text"

// NoModelID is the model ID of what trained models do not tell from the rest.
const NoModelID = -1

// Type is a document type.
type Type struct {
	Name        DocumentType
	Description string // an English sentence
	// ModelID is the number under which the models of links and of calibration
	// know the type, TitleID the one under which the classifier knows the type
	// that a title names. Both are frozen: trained files refer to them.
	ModelID, TitleID int
	// Codes says that documents of the type may carry QR codes for payment or tax.
	Codes  bool
	Fields []Field // in the order in which they are shown
}

// Field is a member of a type's data, or of the rows of a list.
type Field struct {
	Name        string // "total"; of a member "amount"
	Path        string // "total"; of a member "lineItems.amount"
	Description string // an English sentence
	Form        Form
	// Members are those of the rows of a list (FormList). A list without any
	// holds rows of texts.
	Members []Field
	// Question is how a language model is asked for the field where it is not
	// found; "" where it is not asked for. Expected says that documents of the
	// type have the field, so that a missing one is worth asking.
	Question string
	Expected bool
	// Untrained says that the models have not met the field in documents of the
	// type: it does not count among what they are told of a document, so that a
	// new field leaves the confidence of all others as it is.
	Untrained bool
	// Key is set of the fields that must all be right for a record to be right.
	// Of several with the same word one is enough; "" for all other fields.
	Key string
	// Core says that a row of a list is only right where the member is.
	Core bool
	// Summary is the role of the field where a document is told in few words.
	Summary Summary
	// InCodes says that QR codes for payment and tax may tell the field, of types that
	// carry such; InXML that a page must not differ in it from the XML of its e-invoice.
	InCodes, InXML bool
	// Comparison is how evaluation holds a value against the true one.
	Comparison Comparison
	// Group names the calibration curve that the field shares with others.
	Group Group
	// ModelID is the number under which trained models know the field, NoModelID
	// where they do not. It never changes, and none is used twice.
	ModelID int
}

// IsList reports whether the field holds rows.
func (f Field) IsList() bool { return f.Form == FormList }

// Notation returns how records write the field's values.
func (f Field) Notation() Notation { return f.Form.Notation() }

// Member returns the member of a list's rows of that name.
func (f Field) Member(name string) (Field, bool) { return find(f.Members, name) }

// Has reports whether the type's data may have a field of that name.
func (t Type) Has(name string) bool {
	_, ok := t.Field(name)
	return ok
}

// Field returns the field of that name.
func (t Type) Field(name string) (Field, bool) { return find(t.Fields, name) }

// Trained reports whether a field counts among those that models were trained to
// find in documents of the type: all but those that are Untrained.
func (t Type) Trained(name string) bool {
	f, _ := t.Field(name)
	return !f.Untrained
}

// Keys returns the names of the key fields, in the order of the type's fields:
// of alternatives in one entry one is enough. It is nil of types without any.
func (t Type) Keys() [][]string {
	var keys [][]string
	at := map[string]int{}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Key == "" {
			continue
		}
		n, known := at[f.Key]
		if !known {
			n = len(keys)
			at[f.Key] = n
			keys = append(keys, nil)
		}
		keys[n] = append(keys[n], f.Name)
	}
	return keys
}

// Summary is what a field tells of a document in lists and tables.
type Summary string

// The roles. Where a type has several fields of a role, the first that a
// document has is shown.
const (
	SummaryNumber   Summary = "number"
	SummaryDate     Summary = "date"
	SummaryName     Summary = "name"
	SummaryAmount   Summary = "amount"
	SummaryCurrency Summary = "currency" // of the amount
)

// Summarise returns the value of a role: that of the first field of the role
// for which value returns one, or "". After the type's own fields come those of
// the other types: callers' own schemas ask for them under the same names.
func (t Type) Summarise(role Summary, value func(name string) string) string {
	if text := summarise(t.Fields, role, value); text != "" {
		return text
	}
	return summarise(described().scalars, role, value)
}

func summarise(fields []Field, role Summary, value func(name string) string) string {
	for i := range fields {
		if fields[i].Summary != role {
			continue
		}
		if text := value(fields[i].Name); text != "" {
			return text
		}
	}
	return ""
}

// All returns every type that may be asked for, TypeAuto first, which has no
// fields, in the order in which messages list them.
func All() []Type { return described().types }

// Of returns the type of that name. One that is not known has no fields and no
// numbers.
func Of(name DocumentType) Type {
	for _, t := range described().types {
		if t.Name == name {
			return t
		}
	}
	return Type{Name: name, ModelID: NoModelID}
}

// Find returns what holds of a field in every type, by its path without indices
// ("total", "lineItems.amount"): form, comparison, group and model ID, and
// nothing else. A path that no type has is of the group GroupOther and has
// NoModelID, as have the fields of callers' own schemas.
func Find(path string) (Field, bool) {
	f, ok := described().byPath[path]
	if !ok {
		return Field{Path: path, Name: lastStep(path), Group: GroupOther, ModelID: NoModelID}, false
	}
	return f, true
}

// ByName is Find for the last step of a path ("amount"). Members of the same
// name have the same form and comparison in all lists; their model IDs differ,
// so that the result has none.
func ByName(name string) (Field, bool) {
	f, ok := described().byName[name]
	return f, ok
}

// Scalars returns the fields of all types that are no lists, in the order of
// All, each name once, as the first type that has it describes it, without
// WholeText.
func Scalars() []Field { return described().scalars }

func find(fields []Field, name string) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

func lastStep(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

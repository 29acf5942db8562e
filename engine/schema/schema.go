// Package schema describes the document types and their fields. It is the single source for the list of document
// types for clients, the columns of exports, the validation of corrections, the questions to a language model, the
// comparison of values in evaluation, the summaries of a document, and the
// fields that QR codes and the XML of e-invoices give besides the page.
//
// It uses the standard library alone, so that services may import it. Its results are shared and must not be
// changed.
//
// A field is described in three places: names.go has the properties of its name in every type (form,
// calibration group), sources.go whether codes and XML give it, and types.go lists the fields of each type in
// display order. CONTRIBUTING.md has the recipes for a new field and a new document type.
package schema

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/schema/custom"
)

// DocumentType names a document type in records and requests.
type DocumentType string

// WholeText is the field of generic documents that holds the whole text.
const WholeText = "text"

// Tables is the field of all types with the tables of the document as printed.
const Tables = "tables"

// Barcodes is the field of generic documents that holds their barcodes.
const Barcodes = "barcodes"

// Type is a document type.
type Type struct {
	Name        DocumentType
	Description string // an English sentence
	Traits
	Fields []Field // in display order
	// Schema finds the fields of a type that a file describes, and Titles name it on its documents; nil for others.
	Schema *custom.Schema
	Titles []string
}

// Family names the readers that find the fields of a type.
type Family int

// The families.
const (
	FamilyOther     Family = iota // a title, pairs of label and value, tables
	FamilyTrade                   // a vendor, a customer and a table of items
	FamilyReceipt                 // a shop and lines with prices
	FamilyStatement               // an account and its movements
)

// Traits are the properties of a type on which rules depend. The zero value is that of documents of no other type.
type Traits struct {
	Family Family
	// Number is the field with the document's own number, or "".
	Number string
	// FromCustomer is set if the customer sends the document, as with an order. Others come from the vendor.
	FromCustomer bool
	// IsBill is set if the document states what the customer owes or gets back.
	IsBill bool
	// HasDueDate is set if the customer has to pay by a day, which may be counted from the terms of payment.
	HasDueDate bool
	// HasCodes is set if the document may carry QR codes for payment or tax.
	HasCodes bool
	// NumberByTitle is set if title words announce the document's own number, because no label does.
	NumberByTitle bool
}

// IsSaved reports whether the type is one that a caller saved: all of its fields are those of the caller's schema.
func (t Type) IsSaved() bool { return t.Fields == nil }

// HasOnlySchema reports whether a schema, of the caller or of the type's file, finds all fields.
func (t Type) HasOnlySchema() bool { return t.IsSaved() || t.Schema != nil && t.Family == FamilyOther }

// IsTrade reports whether the document lists items between a vendor and a customer.
func (t Type) IsTrade() bool { return t.Family == FamilyTrade }

// HasSums reports whether documents of the type state a sum: a total or a balance.
func (t Type) HasSums() bool { return t.Has("total") || t.Has("closingBalance") }

// HasPrices reports whether the items of the type have amounts.
func (t Type) HasPrices() bool {
	items, _ := t.Field("lineItems")
	_, has := items.Member("amount")
	return has
}

// Field is a member of a type's data, or of the rows of a list.
type Field struct {
	Name        string // "total"; of a member "amount"
	Path        string // "total"; of a member "lineItems.amount"
	Description string // an English sentence
	Form        Form
	// Members are those of the rows of a list (FormList). A list without members holds rows of texts.
	Members []Field
	// Question is the question to a language model if the field is missing; "" for no question. Expected reports
	// whether documents of the type have the field, so that a missing one is worth a question.
	Question string
	Expected bool
	// Untrained marks a field without training data in the type. Models do not count it, so a new field does not
	// change the confidence of others.
	Untrained bool
	// Key is set for the fields that must all be right for a record to be right. Of several with the same word one
	// is enough. It is "" for other fields.
	Key string
	// OnlyInRecord marks a field that lists, events and exports omit, because it is long.
	OnlyInRecord bool
	// Core marks a member that must be right for its row to be right.
	Core bool
	// Summary is the field's role in one-line summaries.
	Summary Summary
	// InCodes reports whether QR codes for payment and tax may give the field, in types with such codes. InXML
	// reports whether the page must agree in it with the XML of its e-invoice.
	InCodes, InXML bool
	// Comparison is the method to compare an extracted value with the true one.
	Comparison Comparison
	// Group names the calibration curve that the field shares with others.
	Group Group
}

// IsList reports whether the field holds rows.
func (f Field) IsList() bool { return f.Form == FormList }

// Notation returns the format of the field's values in records.
func (f Field) Notation() Notation { return f.Form.Notation() }

// Member returns the member of a list's rows with a name.
func (f Field) Member(name string) (Field, bool) { return find(f.Members, name) }

// Has reports whether the type has a field with a name.
func (t Type) Has(name string) bool {
	_, ok := t.Field(name)
	return ok
}

// Field returns the field with a name.
func (t Type) Field(name string) (Field, bool) { return find(t.Fields, name) }

// Trained reports whether models were trained on a field in documents of the type: all but those marked Untrained.
func (t Type) Trained(name string) bool {
	f, _ := t.Field(name)
	return !f.Untrained
}

// CountScalars counts the trained fields that are not lists.
func (t Type) CountScalars() int {
	n := 0
	for i := range t.Fields {
		if f := &t.Fields[i]; !f.IsList() && !f.Untrained {
			n++
		}
	}
	return n
}

// MostSimilar returns the type of the same family, among the named ones, that shares the most fields with t.
func (t Type) MostSimilar(names []string) (Type, bool) {
	var best Type
	most := 0
	for _, name := range names {
		other, shared := Of(DocumentType(name)), 0
		for i := range t.Fields {
			if other.Has(t.Fields[i].Name) {
				shared++
			}
		}
		if other.Family == t.Family && shared > most {
			best, most = other, shared
		}
	}
	return best, most > 0
}

// Keys returns the names of the key fields, in the order of the type's fields. Of the alternatives in one entry one
// is enough. It is nil for types without key fields.
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

// Summary is the role of a field in lists and tables of documents.
type Summary string

// The roles. If a type has several fields of a role, the first that a document has is shown.
const (
	SummaryNumber   Summary = "number"
	SummaryDate     Summary = "date"
	SummaryName     Summary = "name"
	SummaryAmount   Summary = "amount"
	SummaryCurrency Summary = "currency" // of the amount
)

// Summarize returns the value of a role: that of the first field of the role for which value returns one, or "".
// After the type's fields it tries those of the other types, because custom schemas may use the same names.
func (t Type) Summarize(role Summary, value func(name string) string) string {
	if text := summarize(t.Fields, role, value); text != "" {
		return text
	}
	return summarize(described().scalars, role, value)
}

func summarize(fields []Field, role Summary, value func(name string) string) string {
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

// All returns every type without a file, in the order for messages. TypeAuto, which has no fields, is first.
func All() []Type { return described().types }

// TypeNames returns the names of all types but TypeAuto.
func TypeNames() []string {
	var list []string
	for _, t := range All() {
		if t.Name != TypeAuto {
			list = append(list, string(t.Name))
		}
	}
	return list
}

// Paths returns the paths of all fields and members, without indices. Similar fields are neighbors.
func Paths() []string {
	all := names()
	list := make([]string, len(all))
	for i := range all {
		list[i] = all[i].path
	}
	return list
}

// Of returns the type with a name. An unknown type has no fields.
func Of(name DocumentType) Type {
	t, ok := named(All(), name)
	if !ok {
		t, _ = named(FileTypes(), name)
	}
	t.Name = name
	return t
}

func named(types []Type, name DocumentType) (Type, bool) {
	i := slices.IndexFunc(types, func(t Type) bool { return t.Name == name })
	if i < 0 {
		return Type{}, false
	}
	return types[i], true
}

// Find returns the properties of a field in every type, by its path without indices ("total", "lineItems.amount"):
// form, comparison and group, and nothing else. An unknown path, such as that of a custom field, has GroupOther.
func Find(path string) (Field, bool) {
	f, ok := described().byPath[path]
	if !ok {
		return Field{Path: path, Name: lastStep(path), Group: GroupOther}, false
	}
	return f, true
}

// ByName is Find for the last step of a path ("amount"). Members with the same name have the same form and
// comparison in all lists.
func ByName(name string) (Field, bool) {
	f, ok := described().byName[name]
	return f, ok
}

// Scalars returns the non-list fields of all types in the order of All, except WholeText. Each name is returned
// once, as described by the first type that has it.
func Scalars() []Field { return described().scalars }

func find(fields []Field, name string) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

func lastStep(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

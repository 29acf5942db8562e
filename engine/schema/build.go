package schema

import (
	"slices"
	"sync"
)

type typeEntry struct {
	name        DocumentType
	description string
	traits      Traits
	fields      []entry
}

// entry is a field of a type.
type entry struct {
	name, description string
	members           []entry
	say               []option
}

// option is a property of a field in a type.
type option func(*Field)

func field(name, description string, say ...option) entry {
	return entry{name: name, description: description, say: say}
}

func list(name, description string, members []entry, say ...option) entry {
	return entry{name: name, description: description, members: members, say: say}
}

// asked sets the question to a language model.
func asked(question string) option { return func(f *Field) { f.Question = question } }

// expected is asked for a field that documents of the type have.
func expected(question string) option {
	return func(f *Field) { f.Question, f.Expected = question, true }
}

// key makes the field a key field. Of the fields with the same word one is enough.
func key(word string) option { return func(f *Field) { f.Key = word } }

// untrained marks a field without training data in the type. Remove the mark with the next training.
func untrained(f *Field) { f.Untrained = true }

// core marks a member that must be right for its row to be right.
func core(f *Field) { f.Core = true }

// onlyInRecord omits the field from lists, events and exports.
func onlyInRecord(f *Field) { f.OnlyInRecord = true }

func summary(role Summary) option { return func(f *Field) { f.Summary = role } }

// index is the complete description, built once because it is queried for each value.
type index struct {
	types          []Type
	byPath, byName map[string]Field
	scalars        []Field
}

//nolint:gochecknoglobals // made once, never changed
var described = sync.OnceValue(func() *index {
	x := &index{byPath: map[string]Field{}, byName: map[string]Field{}}
	for _, n := range names() {
		f := n.shared()
		x.byPath[f.Path] = f
		f.Path, f.Group = f.Name, ""
		x.byName[f.Name] = f
	}
	for _, e := range allTypes() {
		if len(e.fields) > 0 && !slices.ContainsFunc(e.fields, func(f entry) bool { return f.name == Tables }) {
			e.fields = append(e.fields, printedTables())
		}
		x.types = append(x.types, Type{
			Name: e.name, Description: e.description, Traits: e.traits,
			Fields: x.fields("", e.fields),
		})
	}
	x.scalars = x.distinctScalars()
	return x
})

// fields joins entries with the definitions of their names. Prefix is the path of their list with a point.
func (x *index) fields(prefix string, entries []entry) []Field {
	fields := make([]Field, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		f := x.byPath[prefix+e.name]
		f.Description = e.description
		for _, say := range e.say {
			say(&f)
		}
		if e.members != nil {
			f.Members = x.fields(f.Path+".", e.members)
		}
		fields = append(fields, f)
	}
	return fields
}

func (x *index) distinctScalars() []Field {
	var scalars []Field
	for _, typ := range x.types {
		for i := range typ.Fields {
			f := &typ.Fields[i]
			_, known := find(scalars, f.Name)
			if !known && !f.IsList() && f.Name != WholeText {
				scalars = append(scalars, *f)
			}
		}
	}
	return scalars
}

// Sources besides the page: QR codes for payment and tax, and the XML of e-invoices. The lists are in processing
// order, because a value affects later ones: the currency precedes amounts, and the total precedes the tax.

// codeNames lists the fields that codes may give.
func codeNames() []string {
	return []string{
		"iban", "bic", "currency", "total", "taxTotal", "paymentReference", "vendorName", "vendorAddress", "vendorTaxId",
		"customerName", "customerAddress", "customerId", "invoiceNumber", "issueDate", "dueDate",
		"servicePeriodStart", "servicePeriodEnd", "date", "time",
	}
}

// xmlNames lists the fields in which a page must agree with its XML. Names and addresses vary too much.
func xmlNames() []string {
	return []string{
		"invoiceNumber", "purchaseOrderNumber", "issueDate", "dueDate", "currency", "subtotal", "taxTotal", "total",
		"amountDue", "iban",
	}
}

// CodeFields returns the fields of the type that QR codes for payment and tax may give, in processing order. It
// returns none for types without such codes.
func (t Type) CodeFields() []Field {
	if !t.HasCodes {
		return nil
	}
	return fieldsNamed(codeNames(), t.Fields)
}

// XMLFields returns the fields in which a page must agree with the XML of its e-invoice, in the order of
// comparison.
func XMLFields() []Field { return fieldsNamed(xmlNames(), Scalars()) }

// fieldsNamed returns the fields with the given names, in the same order.
func fieldsNamed(names []string, fields []Field) []Field {
	var out []Field
	for _, name := range names {
		if f, ok := find(fields, name); ok {
			out = append(out, f)
		}
	}
	return out
}

// source sets the sources of a field besides the page.
func (f *Field) source() {
	f.InCodes, f.InXML = slices.Contains(codeNames(), f.Path), slices.Contains(xmlNames(), f.Path)
}

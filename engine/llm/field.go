package llm

import (
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
)

// kind is the form of a value, as the model's prompt names it.
type kind string

const (
	kindText     = kind(schema.FormText)
	kindCode     = kind(schema.FormIdentifier)
	kindMoney    = kind(schema.FormMoney)
	kindQuantity = kind(schema.FormQuantity)
	kindPercent  = kind(schema.FormRate)
	kindDate     = kind(schema.FormDate)
	kindTime     = kind(schema.FormTime)
	kindCurrency = kind(schema.FormCurrency)
	kindIBAN     = kind(schema.FormIBAN)
	kindBIC      = kind(schema.FormBIC)
	kindTaxID    = kind(schema.FormTaxID)
	kindAddress  = kind(schema.FormAddress)
	kindMail     = kind(schema.FormEmail)
	kindPhone    = kind(schema.FormPhone)
	// Only for custom fields.
	kindNumber  kind = "number"
	kindBoolean kind = "yes or no"
)

// kindOf returns the kind of a form; forms without a recognizer are text.
func kindOf(form schema.Form) kind {
	switch form {
	case schema.FormName, schema.FormWebsite, schema.FormLanguage, schema.FormCount:
		return kindText
	case schema.FormList:
		return ""
	default:
		return kind(form)
	}
}

type field struct {
	name, description string
	kind              kind
	expected          bool             // documents of the type usually have it
	property          *custom.Property // of a custom field
	list              bool
	members           []field // of a list's rows
}

func (f *field) question() result.Question {
	q := result.Question{Name: f.name, Description: f.description, Form: string(f.kind), List: f.list}
	if f.property != nil {
		q.Values = f.property.Enum
	}
	for i := range f.members {
		q.Members = append(q.Members, f.members[i].question())
	}
	return q
}

func fieldsOf(kind result.DocumentType) []field { return askable(schema.Of(kind).Fields) }

func askable(described []schema.Field) []field {
	var all []field
	for i := range described {
		f := &described[i]
		if f.Question == "" {
			continue
		}
		all = append(all, field{
			name: f.Name, description: f.Question, kind: kindOf(f.Form), expected: f.Expected, list: f.IsList(),
			members: askable(f.Members),
		})
	}
	return all
}

func customFields(schema *custom.Schema) []field {
	all := make([]field, len(schema.Properties))
	for i := range schema.Properties {
		all[i] = customField(&schema.Properties[i])
	}
	return all
}

func customField(p *custom.Property) field {
	f := field{name: p.Name, description: describe(p), kind: customKind(p), property: p}
	switch {
	case p.Members != nil:
		f.list, f.kind, f.property = true, "", nil
		for i := range p.Members {
			f.members = append(f.members, customField(&p.Members[i]))
		}
	case p.Item != nil:
		f.list, f.kind, f.property = true, customKind(p.Item), p.Item
	}
	return f
}

// describe joins the caller's title and description. They are short: a schema has at most 64 KiB.
func describe(p *custom.Property) string {
	return strings.Trim(p.Title+": "+p.Description, ": ")
}

func customKind(p *custom.Property) kind {
	switch {
	case p.Type == custom.TypeNumber, p.Type == custom.TypeInteger:
		return kindNumber
	case p.Type == custom.TypeBoolean:
		return kindBoolean
	case p.Format == custom.FormatDate:
		return kindDate
	case p.Format == custom.FormatTime:
		return kindTime
	}
	return kindText
}

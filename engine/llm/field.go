package llm

import (
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
)

// valueType is the form of a value, as the model's prompt names it.
type valueType string

const (
	typeText     = valueType(schema.FormText)
	typeCode     = valueType(schema.FormIdentifier)
	typeMoney    = valueType(schema.FormMoney)
	typeQuantity = valueType(schema.FormQuantity)
	typePercent  = valueType(schema.FormRate)
	typeDate     = valueType(schema.FormDate)
	typeTime     = valueType(schema.FormTime)
	typeCurrency = valueType(schema.FormCurrency)
	typeIBAN     = valueType(schema.FormIBAN)
	typeBIC      = valueType(schema.FormBIC)
	typeTaxID    = valueType(schema.FormTaxID)
	typeAddress  = valueType(schema.FormAddress)
	typeMail     = valueType(schema.FormEmail)
	typePhone    = valueType(schema.FormPhone)
	// Only for custom fields.
	typeNumber  valueType = "number"
	typeBoolean valueType = "yes or no"
)

// typeOf returns the kind of a form; forms without a recognizer are text.
func typeOf(form schema.Form) valueType {
	switch form {
	case schema.FormName, schema.FormWebsite, schema.FormLanguage, schema.FormCount:
		return typeText
	case schema.FormList:
		return ""
	default:
		return valueType(form)
	}
}

type field struct {
	name, description string
	valueType         valueType
	expected          bool             // documents of the type usually have it
	property          *custom.Property // of a custom field
	list              bool
	members           []field // of a list's rows
}

func (f *field) question() result.Question {
	q := result.Question{Name: f.name, Description: f.description, Form: string(f.valueType), List: f.list}
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
			name: f.Name, description: f.Question, valueType: typeOf(f.Form), expected: f.Expected, list: f.IsList(),
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
	f := field{name: p.Name, description: describe(p), valueType: customType(p), property: p}
	switch {
	case p.Members != nil:
		f.list, f.valueType, f.property = true, "", nil
		for i := range p.Members {
			f.members = append(f.members, customField(&p.Members[i]))
		}
	case p.Item != nil:
		f.list, f.valueType, f.property = true, customType(p.Item), p.Item
	}
	return f
}

// describe joins the caller's title and description. They are short: a schema has at most 64 KiB.
func describe(p *custom.Property) string {
	return strings.Trim(p.Title+": "+p.Description, ": ")
}

func customType(p *custom.Property) valueType {
	switch {
	case p.Type == custom.TypeNumber, p.Type == custom.TypeInteger:
		return typeNumber
	case p.Type == custom.TypeBoolean:
		return typeBoolean
	case p.Format == custom.FormatDate:
		return typeDate
	case p.Format == custom.FormatTime:
		return typeTime
	}
	return typeText
}

package table

import (
	"encoding/json"
	"strings"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
)

// OwnFields returns the fields of a caller's schema. The names of fields in nested objects are paths with dots.
func OwnFields(properties []custom.Property) []schema.Field {
	fields := make([]schema.Field, len(properties))
	for i := range properties {
		p := &properties[i]
		f := schema.Field{Name: p.Name, Path: p.Name, Description: p.Description, Form: schema.FormText}
		switch {
		case p.Type == custom.TypeArray:
			f.Form, f.Members = schema.FormList, OwnFields(p.Members)
		case p.Type == custom.TypeNumber:
			f.Form = schema.FormQuantity
		case p.Type == custom.TypeInteger:
			f.Form = schema.FormCount
		case p.Format == custom.FormatDate:
			f.Form = schema.FormDate
		case p.Format == custom.FormatTime:
			f.Form = schema.FormTime
		}
		fields[i] = f
	}
	return fields
}

// scalarsOf returns the single values among a caller's fields, or those of all document types if there are none.
func scalarsOf(own []schema.Field) (scalars []schema.Field) {
	if len(own) == 0 {
		return schema.Scalars()
	}
	for _, f := range own {
		if !f.IsList() {
			scalars = append(scalars, f)
		}
	}
	return scalars
}

// valueAt returns the value at a path of names with dots, or nil.
func valueAt(data map[string]json.RawMessage, path string) json.RawMessage {
	name, rest, nested := strings.Cut(path, ".")
	if !nested {
		return data[name]
	}
	var inside map[string]json.RawMessage
	if json.Unmarshal(data[name], &inside) != nil {
		return nil
	}
	return valueAt(inside, rest)
}

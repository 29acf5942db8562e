// Package custom parses the JSON Schema of a caller's custom fields and defines the form of their values.
//
// It uses only the standard library, so that a service that only validates schemas does not link the engine.
package custom

import (
	"strconv"
	"strings"
)

// Limits of a schema.
const (
	MaxSchemaBytes = 64 << 10
	MaxProperties  = 100 // including those of array items
	MaxNameLength  = 64
)

// Type is a property's JSON type.
type Type string

// The types of properties.
const (
	TypeString  Type = "string"
	TypeNumber  Type = "number"
	TypeInteger Type = "integer"
	TypeBoolean Type = "boolean"
	TypeArray   Type = "array"
)

// Format narrows a string.
type Format string

// The formats of strings (JSON Schema 2020-12, validation, 7.3.1). Times may lack the seconds and have no offset,
// because documents rarely print them.
const (
	FormatNone Format = ""
	FormatDate Format = "date"
	FormatTime Format = "time"
)

// Schema is the parsed schema of the custom fields.
type Schema struct {
	Properties []Property // in the schema's order
}

// Property is one field.
type Property struct {
	Name        string
	Title       string // the label that the caller expects, or ""
	Description string
	Type        Type
	Format      Format   // of a string
	Enum        []string // the allowed values, as Accepts has them; nil for any
	Nullable    bool
	// Item describes the entries of an array of scalars, Members those of an array of objects. An array has exactly
	// one of them.
	Item    *Property
	Members []Property
}

// Property returns the property with a name.
func (s *Schema) Property(name string) (*Property, bool) { return find(s.Properties, name) }

// At returns the scalar property at a path of the record: "total", "tags.0" for an array of scalars,
// "parts.0.weight" for an array of objects.
func (s *Schema) At(path string) (*Property, bool) {
	name, rest, inside := strings.Cut(path, ".")
	p, ok := s.Property(name)
	if !ok || inside != (p.Type == TypeArray) {
		return nil, false
	}
	if !inside {
		return p, true
	}
	index, member, hasMember := strings.Cut(rest, ".")
	if n, err := strconv.Atoi(index); err != nil || n < 0 || strconv.Itoa(n) != index || hasMember == (p.Item != nil) {
		return nil, false
	}
	if p.Item != nil {
		return p.Item, true
	}
	return find(p.Members, member)
}

func find(properties []Property, name string) (*Property, bool) {
	for i := range properties {
		if properties[i].Name == name {
			return &properties[i], true
		}
	}
	return nil, false
}

// Package custom parses the JSON Schema of a caller's custom fields and defines the form of their values.
//
// It uses only the standard library, so that a service that only validates schemas does not link the engine.
package custom

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of a schema.
const (
	MaxSchemaBytes = 64 << 10
	MaxProperties  = 100 // including those of nested objects and of array items
	MaxNameLength  = 64
	MaxDepth       = 5   // of nested objects, including the root
	maxReferences  = 200 // followed, including anyOf and the like
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
	typeObject  Type = "object" // only while parsing
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
	// Properties are in the schema's order. Those of nested objects are in the same list.
	Properties []Property
	// Required are the paths of the required properties that may not be null, without those in lists. An object
	// without required members has its own path.
	Required []string
}

// Property is one field.
type Property struct {
	// Name is unique. In nested objects it is the path with dots: "employer.address.city".
	Name string
	// Parents are the titles, else the names, of the enclosing objects, from the outermost to the innermost. They
	// exclude the root, and the list of a list's member.
	Parents     []string
	Title       string // the label that the caller expects, or ""
	Description string
	Labels      []string // that the documents print (x-labels)
	Type        Type
	Format      Format              // of a string
	Enum        []string            // the allowed values, as Accepts has them; nil for any
	EnumLabels  map[string][]string // the texts that the documents print, by value (x-enum-labels)
	Nullable    bool
	Source      string // besides labels, such as "mrz.surname" of the machine-readable zone, or "" (x-source)
	// Item describes the entries of an array of scalars, Members those of an array of objects. An array has exactly
	// one of them.
	Item    *Property
	Members []Property
}

// Property returns the property with a name.
func (s *Schema) Property(name string) (*Property, bool) { return find(s.Properties, name) }

// At returns the scalar property at a path of the record: "total", "employer.address.city" for nested objects,
// "tags.0" for an array of scalars, "parts.0.maker.name" for an array of objects.
func (s *Schema) At(path string) (*Property, bool) {
	if p, ok := s.Property(path); ok {
		return p, p.Type != TypeArray
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		inside, ok := strings.CutPrefix(path, p.Name+".")
		if !ok || p.Type != TypeArray {
			continue
		}
		index, member, hasMember := strings.Cut(inside, ".")
		n, err := strconv.Atoi(index)
		switch {
		case err != nil || n < 0 || strconv.Itoa(n) != index || hasMember == (p.Item != nil):
			return nil, false
		case p.Item != nil:
			return p.Item, true
		}
		return find(p.Members, member)
	}
	return nil, false
}

func find(properties []Property, name string) (*Property, bool) {
	for i := range properties {
		if properties[i].Name == name {
			return &properties[i], true
		}
	}
	return nil, false
}

// Put stores a value at a path of names with dots. It creates the objects on the way.
func Put(data map[string]any, path string, value any) {
	for {
		name, rest, nested := strings.Cut(path, ".")
		if !nested {
			data[name] = value
			return
		}
		object, ok := data[name].(map[string]any)
		if !ok {
			object = map[string]any{}
			data[name] = object
		}
		data, path = object, rest
	}
}

// Flatten is the inverse of Put: it returns the values of nested objects by path. object returns the members of a
// value, or nil if the value is not an object.
func Flatten[V any](data map[string]V, object func(V) map[string]V) map[string]V {
	flat := map[string]V{}
	flatten(flat, "", data, object, MaxDepth)
	return flat
}

func flatten[V any](flat map[string]V, path string, data map[string]V, object func(V) map[string]V, depth int) {
	for name, value := range data {
		if members := object(value); members != nil && depth > 1 {
			flatten(flat, path+name+".", members, object, depth-1)
		} else {
			flat[path+name] = value
		}
	}
}

// Booleans in a record.
const (
	True  = "true"
	False = "false"
)

// maxValue is the maximum size of a value, in bytes.
const maxValue = 10_000

// Accepts checks that a value has the form of this scalar property in records: numbers as decimals ("-1234.50", no
// exponent, no separators), dates as YYYY-MM-DD, times as HH:MM or HH:MM:SS, booleans as "true" or "false". The
// error is a phrase that follows the property's name.
func (p *Property) Accepts(value string) error {
	if len(value) > maxValue {
		return fmt.Errorf("is longer than %d bytes", maxValue)
	}
	if p.Enum != nil && !slices.Contains(p.Enum, value) {
		return fmt.Errorf("is none of %s", strings.Join(p.Enum, ", "))
	}
	switch p.Type {
	case TypeNumber:
		if !decimal(value, `(\.[0-9]+)?`) {
			return errors.New("is no decimal number such as -1234.50")
		}
	case TypeInteger:
		if !decimal(value, "") {
			return errors.New("is not a whole number such as 42")
		}
	case TypeBoolean:
		if value != True && value != False {
			return fmt.Errorf("is neither %s nor %s", True, False)
		}
	case TypeString:
		return p.Format.accepts(value)
	case TypeArray, typeObject:
		return errors.New("is a list, which has no value")
	}
	return nil
}

func decimal(value, fraction string) bool {
	ok, err := regexp.MatchString(`^-?(0|[1-9][0-9]*)`+fraction+`$`, value)
	return ok && err == nil
}

func (f Format) accepts(value string) error {
	switch f {
	case FormatDate:
		if _, err := time.Parse(time.DateOnly, value); err != nil {
			return errors.New("is no date such as 2026-10-01")
		}
	case FormatTime:
		_, long := time.Parse(time.TimeOnly, value)
		_, short := time.Parse("15:04", value)
		if long != nil && short != nil || len(value) != 8 && len(value) != 5 {
			return errors.New("is no time such as 13:45")
		}
	case FormatNone:
	}
	return nil
}

// Package custom parses the JSON Schema of a caller's custom fields and defines the form of their values.
//
// It uses only the standard library, so that a service that only validates schemas does not link the engine.
package custom

import (
	"bytes"
	"encoding/json"
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
	case TypeArray:
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

func (m member) objectType(at string) error {
	var name string
	if json.Unmarshal(m.value, &name) != nil || name != "object" {
		return wrong(at, `must be "object"`)
	}
	return nil
}

// readType finds the type among a property's keywords: a name, or a list of one name and perhaps "null".
func readType(at string, keywords []member) (Property, error) {
	i := slices.IndexFunc(keywords, func(k member) bool { return k.name == "type" })
	if i < 0 {
		return Property{}, wrong(at, "has no type; it may be string, number, integer, boolean or array")
	}
	here := pointer(at, "type")
	var names []string
	var one string
	if json.Unmarshal(keywords[i].value, &one) == nil {
		names = []string{one}
	} else if json.Unmarshal(keywords[i].value, &names) != nil {
		return Property{}, wrong(here, "must be the name of a type, or a list of one and \"null\"")
	}
	p := Property{}
	for _, name := range names {
		t := Type(name)
		switch {
		case name == "null" && !p.Nullable && len(names) == 2:
			p.Nullable = true
		case slices.Contains([]Type{TypeString, TypeNumber, TypeInteger, TypeBoolean, TypeArray}, t) && p.Type == "":
			p.Type = t
		default:
			return Property{}, wrong(
				here,
				"%s is not supported here; a property is a string, number, integer, boolean or array, or a list of one of these "+
					"and \"null\"",
				bytes.TrimSpace(keywords[i].value),
			)
		}
	}
	if p.Type == "" {
		return Property{}, wrong(here, "names no type")
	}
	return p, nil
}

func (m member) format(at string, p *Property) error {
	var name string
	if err := m.decode(at, &name, `"date" or "time"`); err != nil {
		return err
	}
	p.Format = Format(name)
	if p.Format != FormatDate && p.Format != FormatTime {
		return wrong(at, `%q is not supported; a format is "date" or "time"`, name)
	}
	return nil
}

// enum reads the allowed values in the form of records.
func (m member) enum(at string, p *Property) error {
	var values []json.RawMessage
	if err := m.decode(at, &values, "a list of values"); err != nil {
		return err
	}
	for _, raw := range values {
		if bytes.Equal(raw, []byte("null")) && p.Nullable {
			continue
		}
		value, ok := p.Type.text(raw)
		if !ok || value == "" {
			return wrong(at, "%s is no value of type %s", raw, p.Type)
		}
		p.Enum = append(p.Enum, value)
	}
	if len(p.Enum) == 0 {
		return wrong(at, "names no value")
	}
	return nil
}

// text returns a JSON value in the form of records.
func (t Type) text(raw json.RawMessage) (text string, ok bool) {
	switch t {
	case TypeString:
		err := json.Unmarshal(raw, &text)
		return text, err == nil
	case TypeBoolean:
		text = string(raw)
		return text, text == True || text == False
	case TypeNumber, TypeInteger:
		p := Property{Type: t}
		return string(raw), p.Accepts(string(raw)) == nil
	case TypeArray:
	}
	return "", false
}

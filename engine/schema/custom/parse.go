package custom

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// SchemaError describes an error in a schema for its author.
type SchemaError struct {
	Pointer string // JSON Pointer (RFC 6901) to the place; "" is the whole schema
	Problem string
}

func (e *SchemaError) Error() string {
	if e.Pointer == "" {
		return "schema: " + e.Problem
	}
	return "schema: " + e.Pointer + ": " + e.Problem
}

func wrong(pointer, format string, args ...any) error {
	return &SchemaError{pointer, fmt.Sprintf(format, args...)}
}

// Parse reads a JSON Schema: an object with `properties`, each a string, number, integer or boolean (or an array of
// these, or of objects of these). It allows the keywords type, title, description, enum, format ("date" and
// "time"), items, properties, required, additionalProperties (a boolean) and, at the top, $schema. Every error is a
// *SchemaError.
func Parse(schema []byte) (*Schema, error) {
	if len(schema) > MaxSchemaBytes {
		return nil, wrong("", "at most %d bytes are allowed", MaxSchemaBytes)
	}
	top, err := members("", schema)
	if err != nil {
		return nil, err
	}
	p := parser{}
	properties, err := p.object("", top, true)
	if err != nil {
		return nil, err
	}
	return &Schema{Properties: properties}, nil
}

type parser struct{ properties int }

// object reads the keywords of the schema itself, or of an array's items.
func (p *parser) object(at string, keywords []member, top bool) ([]Property, error) {
	var properties []Property
	found := false
	for _, k := range keywords {
		var err error
		switch here := pointer(at, k.name); k.name {
		case "type":
			err = k.objectType(here)
		case "properties":
			found = true
			properties, err = p.list(here, k.value, top)
		case "required":
			err = k.decode(here, &[]string{}, "a list of names")
		case "additionalProperties":
			err = k.decode(here, new(bool), "true or false")
		case "title", "description":
			err = k.decode(here, new(string), "a text")
		case "$schema":
			if !top {
				return nil, wrong(here, "this keyword is allowed at the top alone")
			}
			err = k.decode(here, new(string), "a text")
		default:
			err = wrong(
				here,
				"this keyword is not supported; an object may have type, properties, required, additionalProperties, title and "+
					"description",
			)
		}
		if err != nil {
			return nil, err
		}
	}
	if !found || len(properties) == 0 {
		return nil, wrong(
			at,
			`has no properties; name at least one, as in {"type": "object", "properties": {"orderNumber": {"type": "string"}}}`,
		)
	}
	return properties, nil
}

// list reads the properties of an object; arrays are allowed at the top.
func (p *parser) list(at string, raw json.RawMessage, top bool) ([]Property, error) {
	named, err := members(at, raw)
	if err != nil {
		return nil, err
	}
	properties := make([]Property, 0, len(named))
	for _, m := range named {
		here := pointer(at, m.name)
		if !validName(m.name) {
			return nil, wrong(
				here,
				"a property's name consists of letters, digits and underscores, begins with no digit and has at most %d characters",
				MaxNameLength,
			)
		}
		if p.properties++; p.properties > MaxProperties {
			return nil, wrong(here, "there are more than %d properties, those of array items counted as well", MaxProperties)
		}
		property, err := p.property(here, m.value, top)
		if err != nil {
			return nil, err
		}
		property.Name = m.name
		properties = append(properties, property)
	}
	return properties, nil
}

// property reads a scalar or, if arrays are allowed, an array.
func (p *parser) property(at string, raw json.RawMessage, arrays bool) (Property, error) {
	keywords, err := members(at, raw)
	if err != nil {
		return Property{}, err
	}
	property, err := readType(at, keywords)
	if err != nil {
		return Property{}, err
	}
	if property.Type == TypeArray && !arrays {
		return Property{}, wrong(pointer(at, "type"), "lists inside of lists are not supported")
	}
	for _, k := range keywords {
		if err := p.keyword(at, &property, k); err != nil {
			return Property{}, err
		}
	}
	if property.Type == TypeArray && property.Item == nil && property.Members == nil {
		return Property{}, wrong(at, "an array needs items")
	}
	for _, v := range property.Enum {
		if err := property.Accepts(v); err != nil { // the format may come after the enum
			return Property{}, wrong(pointer(at, "enum"), "%q %v", v, err)
		}
	}
	return property, nil
}

// keyword reads one keyword of a property whose type is known.
func (p *parser) keyword(at string, property *Property, k member) error {
	here := pointer(at, k.name)
	array := property.Type == TypeArray
	switch {
	case k.name == "type":
		return nil
	case k.name == "title":
		return k.decode(here, &property.Title, "a text")
	case k.name == "description":
		return k.decode(here, &property.Description, "a text")
	case k.name == "items" && array:
		return p.items(here, property, k.value)
	case k.name == "enum" && !array:
		return k.enum(here, property)
	case k.name == "format" && property.Type == TypeString:
		return k.format(here, property)
	case array:
		return wrong(here, "this keyword is not supported; an array may have type, items, title and description")
	}
	return wrong(
		here,
		"this keyword is not supported; a property of type %s may have %s",
		property.Type,
		allowed(property.Type),
	)
}

func allowed(t Type) string {
	if t == TypeString {
		return "type, format, enum, title and description"
	}
	return "type, enum, title and description"
}

// items reads the keyword of an array's entries.
func (p *parser) items(at string, property *Property, raw json.RawMessage) error {
	keywords, err := members(at, raw)
	if err != nil {
		return err
	}
	for _, k := range keywords {
		var name string
		if k.name == "type" && json.Unmarshal(k.value, &name) == nil && name == "object" {
			property.Members, err = p.object(at, keywords, false)
			return err
		}
	}
	item, err := p.property(at, raw, false)
	property.Item = &item
	return err
}

type member struct {
	name  string
	value json.RawMessage
}

func (m member) decode(at string, into any, want string) error {
	if bytes.Equal(m.value, []byte("null")) || json.Unmarshal(m.value, into) != nil {
		return wrong(at, "must be %s", want)
	}
	return nil
}

// members reads an object in order; a name may appear once.
func members(at string, raw []byte) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err == nil && open != json.Delim('{') {
		return nil, wrong(at, "must be a JSON object")
	}
	var out []member
	seen := map[string]bool{}
	for err == nil && dec.More() {
		var m member
		var key json.Token
		if key, err = dec.Token(); err != nil {
			break
		}
		m.name, _ = key.(string) // keys are strings, or Token had failed
		if seen[m.name] {
			return nil, wrong(pointer(at, m.name), "appears twice")
		}
		seen[m.name] = true
		err = dec.Decode(&m.value)
		out = append(out, m)
	}
	if err == nil {
		_, err = dec.Token() // the closing brace
	}
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			return nil, wrong(at, "something follows the JSON object")
		}
		return out, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, wrong(at, "is not valid JSON: it ends too early")
	}
	return nil, wrong(at, "is not valid JSON: %v", err)
}

// pointer appends a step to a JSON Pointer (RFC 6901, section 3).
func pointer(at, name string) string {
	return at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

func validName(name string) bool {
	if name == "" || len(name) > MaxNameLength {
		return false
	}
	for i, c := range []byte(name) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

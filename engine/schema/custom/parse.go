package custom

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
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

// Parse reads a JSON Schema: an object whose properties are strings, numbers, integers, booleans, nested objects, or
// arrays of scalars or of objects. It resolves references inside the schema, and anyOf, oneOf and allOf with a single
// schema besides {"type": "null"}. It ignores annotations and constraints of values, such as minLength, and refuses
// keywords that give the values another form. Every error is a *SchemaError.
func Parse(schema []byte) (*Schema, error) {
	if len(schema) > MaxSchemaBytes {
		return nil, wrong("", "at most %d bytes are allowed", MaxSchemaBytes)
	}
	p := parser{schema: schema}
	root, err := p.node(keyword{value: schema}, 1, false)
	if err != nil {
		return nil, err
	}
	return &Schema{Properties: root.leaves, Required: root.required}, nil
}

type parser struct {
	schema                 []byte
	properties, references int
}

// node is a parsed part of the schema.
type node struct {
	Property

	// Of an object:
	leaves   []Property // by path
	required []string   // paths
}

// node reads a part of the schema. depth counts the objects around it, and itself if it is one.
func (p *parser) node(from keyword, depth int, inItems bool) (node, error) {
	keywords, err := p.keywords(from.at, from.value)
	if err != nil {
		return node{}, err
	}
	n := node{}
	if _, typed := named(keywords, "type"); depth == 1 && !typed {
		n.Type = typeObject
	} else if err := n.readType(from.at, keywords); err != nil {
		return n, err
	}
	switch {
	case n.Type != typeObject && depth == 1:
		return n, wrong(from.at+"/type", `must be "object"`)
	case n.Type == typeObject && depth > MaxDepth:
		return n, wrong(from.at, "objects are nested deeper than %d levels", MaxDepth)
	case n.Type == TypeArray && inItems:
		return n, wrong(from.at+"/type", "lists inside of lists are not supported")
	}
	for _, k := range keywords {
		if err := p.keyword(&n, k, depth); err != nil {
			return n, err
		}
	}
	switch n.Type {
	case typeObject:
		return n, p.object(&n, from.at, keywords, depth, inItems)
	case TypeArray:
		if n.Item == nil && n.Members == nil {
			return n, wrong(from.at, "an array needs items")
		}
	default:
	}
	return n, n.checkEnum(keywords)
}

// keyword reads one keyword of a node whose type is known. See object for properties and required.
func (p *parser) keyword(n *node, k keyword, depth int) (err error) {
	isScalar := n.Type != TypeArray && n.Type != typeObject
	switch k.name {
	case "title":
		return k.decode(&n.Title, "a text")
	case "description":
		return k.decode(&n.Description, "a text")
	case "x-source":
		return k.decode(&n.Source, "a text")
	case "x-labels":
		n.Labels, err = k.texts()
	case "nullable": // of OpenAPI 3.0
		var nullable bool
		err = k.decode(&nullable, "true or false")
		n.Nullable = n.Nullable || nullable
	case "items":
		if n.Type == TypeArray {
			err = p.items(n, k, depth)
		}
	case "format":
		if n.Type == TypeString {
			err = k.format(&n.Property)
		}
	case "enum", "const":
		if !isScalar {
			return wrong(k.at, "this keyword is not supported for lists and objects")
		}
		err = k.enum(&n.Property)
	}
	return err
}

// items reads the keyword of an array's entries.
func (p *parser) items(n *node, k keyword, depth int) error {
	entry, err := p.node(k, depth, true)
	if entry.Type == typeObject {
		n.Members = entry.leaves
	} else {
		n.Item = &entry.Property
	}
	return err
}

// object reads the properties of an object, and which of them are required.
func (p *parser) object(n *node, at string, keywords []keyword, depth int, inItems bool) error {
	var required []string
	if k, ok := named(keywords, "required"); ok {
		if err := k.decode(&required, "a list of names"); err != nil {
			return err
		}
	}
	var properties []keyword
	if k, ok := named(keywords, "properties"); ok {
		var err error
		if properties, err = members(k.at, k.value); err != nil {
			return err
		}
	}
	if len(properties) == 0 {
		return wrong(
			at,
			`has no properties; name at least one, as in {"type": "object", "properties": {"orderNumber": {"type": "string"}}}`,
		)
	}
	for _, k := range properties {
		if err := p.property(n, k, depth, inItems, slices.Contains(required, k.name)); err != nil {
			return err
		}
	}
	return nil
}

// property adds a property of an object, or the leaves of a nested object.
func (p *parser) property(n *node, k keyword, depth int, inItems, required bool) error {
	if !validName(k.name) {
		return wrong(
			k.at,
			"a property's name consists of letters, digits and underscores, begins with no digit and has at most %d characters",
			MaxNameLength,
		)
	}
	if p.properties++; p.properties > MaxProperties {
		return wrong(k.at, "there are more than %d properties, those of array items and nested objects counted as well",
			MaxProperties)
	}
	child, err := p.node(k, depth+1, inItems)
	if err != nil {
		return err
	}
	if child.Type == typeObject {
		for _, leaf := range child.leaves {
			leaf.Name = k.name + "." + leaf.Name
			leaf.Parents = slices.Concat([]string{cmp.Or(child.Title, k.name)}, leaf.Parents)
			n.leaves = append(n.leaves, leaf)
		}
	} else {
		child.Name = k.name
		n.leaves = append(n.leaves, child.Property)
	}
	switch {
	case !required || child.Nullable:
	case len(child.required) == 0:
		n.required = append(n.required, k.name)
	default:
		for _, path := range child.required {
			n.required = append(n.required, k.name+"."+path)
		}
	}
	return nil
}

// readType finds the type among the keywords: a name, or a list of one name and perhaps "null". Without a type, the
// other keywords imply one.
func (n *node) readType(at string, keywords []keyword) error {
	k, ok := named(keywords, "type")
	if !ok {
		if n.Type = impliedType(keywords); n.Type == "" {
			return wrong(at, "has no type; it may be string, number, integer, boolean, array or object")
		}
		return nil
	}
	var names []string
	var one string
	if json.Unmarshal(k.value, &one) == nil {
		names = []string{one}
	} else if json.Unmarshal(k.value, &names) != nil {
		return wrong(k.at, "must be the name of a type, or a list of one and \"null\"")
	}
	for _, name := range names {
		t := Type(name)
		switch {
		case name == "null" && !n.Nullable && len(names) == 2:
			n.Nullable = true
		case slices.Contains([]Type{TypeString, TypeNumber, TypeInteger, TypeBoolean, TypeArray, typeObject}, t) &&
			n.Type == "":
			n.Type = t
		default:
			return wrong(k.at, "%s is not supported here; a property is a string, number, integer, boolean, array or "+
				"object, or a list of one of these and \"null\"", bytes.TrimSpace(k.value))
		}
	}
	if n.Type == "" {
		return wrong(k.at, "names no type")
	}
	return nil
}

// impliedType returns the type that keywords imply, or "".
func impliedType(keywords []keyword) Type {
	for _, k := range keywords {
		switch k.name {
		case "properties":
			return typeObject
		case "items":
			return TypeArray
		case "enum", "const":
		default:
			continue
		}
		values, err := k.values()
		if err != nil {
			continue
		}
		for _, t := range []Type{TypeBoolean, TypeInteger, TypeNumber, TypeString} {
			isOther := func(v json.RawMessage) bool { _, ok := t.text(v); return !ok && string(v) != "null" }
			if !slices.ContainsFunc(values, isOther) {
				return t
			}
		}
	}
	return ""
}

// format reads a string's format. Other formats than date and time do not change how a text is read, except those in
// which documents do not print their values.
func (k keyword) format(p *Property) error {
	var name string
	if err := k.decode(&name, "a text"); err != nil {
		return err
	}
	switch name {
	case string(FormatDate), string(FormatTime):
		p.Format = Format(name)
	case "date-time", "duration", "byte", "binary":
		return wrong(k.at, `%q is not supported; use "date" or "time", or no format for a text as printed`, name)
	}
	return nil
}

// values returns the values of enum or const.
func (k keyword) values() (values []json.RawMessage, err error) {
	if k.name == "const" {
		return []json.RawMessage{k.value}, nil
	}
	return values, k.decode(&values, "a list of values")
}

// enum reads the allowed values in the form of records.
func (k keyword) enum(p *Property) error {
	values, err := k.values()
	if err != nil {
		return err
	}
	p.Enum = nil
	for _, raw := range values {
		if string(raw) == "null" {
			p.Nullable = true
			continue
		}
		value, ok := p.Type.text(raw)
		if !ok || value == "" {
			return wrong(k.at, "%s is no value of type %s", raw, p.Type)
		}
		p.Enum = append(p.Enum, value)
	}
	if len(p.Enum) == 0 {
		return wrong(k.at, "names no value")
	}
	return nil
}

// checkEnum compares the allowed values with the format, and reads their labels.
func (n *node) checkEnum(keywords []keyword) error {
	for _, v := range n.Enum {
		if err := n.Accepts(v); err != nil {
			k, _ := named(keywords, "enum")
			return wrong(k.at, "%q %v", v, err)
		}
	}
	k, ok := named(keywords, "x-enum-labels")
	if !ok {
		return nil
	}
	labels, err := members(k.at, k.value)
	if err != nil {
		return err
	}
	n.EnumLabels = map[string][]string{}
	for _, l := range labels {
		isBoolean := n.Type == TypeBoolean && (l.name == True || l.name == False)
		if !slices.Contains(n.Enum, l.name) && !isBoolean {
			return wrong(l.at, "is none of the values of enum")
		}
		if n.EnumLabels[l.name], err = l.texts(); err != nil {
			return err
		}
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
	case TypeArray, typeObject:
	}
	return "", false
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

// Package correct applies people's corrections to a document's data, and to the fields with the source of
// each value. Members keep their order.
package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Apply returns data with the values set by path ("total", "lineItems.0.amount"). An array index is an
// existing one or the next, which adds an element; a nil value removes the member. schema is that of the
// document's custom fields, or nil.
//
// If the type lacks a path, or the value does not have the path's format, it returns a *apierror.Error of
// CodeInvalidRequest with the path.
func Apply(documentType string, schema, data json.RawMessage, values map[string]*string) (json.RawMessage, error) {
	root, err := shapeOf(documentType, schema)
	if err != nil {
		return nil, err
	}
	a := applier{digits: minorDigits(data, values)}
	return a.object(data, root, "", changesOf(values))
}

// change is the change at a path and below it.
type change struct {
	here  bool // a value was given for this very place
	value *string
	below map[string]*change
}

func changesOf(values map[string]*string) *change {
	root := &change{}
	for path, value := range values {
		at := root
		for step := range strings.SplitSeq(path, ".") {
			if at.below == nil {
				at.below = map[string]*change{}
			}
			if at.below[step] == nil {
				at.below[step] = &change{}
			}
			at = at.below[step]
		}
		at.here, at.value = true, value
	}
	return root
}

// applier applies changes; it reads each container once.
type applier struct {
	digits int // least decimal places of amounts
}

func (a applier) object(raw json.RawMessage, s shape, path string, ch *change) (json.RawMessage, error) {
	members, err := readObject(raw)
	if err != nil {
		return nil, fmt.Errorf("data at %q: %w", path, err)
	}
	for _, name := range slices.Sorted(maps.Keys(ch.below)) {
		at, next := join(path, name), ch.below[name]
		member, known := s.members[name]
		if !known {
			return nil, unknownPath(at)
		}
		if next.here && next.value == nil && member.scalar() && next.below == nil {
			members.remove(name)
			continue
		}
		value, err := a.value(members.get(name), member, at, next)
		if err != nil {
			return nil, err
		}
		if members.set(name, value); member.members != nil && string(value) == "{}" {
			members.remove(name) // records have no empty objects
		}
	}
	return members.encode(), nil
}

// value returns the value after a change; raw, the value before, may be nil.
func (a applier) value(raw json.RawMessage, s shape, path string, ch *change) (json.RawMessage, error) {
	switch {
	case s.scalar() && ch.below != nil:
		return nil, unknownPath(join(path, slices.Min(slices.Collect(maps.Keys(ch.below)))))
	case s.scalar() != ch.here:
		return nil, unknownPath(path)
	case s.element != nil:
		return a.array(raw, *s.element, path, ch)
	case s.members != nil:
		return a.object(raw, s, path, ch)
	case ch.value == nil:
		return nil, apierror.New(contract.CodeInvalidRequest,
			"The element %.80q cannot be removed, for those after it would change their places. Send another value.", path)
	}
	value, wrong := s.encode(*ch.value, a.digits)
	if wrong != "" {
		return nil, refusal(path, wrong)
	}
	return value, nil
}

func (a applier) array(raw json.RawMessage, element shape, path string, ch *change) (json.RawMessage, error) {
	var elements []json.RawMessage
	if raw != nil {
		if err := json.Unmarshal(raw, &elements); err != nil {
			return nil, fmt.Errorf("data at %q: %w", path, err)
		}
	}
	for _, i := range indexes(ch.below) {
		at := join(path, i.text)
		switch {
		case i.n < 0:
			return nil, unknownPath(at)
		case i.n > len(elements):
			return nil, apierror.New(contract.CodeInvalidRequest,
				"There is nothing at %.80q, and it is not the next element of %q: that is %d.", at, path, len(elements))
		case i.n == len(elements):
			elements = append(elements, nil)
		}
		value, err := a.value(elements[i.n], element, at, ch.below[i.text])
		if err != nil {
			return nil, err
		}
		if elements[i.n] == nil && string(value) == "{}" {
			return nil, apierror.New(contract.CodeInvalidRequest, "There is nothing at %.80q to be removed.", at)
		}
		elements[i.n] = value
	}
	return json.Marshal(elements)
}

// listOf returns the list that a path leads into: "parts" for "parts.0.maker.name"; else the path itself and false.
func listOf(path string) (list string, inside bool) {
	end := 0
	for step := range strings.SplitSeq(path, ".") {
		if end > 0 && indexOf(step).n >= 0 {
			return path[:end-1], true
		}
		end += len(step) + 1
	}
	return path, false
}

func join(path, step string) string {
	if path == "" {
		return step
	}
	return path + "." + step
}

func unknownPath(path string) error {
	return apierror.New(contract.CodeInvalidRequest,
		"The document cannot have a single value at %.80q. Its type's fields are listed at GET /api/v1/document-types; "+
			"elements of arrays count from 0 (\"lineItems.0.amount\").", path)
}

func refusal(path, reason string) error {
	err := &ValueError{Path: path, Reason: reason}
	return apierror.Wrap(err, contract.CodeInvalidRequest, "The value for %.80q %s.", path, reason)
}

// cell is the notation of table cells, which may be empty.
const cell schema.Notation = "cell"

// shape describes the allowed values at a path: an object, an array, or one value of a notation or a custom property.
type shape struct {
	members  map[string]shape
	element  *shape
	notation schema.Notation
	property *custom.Property
}

func (s shape) scalar() bool { return s.members == nil && s.element == nil }

// shapeOf joins the type's fields with those of the caller's schema. The type's fields have priority.
func shapeOf(documentType string, own json.RawMessage) (shape, error) {
	root := shape{members: map[string]shape{}}
	if len(own) > 0 && string(own) != "null" {
		parsed, err := custom.Parse(own)
		if err != nil {
			return shape{}, fmt.Errorf("schema of custom fields: %w", err)
		}
		root.members = customMembers(parsed.Properties)
	}
	t := schema.Of(schema.DocumentType(documentType))
	if t.Schema != nil && len(root.members) > 0 {
		return root, nil // a saved type with the name of a built-in one
	}
	for name, member := range typeMembers(t.Fields) {
		if _, own := root.members[name]; !own || name != schema.Tables { // a record with a schema has no printed tables
			root.members[name] = member
		}
	}
	return root, nil
}

func typeMembers(fields []schema.Field) map[string]shape {
	members := make(map[string]shape, len(fields))
	for _, f := range fields {
		if f.Form != schema.FormBox { // a place on the page is not corrected
			members[f.Name] = typeShape(f)
		}
	}
	return members
}

func typeShape(f schema.Field) shape {
	switch {
	case f.IsList() && f.Members == nil:
		return shape{element: &shape{element: &shape{notation: cell}}}
	case f.IsList():
		return shape{element: &shape{members: typeMembers(f.Members)}}
	}
	return shape{notation: f.Notation()}
}

func customMembers(properties []custom.Property) map[string]shape {
	members := make(map[string]shape, len(properties))
	for _, p := range properties {
		object, name := members, p.Name
		for {
			first, rest, nested := strings.Cut(name, ".")
			if !nested {
				break
			}
			if object[first].members == nil {
				object[first] = shape{members: map[string]shape{}}
			}
			object, name = object[first].members, rest
		}
		object[name] = customShape(p)
	}
	return members
}

func customShape(p custom.Property) shape {
	switch {
	case p.Item != nil:
		element := customShape(*p.Item)
		return shape{element: &element}
	case p.Members != nil:
		return shape{element: &shape{members: customMembers(p.Members)}}
	}
	return shape{notation: schema.NotationString, property: &p}
}

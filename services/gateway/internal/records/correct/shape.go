package correct

import (
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/engine/custom"
	"github.com/docmill/docmill/services/gateway/internal/doctype"
)

// cell is the kind of what stands in tables; it may be empty.
const cell doctype.Kind = "cell"

// shape is what may stand at a place: an object of members, an array of
// elements, or one value, of a kind or of a custom property.
type shape struct {
	members  map[string]shape
	element  *shape
	kind     doctype.Kind
	property *custom.Property
}

func (s shape) scalar() bool { return s.members == nil && s.element == nil }

// shapeOf joins the type's fields with the custom ones of the schema. A name
// that the type has itself is the type's.
func shapeOf(documentType string, schema json.RawMessage) (shape, error) {
	root := shape{members: map[string]shape{}}
	if len(schema) > 0 && string(schema) != "null" {
		parsed, err := custom.Parse(schema)
		if err != nil {
			return shape{}, fmt.Errorf("schema of custom fields: %w", err)
		}
		root.members = customMembers(parsed.Properties)
	}
	for name, member := range typeMembers(doctype.Fields(documentType)) {
		root.members[name] = member
	}
	return root, nil
}

func typeMembers(fields []doctype.Field) map[string]shape {
	members := make(map[string]shape, len(fields))
	for _, f := range fields {
		members[f.Name] = typeShape(f)
	}
	return members
}

func typeShape(f doctype.Field) shape {
	switch {
	case f.Kind == doctype.Array && f.Fields == nil:
		return shape{element: &shape{element: &shape{kind: cell}}}
	case f.Kind == doctype.Array:
		return shape{element: &shape{members: typeMembers(f.Fields)}}
	}
	return shape{kind: f.Kind}
}

func customMembers(properties []custom.Property) map[string]shape {
	members := make(map[string]shape, len(properties))
	for _, p := range properties {
		members[p.Name] = customShape(p)
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
	return shape{kind: doctype.String, property: &p}
}

package correct

import (
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
)

// cell is the notation of table cells, which may be empty.
const cell schema.Notation = "cell"

// shape describes the allowed values at a path: an object of members, an array of elements, or one value of
// a notation or a custom property.
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
	for name, member := range typeMembers(schema.Of(schema.DocumentType(documentType)).Fields) {
		root.members[name] = member
	}
	return root, nil
}

func typeMembers(fields []schema.Field) map[string]shape {
	members := make(map[string]shape, len(fields))
	for _, f := range fields {
		members[f.Name] = typeShape(f)
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
	return shape{notation: schema.NotationString, property: &p}
}

package table

import (
	"encoding/json"
	"strings"

	"github.com/docmill/docmill/engine/schema"
)

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

package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// field is what fields tell of a value that a person gave.
type field struct {
	Value      *string         `json:"value"`
	Confidence int             `json:"confidence"`
	Source     string          `json:"source"`
	Checks     []string        `json:"checks"`
	Original   json.RawMessage `json:"original"` // the field as it was found, or null
}

// Overlay gives fields, as they were found, with marks in place, by path:
// {"value": …, "confidence": 1, "source": "human", "checks": [],
// "original": <as found, or null>}. Paths under which nothing was found come
// last.
func Overlay(fields json.RawMessage, marks map[string]Mark) (json.RawMessage, error) {
	if len(marks) == 0 {
		return fields, nil
	}
	all, err := readObject(fields)
	if err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	for _, path := range slices.Sorted(maps.Keys(marks)) {
		f, err := json.Marshal(field{
			Value: marks[path].Value, Confidence: 1, Source: "human", Checks: []string{}, Original: all.get(path),
		})
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
		all.set(path, f)
	}
	return all.encode(), nil
}

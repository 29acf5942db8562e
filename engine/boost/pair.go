package boost

import (
	"encoding/json"
	"fmt"
)

// ParsePair reads two ensembles of a JSON object, each of n features.
func ParsePair(data []byte, first, second string, n int) ([2]*Ensemble, error) {
	var raw map[string]json.RawMessage
	var pair [2]*Ensemble
	if err := json.Unmarshal(data, &raw); err != nil {
		return pair, fmt.Errorf("boost: %w", err)
	}
	for i, name := range []string{first, second} {
		e, err := ParseOf(raw[name], n)
		if err != nil {
			return pair, fmt.Errorf("%s: %w", name, err)
		}
		pair[i] = e
	}
	return pair, nil
}

// ParseOf is Parse for an ensemble that must have n features.
func ParseOf(data []byte, n int) (*Ensemble, error) {
	e, err := Parse(data)
	if err == nil && len(e.Features) != n {
		return nil, fmt.Errorf("boost: %d features, not %d", len(e.Features), n)
	}
	return e, err
}

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
		e, err := Parse(raw[name])
		if err != nil {
			return pair, fmt.Errorf("boost: %s: %w", name, err)
		}
		if len(e.Features) != n {
			return pair, fmt.Errorf("boost: %s: %d features, not %d", name, len(e.Features), n)
		}
		pair[i] = e
	}
	return pair, nil
}

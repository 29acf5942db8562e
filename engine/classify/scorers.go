package classify

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result"
)

//go:embed kinds.json
var kindsJSON []byte

// Trained returns the scorers that are part of the program; package train makes
// them.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() Scorers {
	s, err := ParseScorers(kindsJSON)
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return s
})

// Scorers hold, for each type, what tells its documents from all others.
// Without any, documents are classified by votes.
type Scorers map[result.DocumentType]*boost.Ensemble

// Kinds are the types that scorers are trained for.
func Kinds() []result.DocumentType {
	all := kinds()
	return append(all[:], result.TypeGeneric)
}

// ParseScorers reads scorers that were written as JSON.
func ParseScorers(data []byte) (Scorers, error) {
	var raw map[result.DocumentType]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	s := Scorers{}
	for _, kind := range Kinds() {
		e, err := boost.ParseOf(raw[kind], len(Features()))
		if err != nil {
			return nil, fmt.Errorf("classify: %s: %w", kind, err)
		}
		s[kind] = e
	}
	return s, nil
}

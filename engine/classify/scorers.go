package classify

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result"
)

//go:embed kinds.bin
var kindsBin []byte

// Trained returns the scorers that are part of the program; package train makes
// them.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() Scorers {
	s, err := ParseScorers(kindsBin)
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

// ParseScorers reads what Bytes writes.
func ParseScorers(data []byte) (Scorers, error) {
	all := Kinds()
	names := make([]string, len(all))
	for i, kind := range all {
		names[i] = string(kind)
	}
	trees, err := boost.ParseOf(data, len(Features()), names...)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	s := Scorers{}
	for i, kind := range all {
		s[kind] = trees[i]
	}
	return s, nil
}

// Bytes returns the scorers as ParseScorers reads them; see boost.Encode.
func (s Scorers) Bytes() []byte {
	named := map[string]*boost.Ensemble{}
	for kind, e := range s {
		named[string(kind)] = e
	}
	return boost.Encode(named)
}

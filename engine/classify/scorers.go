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

// Trained returns the embedded scorers, which package train makes.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() Scorers {
	s, err := ParseScorers(kindsBin)
	if err != nil {
		return nil // a test checks that the embedded file is valid
	}
	return s
})

// Scorers hold one scorer per type, which separates it from all others. Without scorers, only votes classify.
type Scorers map[result.DocumentType]*boost.Ensemble

// Kinds returns the types that have scorers.
func Kinds() []result.DocumentType {
	all := kinds()
	return append(all[:], result.TypeGeneric)
}

// ParseScorers decodes the output of Bytes. It returns an error if the data is invalid or has other features.
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

// Bytes encodes the scorers for ParseScorers; see boost.Encode.
func (s Scorers) Bytes() []byte {
	named := map[string]*boost.Ensemble{}
	for kind, e := range s {
		named[string(kind)] = e
	}
	return boost.Encode(named)
}

package receipt

import (
	_ "embed"
	"sync"

	"github.com/docmill/docmill/engine/boost"
)

//go:embed header.json
var headJSON []byte

// Trained returns the scorers that are part of the program.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() *Scorers {
	h, err := ParseScorers(headJSON)
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return h
})

// ParseScorers reads the scorers of a receipt's head that were written as JSON.
func ParseScorers(data []byte) (*Scorers, error) {
	pair, err := boost.ParsePair(data, "name", "address", len(FeatureNames()))
	if err != nil {
		return nil, err
	}
	return &Scorers{Name: pair[0], Address: pair[1]}, nil
}

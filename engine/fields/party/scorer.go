package party

import (
	_ "embed"
	"sync"

	"github.com/docmill/docmill/engine/boost"
)

//go:embed parties.json
var partiesJSON []byte

// Trained returns the scorers that are part of the program.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() *Scorers {
	s, err := ParseScorers(partiesJSON)
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return s
})

// ParseScorers reads the scorers of parties that were written as JSON.
func ParseScorers(data []byte) (*Scorers, error) {
	pair, err := boost.ParsePair(data, "vendor", "customer", len(FeatureNames()))
	if err != nil {
		return nil, err
	}
	return &Scorers{Vendor: pair[0], Customer: pair[1]}, nil
}

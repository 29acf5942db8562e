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
	pair, err := boost.ParsePair(partiesJSON, "vendor", "customer", len(FeatureNames()))
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return &Scorers{Vendor: pair[0], Customer: pair[1]}
})

package receipt

import (
	_ "embed"
	"sync"

	"github.com/docmill/docmill/engine/boost"
)

//go:embed header.bin
var headBin []byte

// Trained returns the embedded scorers.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValues(func() (*Scorers, error) { return ParseScorers(headBin) })

// Names of the scorers' trees in their file.
const (
	nameTrees    = "name"
	addressTrees = "address"
)

// ParseScorers parses the output of Bytes.
func ParseScorers(data []byte) (*Scorers, error) {
	pair, err := boost.ParseOf(data, len(FeatureNames()), nameTrees, addressTrees)
	if err != nil {
		return nil, err
	}
	return &Scorers{Name: pair[0], Address: pair[1]}, nil
}

// Bytes encodes the scorers for ParseScorers; see boost.Encode.
func (h *Scorers) Bytes() []byte {
	if h == nil {
		h = &Scorers{}
	}
	return boost.Encode(map[string]*boost.Ensemble{nameTrees: h.Name, addressTrees: h.Address})
}

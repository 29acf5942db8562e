package tagger

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/schema"
)

// Network gives the units of a page their classes. It is safe for concurrent use.
type Network struct {
	*pagegraph.Network
	known []schema.DocumentType
}

// Bytes returns the file that Parse read, empty for a nil network.
func (n *Network) Bytes() ([]byte, error) {
	if n == nil {
		return []byte{}, nil
	}
	return n.File, nil
}

//go:embed network.bin
var networkBin []byte

// Embedded returns the embedded network.
//
//nolint:gochecknoglobals // read once, never changed
var Embedded = sync.OnceValues(func() (*Network, error) { return Parse(networkBin) })

// Parse decodes a file of lab/tagging (see pagegraph.Parse). An empty file returns a nil network, which gives no tags.
// Errors wrap pagegraph.ErrNetwork. The file may lack new document types.
func Parse(data []byte) (*Network, error) {
	if len(data) == 0 {
		return nil, nil //nolint:nilnil // no network is one that knows nothing
	}
	features, _ := pagegraph.Features()
	graphs, err := pagegraph.Parse(data, "docmill tagger 2", features)
	if err != nil {
		return nil, err
	}
	n := &Network{Network: graphs}
	if known := tag.Names(); !slices.Equal(n.ClassNames, known) {
		return nil, fmt.Errorf("%w: the classes are %q, not %q", pagegraph.ErrNetwork, n.ClassNames, known)
	}
	for _, name := range n.TypeNames {
		docType := schema.Of(schema.DocumentType(name))
		if len(docType.Fields) == 0 {
			return nil, fmt.Errorf("%w: %s is no document type", pagegraph.ErrNetwork, name)
		}
		n.known = append(n.known, docType.Name)
	}
	return n, nil
}

// Tag returns the class odds of every unit of a document, and no tags if the network is nil. The network was trained
// on displayed pages, and is nearly as accurate on nominal pages.
func (n *Network) Tag(doc *annotate.Document) *tag.Tags {
	if n == nil {
		return &tag.Tags{}
	}
	g := Observe(doc)
	if len(g.Units) == 0 {
		return &tag.Tags{}
	}
	odds, types := n.Run(g)
	out := make([]tag.Unit, len(g.Units))
	for i := range g.Units {
		out[i] = tag.Unit{Part: g.Units[i].Part}
		copy(out[i].Odds[:], odds[i])
	}
	tags := tag.New(out, n.sender(types))
	tags.Types = n.known
	return tags
}

// sender returns the more probable sender, given the log-probabilities of the document types.
func (n *Network) sender(types []float32) tag.Sender {
	customer := 0.0
	for i, z := range types {
		if schema.Of(n.known[i]).FromCustomer {
			customer += math.Exp(float64(z))
		}
	}
	if customer > 0.5 {
		return tag.SenderCustomer
	}
	return tag.SenderVendor
}

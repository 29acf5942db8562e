package tagger

import (
	"hash/fnv"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
)

// Observation is the network's input for a document, for training.
type Observation struct {
	Parts []layout.Part
	// Features are a vector per unit; see Features.
	Features [][]float32
	// Near are each unit's nearest units, Pairs their PairFeatures.
	Near  [][]int
	Pairs [][]float32
	// Words is a hash of each unit's words.
	Words []uint16
	Table []bool
	// Below is the nearest unit below each, -1 for none.
	Below []int
}

// Observe returns the network's input for a document.
func Observe(doc *annotate.Document) *Observation {
	units := unitsOf(doc)
	x, p := describe(doc, units)
	g := p.neighbours()
	o := &Observation{Features: x, Near: g.near, Pairs: g.pairs, Below: p.order.below}
	for i := range units {
		h := fnv.New32a()
		_, _ = h.Write([]byte(p.texts[i]))
		o.Parts = append(o.Parts, units[i].Part)
		o.Words = append(o.Words, uint16(h.Sum32())) //nolint:gosec // the lower half
		o.Table = append(o.Table, units[i].table)
	}
	return o
}

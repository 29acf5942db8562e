// Package formrole predicts the role of each word of a page: a question of a form, its answer, a heading, the text of a
// check mark, a part of a table, or prose. A small neural network gives every unit of the page a role from its
// surroundings. lab/tagging trains it.
package formrole

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
)

// Role is the purpose of a word on a page.
type Role int

// Roles, in the order of the network's outputs.
const (
	Other    Role = iota // page numbers, letterheads, leaders, check marks
	Question             // a label or a full question
	Answer
	Heading
	Option // the text of a check mark
	Header // of a table's column
	Cell   // of a table
	Prose  // instructions and legal text
	Roles  // number of roles
)

// Names returns the names of the roles in training data, in their order.
func Names() []string {
	return []string{"other", "question", "answer", "heading", "option", "header", "cell", "prose"}
}

// Probabilities are those of the roles.
type Probabilities [Roles]float32

// Best returns the most probable role.
func (p Probabilities) Best() Role { return Role(slices.Index(p[:], slices.Max(p[:]))) }

// Unit is a run of words with one role.
type Unit struct {
	layout.Part
	Probabilities
}

//go:embed network.bin
var networkBin []byte

//nolint:gochecknoglobals // read once, never changed
var embedded = sync.OnceValues(func() (*pagegraph.Network, error) { return Parse(networkBin) })

// Parse decodes a network of roles (see pagegraph.Parse).
func Parse(data []byte) (*pagegraph.Network, error) {
	all, _ := Features()
	n, err := pagegraph.Parse(data, "docmill formrole 2", all)
	if err == nil && !slices.Equal(n.ClassNames, Names()) {
		return nil, fmt.Errorf("%w: the roles are %q", pagegraph.ErrNetwork, n.ClassNames)
	}
	return n, err
}

// Document is an annotated document with the roles of its words. It computes those of a page on first use. It is not
// safe for concurrent use.
type Document struct {
	*annotate.Document
	network *pagegraph.Network
	pages   map[*layout.Page][]Unit
	units   map[*layout.Segment][]Unit
}

// New returns a document with the roles that the embedded network predicts.
func New(doc *annotate.Document) *Document {
	n, err := embedded()
	if err != nil {
		panic(err) // the embedded file is part of the program
	}
	return With(n, doc)
}

// With returns a document with the roles that a network predicts.
func With(n *pagegraph.Network, doc *annotate.Document) *Document {
	return &Document{Document: doc, network: n, pages: map[*layout.Page][]Unit{}, units: map[*layout.Segment][]Unit{}}
}

// Units returns the units of a page in reading order, without bullets and bars.
func (d *Document) Units(page *layout.Page) []Unit {
	if out, ok := d.pages[page]; ok {
		return out
	}
	g := Observe(d.Document, page)
	odds, _ := d.network.Run(g)
	out := make([]Unit, len(g.Units))
	for i, u := range g.Units {
		out[i].Part = u.Part
		for r, z := range odds[i] {
			out[i].Probabilities[r] = float32(math.Exp(float64(z)))
		}
		d.units[u.Segment] = append(d.units[u.Segment], out[i])
	}
	d.pages[page] = out
	return out
}

// Of returns the mean probabilities of the words of a part, or zeros if no unit has them.
func (d *Document) Of(part layout.Part) Probabilities {
	d.Units(part.Segment.Page)
	var out Probabilities
	words := float32(0)
	for _, u := range d.units[part.Segment] {
		n := float32(min(u.Last, part.Last) - max(u.First, part.First) + 1)
		if n <= 0 {
			continue
		}
		words += n
		for r, p := range u.Probabilities {
			out[r] += float32(n * p)
		}
	}
	for r := range out {
		out[r] /= max(1, words)
	}
	return out
}

package link

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/text/lexicon"
)

//go:embed links.bin
var linksBin []byte

// Trained returns the embedded scorer of links.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValues(func() (*boost.Ensemble, error) { return ParseScorer(linksBin) })

// treeName is the name of the scorer's trees in their file.
const treeName = "links"

// errNames is returned for a scorer with other roles or document types than this program.
var errNames = errors.New("link: unknown name")

// ParseScorer parses the output of ScorerBytes. It returns an error for categories that are no roles or document types.
// The categories may lack new roles and types.
func ParseScorer(data []byte) (*boost.Ensemble, error) {
	trees, err := boost.ParseOf(data, len(FeatureNames()), treeName)
	if err != nil {
		return nil, err
	}
	e := trees[0]
	for feature, all := range Categories() {
		if len(e.Categories[feature]) == 0 {
			return nil, fmt.Errorf("%w: the trees do not list the categories of %q", errNames, feature)
		}
		for _, name := range e.Categories[feature] {
			if !slices.Contains(all, name) {
				return nil, fmt.Errorf("%w: %s %q", errNames, feature, name)
			}
		}
	}
	return e, nil
}

// ScorerBytes encodes the scorer of links for ParseScorer; see boost.Encode.
func ScorerBytes(e *boost.Ensemble) []byte {
	return boost.Encode(map[string]*boost.Ensemble{treeName: e})
}

// maxCorrected limits the trained scorer's correction in log-odds, because no single model is that certain.
const maxCorrected = 3.5

// maxAgainst is the maximum reduction of a link with the given prior log-odds. A clearly labeled number is kept
// with less certainty, because numbers of documents have more forms than the training data.
func maxAgainst(want lexicon.Role, prior float64) float64 {
	switch want {
	case lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.ReceiptNumber:
		switch {
		case prior > 1:
			return 2
		case prior > barelyPlain:
			return 1
		}
	case lexicon.Subtotal, lexicon.AmountDue, lexicon.DueDate:
		if prior > 1 {
			return 2
		}
	}
	return maxCorrected
}

// barelyPlain is the minimum log-odds of a clearly labeled number, which the scorer may not remove.
const barelyPlain = 0.25

// compareCost is the work of comparing the values of two links, some of which are parsed each time.
const compareCost = 10

// applyScorer corrects the log-odds of all links with the trained scorer.
func (r *Linker) applyScorer(m *Set) {
	trees, watch := r.Scorer.Links, r.Scorer.Watch
	if (trees == nil || len(trees.Trees) == 0) && watch == nil {
		return
	}
	categories := Categories()
	if trees != nil {
		categories = trees.Categories
	}
	kind := boost.Category(categories[featureType], string(r.Type.Name))
	seen := r.viewOf(m)
	x := make([]float32, 0, len(FeatureNames()))
	for _, want := range slices.Sorted(maps.Keys(m.Links)) {
		links := m.Links[want]
		role := boost.Category(categories[featureRole], string(want))
		if role == boost.Uncategorized {
			continue
		}
		for i := range links {
			l := &links[i]
			if !r.Work.Spend(len(links) * compareCost) {
				break // the others keep the weights set by hand
			}
			x = seen.vector(x[:0], role, kind, want, i)
			if watch != nil {
				watch(Observation{Field: string(want), Text: r.textOf(l.Value), Prior: l.LogOdds, X: append([]float32{}, x...)})
			}
			if trees != nil {
				l.corrected = min(max(trees.Margin(x), -maxAgainst(want, l.LogOdds)), maxCorrected)
			}
		}
	}
	for _, links := range m.Links { // only now, because the vectors depend on each other's log-odds
		for i := range links {
			links[i].LogOdds += links[i].corrected
		}
	}
}

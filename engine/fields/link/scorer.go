package link

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// PutBest stores the strongest link of a role if its probability is at least least.
func (r *Linker) PutBest(set *value.Set, m *Set, want lexicon.Role, name string, least float64) {
	if l, ok := m.Best(want); ok && boost.Probability(l.LogOdds) >= least {
		v := l.AsValue()
		v.Lead = m.lead(want, l)
		set.Put(name, v)
	}
}

// PutTagged stores the most probable value that the tags give for a role if the field has none and the probability
// is at least least.
func (r *Linker) PutTagged(set *value.Set, find Values, want lexicon.Role, name string, least float64) {
	class := r.ClassOf(want)
	if set.Has(name) || r.Tags == nil || class == tag.Other {
		return
	}
	best := math.Log(least)
	var found *Candidate
	for i := range r.Tags.Units {
		u := &r.Tags.Units[i]
		if float64(u.Odds[class]) < best || r.ItemRows[u.Segment.Page.Rows[u.Segment.Row]] {
			continue
		}
		for _, c := range find(u.Segment) {
			if c.First >= u.First && c.Last <= u.Last {
				best, found = float64(u.Odds[class]), &c
			}
		}
	}
	if found != nil {
		set.Put(name, value.Cite(r.textOf(*found), found.Segment, found.First, found.Last, unlabeled*math.Exp(best)))
	}
}

// unlabeled is the weight of tags without a label.
const unlabeled = 0.85

// Claims reports whether any role but the issue date has a fair link to the value.
func (m *Set) Claims(c Candidate) bool {
	for name, links := range m.Links {
		if name == lexicon.IssueDate {
			continue
		}
		for _, l := range links {
			if l.Value.SameAs(c) && l.LogOdds > 0 {
				return true
			}
		}
	}
	return false
}

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

// Observation is a link between a label and a value with the scorer's features.
type Observation struct {
	// Field is the name of the label's field in the record.
	Field string
	// Text is the value in the form of the record.
	Text string
	// Prior is the log-odds by the weights set by hand.
	Prior float64
	// X are the features; see FeatureNames.
	X []float32
}

// Scorer corrects the log-odds of links from the weights set by hand.
type Scorer struct {
	// Links adds to the log-odds of links between labels and values; see FeatureNames. If it is nil, only the
	// weights set by hand count.
	Links *boost.Ensemble
	// Watch is called for every weighed link.
	Watch func(Observation)
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
	kind := boost.Category(categories[featureType], string(r.Kind))
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

// trainedRoles lists the roles whose links are trained. Similar roles are neighbors.
func trainedRoles() []string {
	roles := []lexicon.Role{
		lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.PaymentReference, lexicon.ReceiptNumber,
		lexicon.AccountNumber,
		lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate,
		lexicon.Total, lexicon.AmountDue, lexicon.Subtotal, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountPaid,
		lexicon.Discount, lexicon.Shipping, lexicon.Tip,
		lexicon.Opening, lexicon.Closing, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.IBAN, lexicon.BIC, lexicon.Phone,
	}
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return names
}

// textOf returns the value of a candidate in the form of the record.
func (r *Linker) textOf(c Candidate) string {
	if c.Text != "" {
		return c.Text
	}
	if a := r.Spans[c.Segment].Amounts; c.Index < len(a) && a[c.Index].First == c.First {
		return a[c.Index].Money(r.Style, r.Currency)
	}
	return ""
}

package link

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// PutBest stores the strongest link of a role if it is certain enough.
func (r *Linker) PutBest(set *value.Set, m *Set, want lexicon.Role, name string, least float64) {
	if l, ok := m.Best(want); ok && boost.Probability(l.LogOdds) >= least {
		v := l.AsValue()
		v.Lead = m.lead(want, l)
		set.Put(name, v)
	}
}

// PutTagged stores the value that the tags hold for a role's, where no label
// announced one: the likeliest unit's, if it is at least as probable.
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
		set.Put(name, value.Cite(r.textOf(*found), found.Segment, found.First, found.Last, unlabelled*math.Exp(best)))
	}
}

// unlabelled is what the word of the tags alone is worth beside a label's.
const unlabelled = 0.85

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

// Trained returns the scorer of links that is part of the program.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() *boost.Ensemble {
	e, err := ParseScorer(linksBin)
	if err != nil {
		return &boost.Ensemble{} // a test proves that the embedded file is good
	}
	return e
})

// treeName is that of the scorer's trees in their file.
const treeName = "links"

// ParseScorer reads what ScorerBytes writes.
func ParseScorer(data []byte) (*boost.Ensemble, error) {
	trees, err := boost.ParseOf(data, len(FeatureNames()), treeName)
	if err != nil {
		return nil, err
	}
	return trees[0], nil
}

// ScorerBytes returns the scorer of links as ParseScorer reads it; see boost.Encode.
func ScorerBytes(e *boost.Ensemble) []byte {
	return boost.Encode(map[string]*boost.Ensemble{treeName: e})
}

// Observation is a link between a label and a value as the scorer sees it.
type Observation struct {
	// Field is the name in the record that the label announces.
	Field string
	// Text is the value as it would stand in the record.
	Text string
	// Prior is the log-odds by the weights set by hand.
	Prior float64
	// X are the features; see FeatureNames.
	X []float32
}

// Scorer corrects the log-odds of links that the weights set by hand give.
type Scorer struct {
	// Links adds to the log-odds of links between labels and values; see
	// FeatureNames. Without it the weights set by hand stand alone.
	Links *boost.Ensemble
	// Watch is told of every link that was weighed.
	Watch func(Observation)
}

// maxCorrected is the most that the trained scorer may add to or take from the
// log-odds of a link: no single model is that sure.
const maxCorrected = 3.5

// maxAgainst is the most that it may take from a link of the given log-odds. A
// plainly labelled number is kept, if with less certainty: numbers of documents
// have more forms than any training has seen.
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

// barelyPlain is the log-odds from which a number is plainly labelled: what there is
// of them may not be taken away.
const barelyPlain = 0.25

// compareCost is the work of comparing the values of two links, of which some are parsed each time.
const compareCost = 10

// applyScorer lets the trained scorer correct the log-odds of all links.
func (r *Linker) applyScorer(m *Set) {
	trees, watch := r.Scorer.Links, r.Scorer.Watch
	if (trees == nil || len(trees.Trees) == 0) && watch == nil {
		return
	}
	seen := r.viewOf(m)
	x := make([]float32, 0, len(FeatureNames()))
	for _, want := range slices.Sorted(maps.Keys(m.Links)) {
		links := m.Links[want]
		order, trained := rank(want)
		if !trained {
			continue
		}
		for i := range links {
			l := &links[i]
			if !r.Work.Spend(len(links) * compareCost) {
				break // the others keep the weights set by hand
			}
			x = seen.vector(x[:0], order, want, i)
			if watch != nil {
				watch(Observation{Field: string(want), Text: r.textOf(l.Value), Prior: l.LogOdds, X: append([]float32{}, x...)})
			}
			if trees != nil {
				l.corrected = min(max(trees.Margin(x), -maxAgainst(want, l.LogOdds)), maxCorrected)
			}
		}
	}
	for _, links := range m.Links { // only now: the vectors look at each other's log-odds
		for i := range links {
			links[i].LogOdds += links[i].corrected
		}
	}
}

// rank numbers the roles whose links are trained.
func rank(want lexicon.Role) (float32, bool) {
	for i, r := range []lexicon.Role{
		lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.PaymentReference, lexicon.ReceiptNumber,
		lexicon.AccountNumber,
		lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate,
		lexicon.Total, lexicon.AmountDue, lexicon.Subtotal, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountPaid,
		lexicon.Discount, lexicon.Shipping, lexicon.Tip,
		lexicon.Opening, lexicon.Closing, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.IBAN, lexicon.BIC, lexicon.Phone,
	} {
		if r == want {
			return float32(i), true
		}
	}
	return 0, false
}

// textOf returns the value of a candidate as the record would have it.
func (r *Linker) textOf(c Candidate) string {
	if c.Text != "" {
		return c.Text
	}
	if a := r.Spans[c.Segment].Amounts; c.Index < len(a) && a[c.Index].First == c.First {
		return a[c.Index].Money(r.Style, r.Currency)
	}
	return ""
}

// Package link connects labels with the values that they announce.
//
// Each label is linked to the candidates of a kind around it. A link has a few numeric features: the strength of
// the label, direction and distance of the value, and claims of other labels. Weights set by hand, then a trained
// scorer, turn them into log-odds.
package link

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/work"
)

// Linker links the labels of one document with values.
type Linker struct {
	*annotate.Document
	Scorer Scorer
	Type   schema.Type
	// ItemRows are the rows of line items. They hold no value of the whole document.
	ItemRows map[*layout.Row]bool
	// Work limits the work that grows faster than the document. After it is used up, fields are found in part or
	// not at all.
	Work *work.Budget
	// captions are the labels below their values, overCaptions the rows of these values.
	captions     map[*annotate.Label]bool
	overCaptions map[*layout.Row]bool
}

// Direction is the position of a value relative to its label.
type Direction int

// Directions from the label to the value.
const (
	Same  Direction = iota // after the label in its segment
	Right                  // in a segment to the right
	Below                  // below the label
	Above                  // above the label
)

// Evidence describes the link between a label and a value.
type Evidence struct {
	Label     float64 // strength of the label, 0 to 1
	Direction Direction
	distance  float64 // same: words between; right: gap in page widths; below, above: gap in lines
	Start     bool    // the label opens its segment
	Colon     bool
	Heading   bool // the label is among labels in its row, as in a header
	Last      bool // the value is the last of its kind in the row
	Later     bool // not on the first page
	kind      float64
}

// Weights of the scorer: log-odds per feature, set by hand.
const (
	weightBias         = -1.6
	weightLabel        = 4.2
	weightSame         = 1.0
	weightRight        = 0.9
	weightBelow        = 0.2
	weightSameWord     = -0.45 // per word between
	weightRightGap     = -1.6  // per page width
	weightBelowLine    = -0.75 // per line
	weightNotStart     = -1.3
	weightColonBeside  = 0.4
	weightColonBelow   = -0.9
	weightHeadingBelow = 0.9
	weightHeadingRight = -0.8
	weightNotLast      = -0.8
	weightLater        = -0.25
	weightAskew        = -0.6 // in the row above or below the label's
	weightEither       = -1.5 // … and both rows have a candidate
)

// Logit returns the weighted sum of the features as log-odds.
func (f Evidence) Logit() float64 {
	z := weightBias + weightLabel*f.Label + f.kind
	switch f.Direction {
	case Same:
		z += weightSame + weightSameWord*f.distance
	case Right:
		z += weightRight + weightRightGap*f.distance
		if f.Heading {
			z += weightHeadingRight
		}
	case Below, Above:
		z += weightBelow + weightBelowLine*f.distance
		if f.Heading {
			z += weightHeadingBelow
		}
	}
	if !f.Start {
		z += weightNotStart
	}
	switch {
	case f.Colon && f.Direction == Below:
		z += weightColonBelow
	case f.Colon:
		z += weightColonBeside
	}
	if !f.Last {
		z += weightNotLast
	}
	if f.Later {
		z += weightLater
	}
	return z
}

// Link is a value that a label points to.
type Link struct {
	Value     Candidate
	Label     *annotate.Label
	Evidence  Evidence
	LogOdds   float64 // log-odds
	rival     float64 // lead of another role's claim to the value
	corrected float64 // correction of the trained scorer
}

// Link returns the link from a label to a candidate with the log-odds of the evidence.
func (f Evidence) Link(c Candidate, h *annotate.Label) Link {
	return Link{Value: c, Label: h, Evidence: f, LogOdds: f.Logit()}
}

// Links returns the links from a label to candidates in a direction. distance is measured as in LinksBeside and
// LinksBelow: words, page widths or heights of print.
func (f Evidence) Links(
	h *annotate.Label, d Direction, found []Candidate, distance func(Candidate) float64,
) []Link {
	out := make([]Link, 0, len(found))
	for _, c := range found {
		f.Direction, f.distance, f.kind = d, distance(c), c.Fit
		out = append(out, f.Link(c, h))
	}
	return markLast(out)
}

// LabelWeight returns how strongly the label announces its role, from 0 to 1.
func (l Link) LabelWeight() float64 { return l.Evidence.Label }

// Untrained returns the link with the log-odds of the weights set by hand.
func (l Link) Untrained() Link {
	l.LogOdds -= l.corrected
	return l
}

// AsValue returns the record value of a link.
func (l Link) AsValue() value.Value {
	return value.Cite(l.Value.Text, l.Value.Segment, l.Value.First, l.Value.Last, boost.Probability(l.LogOdds))
}

// Candidate is a typed span of one segment.
type Candidate struct {
	Segment     *layout.Segment
	First, Last int
	Text        string  // normalized value, if the kind has one
	Index       int     // into the segment's recognized values of that kind
	Fit         float64 // log-odds for how well it fits its kind
}

// Part returns the candidate's words.
func (c Candidate) Part() layout.Part {
	return layout.Part{Segment: c.Segment, First: c.First, Last: c.Last}
}

// SameAs reports whether two candidates start at the same word of the page.
func (c Candidate) SameAs(o Candidate) bool { return c.Segment == o.Segment && c.First == o.First }

// Values returns the candidates of one kind in a segment, in order.
type Values func(s *layout.Segment) []Candidate

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

// New returns a linker of a copy of the document, without item rows. Labels that it adds are not in the original.
func New(doc *annotate.Document, kind result.DocumentType, scorer Scorer) *Linker {
	l := &Linker{Document: doc.Clone(), Scorer: scorer, Type: schema.Of(kind), ItemRows: map[*layout.Row]bool{},
		Work:     work.NewBudget(maxWork),
		captions: map[*annotate.Label]bool{}, overCaptions: map[*layout.Row]bool{}}
	if l.Type.IsTrade() && l.Tags != nil && slices.Contains(l.Tags.Types, kind) {
		l.Tags = l.Tags.As(tag.SenderOf(l.Type))
	}
	l.wrappedLabels()
	l.relabel()
	l.numberedTitles()
	l.titledNumbers()
	l.paymentSentences()
	l.findCaptions()
	l.findStackedCaptions()
	return l
}

// maxWork is about half a second. Invoices of a hundred pages take a tenth of it.
const maxWork = 50_000_000

// linkCost is the work of searching the value of a label, for each segment of its row.
const linkCost = 50

// Link links all labels of the given roles to values of a kind. A value that another role claims more strongly
// counts less.
func (r *Linker) Link(find Values, roles ...lexicon.Role) *Set {
	m := &Set{Links: map[lexicon.Role][]Link{}}
	find = remembered(find)
	for _, h := range r.Labels {
		for _, want := range roles {
			w, ok := h.As(want)
			if !ok || !r.Work.Spend(linkCost*len(h.Segment.Page.Rows[h.Segment.Row].Segments)) ||
				want == lexicon.OrderNumber && opensBox(h) {
				continue
			}
			m.Links[want] = append(m.Links[want], r.linksOf(h, w, find)...)
		}
	}
	m.Settle()
	r.applyScorer(m)
	return m
}

// opensBox reports whether a label of orders begins a post office box: "P.O. Box 773".
func opensBox(h *annotate.Label) bool {
	const longest = 3 // words: "p o box"
	return lexicon.PostBox.Opens(recognize.FoldWords(strings.Join(h.Segment.Words[h.First:], " ")), longest) > 1
}

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

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

// Package match makes templates from corrected pages and applies them to others. It computes the fingerprint of a
// page, the anchors that lead from labels and places of blocks to values, and the values that known anchors lead to
// on a new page.
//
// Anchors are short texts of hashes and numbers that are compared with the page; no part of a template is run as a
// pattern. Every proposed value consists of words on the page, except misread letters of a vendor's constants on
// scanned pages, and a currency that the vendor's pages do not spell out.
package match

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
)

func fieldOf(l *template.Template, name string) field {
	var f field
	for i := range l.Examples {
		t := l.Examples[i].Field(name)
		if t == nil {
			continue
		}
		f.examples = append(f.examples, t)
		if t.Missed {
			f.missed++
		}
		if t.Missed && !t.Sure {
			f.doubted++
		}
		if t.Absent {
			f.absent++
		}
	}
	return f
}

// matches follows the valid anchors of a field that lead to a single value, the most reliable first.
func (p *Page) matches(l *template.Template, t llm.Target, name string) []match {
	var all []match
	for _, a := range l.Anchors(name) {
		if led := p.valuesAt(t, a.Text); len(led) == 1 {
			all = append(all, match{a, led[0]})
		}
	}
	return all
}

func (d match) proposal(l *template.Template, name string) Proposal {
	return Proposal{
		Name: name, Quote: d.quote, Example: &l.Examples[d.Example], Held: d.Held, Contradicted: d.Contradicted,
	}
}

type rankedProposal struct {
	proposal Proposal
	weight   float64
}

// best returns the value with the most reliable anchors, or nil if equally reliable anchors lead elsewhere.
func (p *Page) best(
	l *template.Template, t llm.Target, name string, leads []match, vendors template.Fingerprint,
) *Proposal {
	var all []rankedProposal
	vote := func(d match, weight float64) *rankedProposal {
		i := slices.IndexFunc(all, func(c rankedProposal) bool { return t.Same(c.proposal.Quote.Value, d.quote.Value) })
		if i < 0 {
			i = len(all)
			all = append(all, rankedProposal{proposal: d.proposal(l, name)})
		}
		c := &all[i]
		c.weight += weight
		if d.Held-d.Contradicted > c.proposal.Held-c.proposal.Contradicted {
			c.proposal.Held, c.proposal.Contradicted = d.Held, d.Contradicted
		}
		return c
	}
	var flexible []template.Anchor // that led somewhere
	led := slices.ContainsFunc(leads, func(d match) bool { return !template.IsCounted(d.Text) })
	for _, d := range leads {
		if isSupplanted(d.Anchor, flexible) || led && template.IsCounted(d.Text) {
			continue
		}
		if !isFixed(d.Text) {
			flexible = append(flexible, d.Anchor)
		}
		sure := float64(d.Held - d.Contradicted)
		if template.IsLoose(d.Text) {
			sure /= 2
		}
		c := vote(d, sure*sure/float64(1+d.Rank))
		c.proposal.placed = c.proposal.placed || template.IsPlaced(d.Text) && !template.IsCounted(d.Text)
		c.proposal.labeled = c.proposal.labeled || !template.IsPlaced(d.Text)
	}
	for i := range l.Examples {
		f := l.Examples[i].Field(name)
		if f == nil || f.Constant == "" || !isConstantField(name) || !l.Examples[i].Fingerprint.SharesVendor(vendors) {
			continue
		}
		if found := p.quotes.Find(t, f.Constant); len(found) > 0 {
			const sure = 4
			vote(match{template.Anchor{Example: i, Held: countSpelling(l, name, f.Constant)}, found[0]}, sure)
		}
	}
	slices.SortStableFunc(all, func(a, b rankedProposal) int { return cmp.Compare(b.weight, a.weight) })
	if len(all) == 0 || len(all) > 1 && all[0].weight < 2*all[1].weight {
		return nil
	}
	return &all[0].proposal
}

// isFixed reports whether an anchor takes a fixed number of lines.
func isFixed(anchor string) bool {
	_, rest, _ := strings.Cut(anchor, "/")
	w, ok := parseOffset(rest)
	return ok && strings.HasPrefix(w.end, endLines)
}

// isSupplanted reports whether a fixed anchor has an alternative at its base that finds the end by form.
func isSupplanted(a template.Anchor, flexible []template.Anchor) bool {
	base, _, _ := strings.Cut(a.Text, "/")
	return isFixed(a.Text) && slices.ContainsFunc(flexible, func(f template.Anchor) bool {
		return f.Held >= a.Held && strings.HasPrefix(f.Text, base+"/")
	})
}

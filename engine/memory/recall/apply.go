package recall

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/ask"
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/schema"
)

// Proposal is a value that a layout proposes for a field.
type Proposal struct {
	Name  string
	Quote ask.Quote
	// Lesson taught it; Held and Contradicted say how often its anchor held.
	Lesson             *memory.Lesson
	Held, Contradicted int
}

// Best returns the layout that resembles the fingerprint most, with its lessons
// of documents of a type alone: an order shows its parties where an invoice of
// the same design shows them the other way round. It reports false where there is
// none.
func Best(f memory.Fingerprint, kind schema.DocumentType, layouts []memory.Layout) (memory.Layout, bool) {
	best, most := -1, 0.0
	for i := range layouts[:min(len(layouts), memory.MaxLayouts)] {
		if !slices.ContainsFunc(layouts[i].Lessons, func(l memory.Lesson) bool { return sameParties(l.Type, kind) }) {
			continue
		}
		if s := f.Similarity(layouts[i].Fingerprint); s >= memory.MinSimilarity && s > most {
			best, most = i, s
		}
	}
	if best < 0 {
		return memory.Layout{}, false
	}
	l := layouts[best]
	l.Lessons = slices.DeleteFunc(slices.Clone(l.Lessons), func(l memory.Lesson) bool {
		return !sameParties(l.Type, kind)
	})
	return l, true
}

// sameParties reports whether parties play the same part in documents of both
// types.
func sameParties(lesson string, kind schema.DocumentType) bool {
	plain := func(t schema.DocumentType) schema.DocumentType {
		if t == schema.TypeCreditNote {
			return schema.TypeInvoice
		}
		return t
	}
	return plain(schema.DocumentType(lesson)) == plain(kind)
}

// Propose returns the values that a layout proposes in place of those that were
// read, by name of the field. Values that are as they were read are none.
func (p *Page) Propose(l *memory.Layout, targets map[string]ask.Target, read func(name string) string) []Proposal {
	vendors := memory.Fingerprint{Vendors: Vendors(p.doc)}
	var all []Proposal
	for _, name := range slices.Sorted(maps.Keys(targets)) {
		f := fieldOf(l, name)
		if len(f.taught) == 0 {
			continue
		}
		best, agreed := p.best(l, targets[name], name, vendors)
		if best != nil && p.takes(&f, targets[name], best, agreed, read(name)) {
			all = append(all, *best)
		}
	}
	return all
}

// field is what the lessons of a layout say of one field.
type field struct {
	taught []*memory.Taught
	// missed counts the lessons in which the field was read wrong or not at all,
	// doubted those of them in which the reading had been in doubt.
	missed, doubted, absent int
}

func fieldOf(l *memory.Layout, name string) field {
	var f field
	for i := range l.Lessons {
		t := l.Lessons[i].Field(name)
		if t == nil {
			continue
		}
		f.taught = append(f.taught, t)
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

// candidate is a value with the anchors that lead to it.
type candidate struct {
	proposal Proposal
	weight   float64
}

// best returns the value to which the surest anchors lead, and whether no other
// anchor as sure leads elsewhere.
func (p *Page) best(
	l *memory.Layout, t ask.Target, name string, vendors memory.Fingerprint,
) (best *Proposal, agreed bool) {
	var all []candidate
	vote := func(q ask.Quote, lesson, held, contradicted int, weight float64) {
		i := slices.IndexFunc(all, func(c candidate) bool { return t.Same(c.proposal.Quote.Value, q.Value) })
		if i < 0 {
			i = len(all)
			all = append(all, candidate{proposal: Proposal{Name: name, Quote: q, Lesson: &l.Lessons[lesson]}})
		}
		c := &all[i]
		c.weight += weight
		if held-contradicted > c.proposal.Held-c.proposal.Contradicted {
			c.proposal.Held, c.proposal.Contradicted = held, contradicted
		}
	}
	var flexible []memory.Anchor // that led somewhere
	for _, a := range l.Anchors(name) {
		if led := p.at(t, a.Text); len(led) == 1 && !supplanted(a, flexible) {
			if !fixed(a.Text) {
				flexible = append(flexible, a)
			}
			sure := float64(a.Held - a.Contradicted)
			vote(led[0], a.Lesson, a.Held, a.Contradicted, sure*sure/float64(1+a.Rank))
		}
	}
	for i := range l.Lessons {
		f := l.Lessons[i].Field(name)
		if f == nil || f.Constant == "" || !constant(name) || !l.Lessons[i].Fingerprint.SharesVendor(vendors) {
			continue
		}
		if led := p.quotes.Find(t, f.Constant); len(led) > 0 {
			const sure = 4
			vote(led[0], i, 1, 0, sure)
		}
	}
	if len(all) == 0 {
		return nil, false
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
	return &all[0].proposal, len(all) == 1 || all[0].weight >= 2*all[1].weight
}

// fixed reports whether an anchor takes so many lines, whatever they say.
func fixed(anchor string) bool {
	_, rest, _ := strings.Cut(anchor, "/")
	w, ok := parseWay(rest)
	return ok && strings.HasPrefix(w.end, endLines)
}

// supplanted reports whether an anchor counts lines where another of the same base
// tells by their form where the value ends.
func supplanted(a memory.Anchor, flexible []memory.Anchor) bool {
	base, _, _ := strings.Cut(a.Text, "/")
	return fixed(a.Text) && slices.ContainsFunc(flexible, func(f memory.Anchor) bool {
		return f.Held >= a.Held && strings.HasPrefix(f.Text, base+"/")
	})
}

// mostSlips is in how many lessons people may be wrong where the reading was sure.
const mostSlips = 2

// takes decides whether a proposal goes before what was read: where that was
// missed before, and the same mistake is made again or several lessons agree. A
// field that was never read wrong is left to the reading.
func (p *Page) takes(f *field, t ask.Target, best *Proposal, agreed bool, read string) bool {
	if 2*f.absent >= len(f.taught) {
		return false
	}
	switch {
	case f.missed == 0 || !agreed || t.Same(read, best.Quote.Value):
		return false
	case f.doubted == 0 && best.Held <= mostSlips:
		return false
	case read == "", best.Held >= 2 && 2*f.missed > len(f.taught):
		return true
	}
	return p.repeats(f, t, read)
}

// repeats reports whether what was read stands where a wrong value had been read
// before.
func (p *Page) repeats(f *field, t ask.Target, read string) bool {
	for _, taught := range f.taught {
		for _, anchor := range taught.Against {
			if strings.HasPrefix(anchor, "%") { // too wide to tell a mistake from what is right
				continue
			}
			if slices.ContainsFunc(p.at(t, anchor), func(q ask.Quote) bool { return t.Same(q.Value, read) }) {
				return true
			}
		}
	}
	return false
}

package match

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
)

// Proposal is a template's value for a field.
type Proposal struct {
	Name  string
	Quote llm.Quote
	// Lesson is its example; Held and Contradicted count how often its anchor held.
	Lesson             *template.Lesson
	Held, Contradicted int
	// Absent says that the field is not in the template: the extracted value is removed, and there is no quote.
	Absent bool

	placed, labelled bool // found by a place, by a label
}

// Share estimates the share of right values by the rule of succession, with a prior of one half.
func Share(held, contradicted int) float64 {
	const prior = 2
	return float64(held+1) / float64(held+contradicted+prior)
}

// Best returns the template most similar to a page, reduced to its examples of the document type, because an order
// swaps the parties of an invoice of the same design. Examples of a related type, such as credit notes for invoices,
// count if the page has an identifier of their vendor. The likeness is 0 if no template matches.
func Best(f template.Fingerprint, kind schema.DocumentType, layouts []template.Layout) (template.Layout, float64) {
	var best template.Layout
	most := 0.0
	for i := range layouts[:min(len(layouts), template.MaxLayouts)] {
		l := layouts[i]
		l.Lessons = slices.DeleteFunc(slices.Clone(l.Lessons), func(l template.Lesson) bool {
			return l.Type != string(kind) && (!sameParties(l.Type, kind) || !l.Fingerprint.SharesVendor(f))
		})
		if s := l.Likeness(f); s >= template.MinLikeness && s > most {
			best, most = l, s
		}
	}
	return best, most
}

// sameParties reports whether the parties have the same roles in both document types.
func sameParties(lesson string, kind schema.DocumentType) bool {
	plain := func(t schema.DocumentType) schema.DocumentType {
		if t == schema.TypeCreditNote {
			return schema.TypeInvoice
		}
		return t
	}
	return plain(schema.DocumentType(lesson)) == plain(kind)
}

// Reading is the extracted value of a field without a template. Value is "" if nothing was found; Confidence is the
// probability that it is right.
type Reading struct {
	Value      string
	Confidence float64
}

// Question describes what to propose for a page.
type Question struct {
	Targets map[string]llm.Target // by name of the field
	Read    func(name string) Reading
	// Likeness of the page to the template; see Best.
	Likeness float64
}

// Propose returns the template's proposals that differ from the extracted values, by field name.
func (p *Page) Propose(l *template.Layout, q Question) []Proposal {
	p.issued = q.Read(issueDate).Value
	c := p.claims(l, q)
	var all []Proposal
	crossed := map[string]bool{}
	for _, x := range c.crossings() {
		all = append(all, x.vendorRight, x.customerRight)
		crossed[x.vendorRight.Name], crossed[x.customerRight.Name] = true, true
	}
	for _, name := range slices.Sorted(maps.Keys(c.by)) {
		if crossed[name] {
			continue
		}
		claim := c.by[name]
		if lesson := p.removes(l, &claim.field, claim.target, claim.read); lesson != nil && q.Likeness >= close {
			all = append(all, Proposal{Name: name, Lesson: lesson, Held: claim.absent, Absent: true})
			continue
		}
		if claim.best != nil && c.takes(claim) {
			all = append(all, *claim.best)
		}
	}
	respelt := c.respelt() // takes precedence over the printed spelling
	all = slices.DeleteFunc(all, func(p Proposal) bool { return !crossed[p.Name] && proposed(respelt, p.Name) })
	for _, o := range slices.Concat(respelt, c.reshaped(), c.habitual()) {
		if !proposed(all, o.Name) {
			all = append(all, o)
		}
	}
	all = slices.DeleteFunc(all, func(o Proposal) bool { return q.doubles(o, all) })
	all = append(all, c.followers(all)...)
	return append(all, c.vacated(all)...)
}

// doubles reports whether a proposal repeats a confident value of another field, probably after a wrong correction.
func (q Question) doubles(o Proposal, all []Proposal) bool {
	if o.Absent || q.Read(o.Name).Value == "" || q.Targets[o.Name].Typed() && o.Held >= 2 && o.Contradicted == 0 {
		return false
	}
	return q.elsewhere(o.Name, o.Quote.Value, func(other string) bool {
		return slices.ContainsFunc(all, func(p Proposal) bool { return p.Name == other })
	})
}

type field struct {
	taught []*template.Taught
	// missed counts the examples with a wrong or missing value, doubted those of them without high confidence.
	missed, doubted, absent int
}

func fieldOf(l *template.Layout, name string) field {
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

type candidate struct {
	proposal Proposal
	weight   float64
}

// lead is an anchor with the single value that it leads to on the page.
type lead struct {
	template.Anchor
	quote llm.Quote
}

// leads follows the valid anchors of a field that lead to a single value, the most reliable first.
func (p *Page) leads(l *template.Layout, t llm.Target, name string) []lead {
	var all []lead
	for _, a := range l.Anchors(name) {
		if led := p.at(t, a.Text); len(led) == 1 {
			all = append(all, lead{a, led[0]})
		}
	}
	return all
}

func (d lead) proposal(l *template.Layout, name string) Proposal {
	return Proposal{
		Name: name, Quote: d.quote, Lesson: &l.Lessons[d.Lesson], Held: d.Held, Contradicted: d.Contradicted,
	}
}

// best returns the value with the most reliable anchors, or nil if equally reliable anchors lead elsewhere.
func (p *Page) best(
	l *template.Layout, t llm.Target, name string, leads []lead, vendors template.Fingerprint,
) *Proposal {
	var all []candidate
	vote := func(d lead, weight float64) *candidate {
		i := slices.IndexFunc(all, func(c candidate) bool { return t.Same(c.proposal.Quote.Value, d.quote.Value) })
		if i < 0 {
			i = len(all)
			all = append(all, candidate{proposal: d.proposal(l, name)})
		}
		c := &all[i]
		c.weight += weight
		if d.Held-d.Contradicted > c.proposal.Held-c.proposal.Contradicted {
			c.proposal.Held, c.proposal.Contradicted = d.Held, d.Contradicted
		}
		return c
	}
	var flexible []template.Anchor // that led somewhere
	led := slices.ContainsFunc(leads, func(d lead) bool { return !template.Counted(d.Text) })
	for _, d := range leads {
		if supplanted(d.Anchor, flexible) || led && template.Counted(d.Text) {
			continue
		}
		if !fixed(d.Text) {
			flexible = append(flexible, d.Anchor)
		}
		sure := float64(d.Held - d.Contradicted)
		if template.Loose(d.Text) {
			sure /= 2
		}
		c := vote(d, sure*sure/float64(1+d.Rank))
		c.proposal.placed = c.proposal.placed || template.Placed(d.Text) && !template.Counted(d.Text)
		c.proposal.labelled = c.proposal.labelled || !template.Placed(d.Text)
	}
	for i := range l.Lessons {
		f := l.Lessons[i].Field(name)
		if f == nil || f.Constant == "" || !constant(name) || !l.Lessons[i].Fingerprint.SharesVendor(vendors) {
			continue
		}
		if found := p.quotes.Find(t, f.Constant); len(found) > 0 {
			const sure = 4
			vote(lead{template.Anchor{Lesson: i, Held: spellings(l, name, f.Constant)}, found[0]}, sure)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
	if len(all) == 0 || len(all) > 1 && all[0].weight < 2*all[1].weight {
		return nil
	}
	return &all[0].proposal
}

// fixed reports whether an anchor takes a fixed number of lines.
func fixed(anchor string) bool {
	_, rest, _ := strings.Cut(anchor, "/")
	w, ok := parseWay(rest)
	return ok && strings.HasPrefix(w.end, endLines)
}

// supplanted reports whether a fixed anchor has an alternative at its base that finds the end by form.
func supplanted(a template.Anchor, flexible []template.Anchor) bool {
	base, _, _ := strings.Cut(a.Text, "/")
	return fixed(a.Text) && slices.ContainsFunc(flexible, func(f template.Anchor) bool {
		return f.Held >= a.Held && strings.HasPrefix(f.Text, base+"/")
	})
}

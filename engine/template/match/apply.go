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
	// Example is its example; Held and Contradicted count how often its anchor held.
	Example            *template.Example
	Held, Contradicted int
	// Absent says that the field is not in the template: the extracted value is removed, and there is no quote.
	Absent bool

	placed, labeled bool // found by a place, by a label
}

// Share estimates the share of right values by the rule of succession, with a prior of one half.
func Share(held, contradicted int) float64 {
	const prior = 2
	return float64(held+1) / float64(held+contradicted+prior)
}

// Best returns the template most similar to a page, reduced to its examples of the document type, because an order
// swaps the parties of an invoice of the same design. Examples of a related type, such as credit notes for invoices,
// count if the page has an identifier of their vendor. The likeness is 0 if no template matches.
func Best(f template.Fingerprint, docType schema.DocumentType, templates []template.Template) (template.Template,
	float64) {
	var best template.Template
	most := 0.0
	for i := range templates[:min(len(templates), template.MaxTemplates)] {
		l := templates[i]
		l.Examples = slices.DeleteFunc(slices.Clone(l.Examples), func(l template.Example) bool {
			return l.Type != string(docType) && (!haveSameParties(l.Type, docType) || !l.Fingerprint.SharesVendor(f))
		})
		if s := l.Likeness(f); s >= template.MinLikeness && s > most {
			best, most = l, s
		}
	}
	return best, most
}

// haveSameParties reports whether the parties have the same roles in both document types.
func haveSameParties(example string, docType schema.DocumentType) bool {
	plain := func(t schema.DocumentType) schema.DocumentType {
		if t == schema.TypeCreditNote {
			return schema.TypeInvoice
		}
		return t
	}
	return plain(schema.DocumentType(example)) == plain(docType)
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
func (p *Page) Propose(l *template.Template, q Question) []Proposal {
	p.issued = q.Read(issueDate).Value
	c := p.candidates(l, q)
	var all []Proposal
	swapped := map[string]bool{}
	for _, x := range c.swaps() {
		all = append(all, x.vendorRight, x.customerRight)
		swapped[x.vendorRight.Name], swapped[x.customerRight.Name] = true, true
	}
	for _, name := range slices.Sorted(maps.Keys(c.byField)) {
		if swapped[name] {
			continue
		}
		cand := c.byField[name]
		if example := p.removal(l, &cand.field, cand.target, cand.read); example != nil && q.Likeness >= minPlaceLikeness {
			all = append(all, Proposal{Name: name, Example: example, Held: cand.absent, Absent: true})
			continue
		}
		if cand.best != nil && c.accepts(cand) {
			all = append(all, *cand.best)
		}
	}
	respelled := c.respell() // takes precedence over the printed spelling
	all = slices.DeleteFunc(all, func(p Proposal) bool { return !swapped[p.Name] && hasProposal(respelled, p.Name) })
	for _, o := range slices.Concat(respelled, c.reshape(), c.vendorDefaults()) {
		if !hasProposal(all, o.Name) {
			all = append(all, o)
		}
	}
	all = slices.DeleteFunc(all, func(o Proposal) bool { return q.repeatsOtherField(o, all) })
	all = append(all, c.blockFollowers(all)...)
	return append(all, c.fillVacated(all)...)
}

// repeatsOtherField reports whether a proposal repeats a confident value of another field, probably after a wrong
// correction.
func (q Question) repeatsOtherField(o Proposal, all []Proposal) bool {
	if o.Absent || q.Read(o.Name).Value == "" || q.Targets[o.Name].Typed() && o.Held >= 2 && o.Contradicted == 0 {
		return false
	}
	return q.isElsewhere(o.Name, o.Quote.Value, func(other string) bool {
		return slices.ContainsFunc(all, func(p Proposal) bool { return p.Name == other })
	})
}

type field struct {
	examples []*template.ExampleField
	// missed counts the examples with a wrong or missing value, doubted those of them without high confidence.
	missed, doubted, absent int
}

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

type rankedProposal struct {
	proposal Proposal
	weight   float64
}

// match is an anchor with the single value that it leads to on the page.
type match struct {
	template.Anchor
	quote llm.Quote
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

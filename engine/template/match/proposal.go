package match

import (
	"slices"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
)

// Proposal is a template's value for a field.
type Proposal struct {
	Name  string
	Quote llm.Quote
	// Example is its example; Held and Contradicted count how often its anchor held.
	Example            *template.Example
	Held, Contradicted int
	// Absent is set if the field is not in the template. The extracted value is then removed without a quote.
	Absent bool
	// Confirms is set if the template leads to the extracted value of a custom field.
	Confirms bool

	placed, labeled bool // found by a place, by a label
}

// Share estimates the share of right values by the rule of succession, with a prior of one half.
func Share(held, contradicted int) float64 {
	const prior = 2
	return float64(held+1) / float64(held+contradicted+prior)
}

func hasProposal(all []Proposal, name string) bool { return proposalFor(all, name) != nil }

func proposalFor(all []Proposal, name string) *Proposal {
	if i := slices.IndexFunc(all, func(p Proposal) bool { return p.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
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

// isElsewhere reports whether another field of the form has the value confidently, unless but is true for it.
func (q Question) isElsewhere(name, text string, but func(other string) bool) bool {
	return slices.ContainsFunc(q.fieldsWithValue(name, text), func(other string) bool {
		return !but(other) && q.Read(other).Confidence >= maxDoubtfulConfidence
	})
}

// fieldsWithValue returns the other fields of the form with this extracted value, sorted.
func (q Question) fieldsWithValue(name, text string) []string {
	var others []string
	for other, t := range q.Targets {
		if other != name && t.Alike(q.Targets[name]) && t.Same(q.Read(other).Value, text) {
			others = append(others, other)
		}
	}
	slices.Sort(others)
	return others
}

type candidate struct {
	field
	target          llm.Target
	read            Reading
	nearlyIdentical bool      // the page is nearly identical to an example
	matches         []match   // on the page
	best            *Proposal // nil if the examples lead to no value or to several
}

// maxDoubtfulConfidence is the confidence below which the place in all examples replaces a value that was never wrong.
const maxDoubtfulConfidence = 0.7

type field struct {
	examples []*template.ExampleField
	// missed counts the examples with a wrong or missing value, doubted those of them without high confidence.
	missed, doubted, absent int
}

// match is an anchor with the single value that it leads to on the page.
type match struct {
	template.Anchor
	quote llm.Quote
}

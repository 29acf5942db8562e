package match

import (
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
)

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
	a, b := schema.Of(schema.DocumentType(example)), schema.Of(docType)
	return a.Name == b.Name || a.Number != "" && a.Number == b.Number
}

// DocumentType returns the document type that people gave to documents of the most similar template, and how many of
// them had been classified differently. It returns "" if no template matches or the types differ. Only examples of the
// page's vendor count, because one design serves several types.
func DocumentType(f template.Fingerprint, templates []template.Template) (docType schema.DocumentType, mistaken int) {
	var best *template.Template
	most := 0.0
	for i := range templates[:min(len(templates), template.MaxTemplates)] {
		if s := templates[i].Likeness(f); s >= minPlaceLikeness && s > most {
			best, most = &templates[i], s
		}
	}
	if best == nil {
		return "", 0
	}
	for i := range best.Examples {
		l := &best.Examples[i]
		if f.Likeness(l.Fingerprint) < template.MinLikeness || !l.Fingerprint.SharesVendor(f) {
			continue
		}
		if docType != "" && docType != schema.DocumentType(l.Type) {
			return "", 0
		}
		docType = schema.DocumentType(l.Type)
		if l.Mistyped {
			mistaken++
		}
	}
	if mistaken == 0 {
		return "", 0
	}
	return docType, mistaken
}

// SavedType returns the saved type that all examples of the most similar template have, if there are enough; nil for
// none.
func SavedType(f template.Fingerprint, templates []template.Template) *template.SavedType {
	best, most := -1, 0.0
	for i := range templates[:min(len(templates), template.MaxTemplates)] {
		if s := templates[i].Likeness(f); s >= minPlaceLikeness && s > most {
			best, most = i, s
		}
	}
	if best < 0 || templates[best].Saved == nil || len(templates[best].Examples) < template.MinSavedExamples {
		return nil
	}
	saved := templates[best].Saved
	if slices.ContainsFunc(templates[best].Examples, func(l template.Example) bool { return l.Type != saved.Name }) {
		return nil
	}
	return saved
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
		if proposed, ok := c.proposal(name, cand); ok {
			all = append(all, proposed)
		}
	}
	respelled := c.respell() // takes precedence over the printed spelling
	all = slices.DeleteFunc(all, func(p Proposal) bool { return !swapped[p.Name] && hasProposal(respelled, p.Name) })
	for _, o := range slices.Concat(respelled, c.reshape(), c.dateDefaults(), c.currencyDefault()) {
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
	return q.isElsewhere(o.Name, o.Quote.Value, func(other string) bool { return hasProposal(all, other) })
}

const (
	// maxSlips is the number of examples that may be slips if the extraction was confident.
	maxSlips = 2
	// minSureConfidence is the confidence above which a single example does not replace a value.
	minSureConfidence = 0.95
	// minPlaceLikeness is the minimum likeness for using places alone.
	minPlaceLikeness = 0.62
	// minIdenticalLikeness is the minimum likeness of a nearly identical page.
	minIdenticalLikeness = 0.7
	// minSettledConfidence is the confidence above which an address stays although it contains the proposed one or is
	// part of it.
	minSettledConfidence = 0.9
	// minDecisiveConfidence is the minimum confidence of values that decide whether the page matches the template.
	minDecisiveConfidence = 0.8
	// maxUnlikelyConfidence is the confidence below which a value is probably wrong.
	maxUnlikelyConfidence = 0.5
	// minDistinctiveLetters is the minimum number of letters of a distinctive value.
	minDistinctiveLetters = 4
)

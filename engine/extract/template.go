package extract

import (
	"context"
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	find "github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/engine/validate"
)

// minSureConfidence is the confidence that a single correction does not outweigh: 99 of 100 such values are right.
const minSureConfidence = 0.95

// templateMatch is the result of matching templates to a document; the zero value has no template.
type templateMatch struct {
	templates    []template.Template // candidates from Request.FindTemplates
	fingerprint  template.Fingerprint
	template     *template.Template // the matched template
	likeness     float64
	page         *match.Page
	fields       map[string]match.Proposal    // that were applied
	changedCells map[string]*template.Example // that changed cells of lists, by path
}

func findTemplates(ctx context.Context, doc *annotate.Document, req Request) templateMatch {
	if req.FindTemplates == nil || len(doc.Layout.Pages) == 0 {
		return templateMatch{}
	}
	f := match.Fingerprint(doc)
	if len(f.Keys) == 0 {
		return templateMatch{}
	}
	return templateMatch{templates: req.FindTemplates(ctx, f), fingerprint: f, fields: map[string]match.Proposal{},
		changedCells: map[string]*template.Example{}}
}

// choose selects the template for a document of a type, if one matches.
func (l *templateMatch) choose(kind result.DocumentType) {
	if best, likeness := match.Best(l.fingerprint, kind, l.templates); likeness > 0 {
		l.template, l.likeness = &best, likeness
	}
}

// decideWithTemplates is decide with the types that people gave to similar documents.
func (m Models) decideWithTemplates(
	known *templateMatch, doc *formrole.Document, ranking classify.Ranking, language string,
) (
	classify.Verdict, *value.Set,
) {
	read, set := m.decide(doc, ranking, language)
	if v := known.classification(ranking, read); v.Type != read.Type {
		return v, m.Fields.Extract(doc, v.Type, language)
	}
	return read, set
}

// classification returns the type that people gave to such documents, or read. A title on the page takes precedence,
// and one correction does not outweigh a confident type. Certainty: rule of succession with a prior of one half.
func (l *templateMatch) classification(ranking classify.Ranking, read classify.Verdict) classify.Verdict {
	kind, mistaken := match.DocumentType(l.fingerprint, l.templates)
	switch {
	case kind == "", schema.Of(kind).IsSaved(), ranking.Titled != "" && ranking.Titled != kind, ranking.OtherKind > 0,
		mistaken < 2 && read.Certainty >= minSureConfidence:
		return read
	}
	return classify.Verdict{Type: kind, Certainty: float64(mistaken+1) / float64(mistaken+2)}
}

// useSavedType returns the saved type of such documents and puts its schema into the request, if the document may have
// any type and has neither a schema nor the title of a built-in type other than generic.
func (l *templateMatch) useSavedType(req *Request, ranking classify.Ranking, auto bool) *template.SavedType {
	isTitled := ranking.Titled != "" && ranking.Titled != result.TypeGeneric
	if !auto || req.Schema != nil || isTitled {
		return nil
	}
	saved := match.SavedType(l.fingerprint, l.templates)
	if saved == nil {
		return nil
	}
	parsed, err := custom.Parse(saved.Schema)
	if err != nil {
		return nil
	}
	req.Schema = parsed
	return saved
}

// isCertain reports whether no template may overrule the source.
func isCertain(s document.Source) bool { return s == document.SourceXML || s == document.SourceCode }

// applyFields applies the template's proposals for the fields of a type, except those that make another check fail.
func (l *templateMatch) applyFields(
	set *value.Set, doc *annotate.Document, kind result.DocumentType, sure func(name string) float64,
) {
	l.page = match.NewPage(doc, set.Text("currency"))
	reading := func(name string) match.Reading {
		return match.Reading{Value: set.Text(name), Confidence: sure(name)}
	}
	proposals := l.page.Propose(l.template, match.Question{
		Targets: match.Targets(kind, nil), Likeness: l.likeness, Read: reading,
	})
	if match.HasLanguage(kind) {
		if p, ok := l.page.Language(l.template, reading("language")); ok {
			proposals = append(proposals, p)
		}
	}
	if len(proposals) == 0 {
		return
	}
	failed := countFailures(set)
	for refused := len(proposals) + 1; len(proposals) > 0 && len(proposals) < refused; {
		refused = len(proposals)
		proposals = slices.DeleteFunc(proposals, func(p match.Proposal) bool {
			return l.tryProposals(set, doc, &failed, p)
		})
	}
	l.tryProposals(set, doc, &failed, proposals...)
}

// tryProposals applies proposals unless a further check fails; false if others must come first or together with these.
func (l *templateMatch) tryProposals(
	set *value.Set, doc *annotate.Document, failed *int, proposals ...match.Proposal,
) (settled bool) {
	before, changed := maps.Clone(set.Scalars), proposals[:0:0]
	for _, p := range proposals {
		if putProposal(set, doc, p) {
			changed = append(changed, p)
		}
	}
	n := countFailures(set)
	if n > *failed {
		set.Scalars = before
		return false
	}
	*failed = n
	for _, p := range changed {
		l.fields[p.Name] = p
	}
	return true
}

func putProposal(set *value.Set, doc *annotate.Document, p match.Proposal) (changed bool) {
	old, had := set.Scalars[p.Name]
	switch {
	case had && isCertain(old.Source):
		return false
	case p.Absent:
		delete(set.Scalars, p.Name)
		return true
	}
	proposed := citeProposal(p)
	if isRecognized(p) {
		proposed.Value = fields.Respelled(doc, p.Name, proposed.Value)
	}
	if had && proposed.Value == old.Value {
		return false
	}
	set.Scalars[p.Name] = proposed
	return true
}

// isRecognized reports whether a proposal quotes text from OCR.
func isRecognized(p match.Proposal) bool {
	return slices.ContainsFunc(p.Quote.Parts, layout.Part.Recognized)
}

func countFailures(set *value.Set) int {
	n := 0
	for _, o := range validate.Run(set) {
		if !o.Passed {
			n++
		}
	}
	return n
}

func citeProposal(p match.Proposal) value.Value {
	v := value.Value{Value: p.Quote.Value, Legibility: 1} // a language has no place on the page
	if len(p.Quote.Parts) > 0 {
		v = p.Quote.Cite()
	}
	v.Source, v.Score = document.SourceLearned, match.Share(p.Held, p.Contradicted)
	return v
}

// applyCustom applies the template's proposals for the caller's custom fields.
func (l *templateMatch) applyCustom(own, set *value.Set, lay *layout.Layout, req Request) {
	if l.template == nil || l.page == nil {
		return
	}
	l.applyLists(own, lay)
	targets := match.Targets(schema.TypeAuto, req.Schema)
	for name := range targets {
		if set.Has(name) {
			delete(targets, name)
		}
	}
	for _, p := range l.page.Propose(l.template, match.Question{
		Targets: targets, Likeness: l.likeness,
		Read: func(name string) match.Reading {
			return match.Reading{Value: own.Text(name), Confidence: customField(own.Scalars[name]).Confidence}
		},
	}) {
		switch v := own.Scalars[p.Name]; {
		case p.Absent:
			delete(own.Scalars, p.Name)
		case p.Confirms:
			v.Confirmed = match.Share(p.Held, p.Contradicted)
			own.Scalars[p.Name] = v
		case !find.Accepts(p.Name, p.Quote.Value): // the place holds something else on this page
		default:
			own.Scalars[p.Name], l.fields[p.Name] = citeProposal(p), p
		}
	}
}

// report records the template in the result, and in each field which example its value comes from.
func (l *templateMatch) report(r *result.Result) {
	if l.template != nil {
		r.Memory = &result.Memory{Layout: l.template.ID, Version: l.template.Version}
	}
	learned := func(path string, from *template.Example) {
		if f, ok := r.Fields[path]; ok && f.Source == document.SourceLearned {
			f.Learned = &result.Learned{Layout: l.template.ID, Document: from.Document, Correction: from.Correction}
			r.Fields[path] = f
		}
	}
	for name, p := range l.fields {
		learned(name, p.Example)
	}
	for path, example := range l.changedCells {
		learned(path, example)
	}
}

// checkBank checks the IBAN against the vendor's earlier accounts, found by name or tax ID; nil if none is known.
func (l *templateMatch) checkBank(set *value.Set) []validate.CheckResult {
	account := set.Text("iban")
	if account == "" || set.Text("bankName") != "" {
		return nil
	}
	accounts := match.Accounts(l.templates, set.Text("vendorName"), set.Text("vendorTaxId"))
	if len(accounts) == 0 {
		return nil
	}
	return []validate.CheckResult{validate.Bank(account, slices.Contains(accounts, match.Identifier(account)))}
}

package extract

import (
	"context"
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/engine/verify"
	"github.com/docmill/docmill/engine/verify/validate"
)

// learned is what a memory brought to a document; its zero value is no memory.
type learned struct {
	known       []template.Layout // that were answered
	fingerprint template.Fingerprint
	layout      *template.Layout // by which the document is read
	// likeness of the document to the layout
	likeness float64
	page     *match.Page
	fields   map[string]match.Proposal // that were taken
	cells    map[string]bool           // paths of line items that were taken
	columns  *template.Lesson          // that taught them
}

// recalled asks for the layouts that are known.
func recalled(ctx context.Context, doc *annotate.Document, req Request) learned {
	if req.Recall == nil || len(doc.Layout.Pages) == 0 {
		return learned{}
	}
	f := match.Fingerprint(doc)
	if len(f.Keys) == 0 {
		return learned{}
	}
	return learned{known: req.Recall(ctx, f), fingerprint: f, fields: map[string]match.Proposal{}}
}

// choose takes the layout by which a document of a type is read, if one is known.
func (l *learned) choose(kind result.DocumentType) {
	if best, likeness := match.Best(l.fingerprint, kind, l.known); likeness > 0 {
		l.layout, l.likeness = &best, likeness
	}
}

// decideBy is decide by what people said of the type of such documents.
func (m Models) decideBy(
	known *learned, doc *annotate.Document, ranking classify.Ranking, language string,
) (
	classify.Verdict, *value.Set,
) {
	read, set := m.decide(doc, ranking, language)
	if v := known.verdict(ranking, read); v.Type != read.Type {
		return v, m.Fields.Extract(doc, v.Type, language)
	}
	return read, set
}

// verdict returns the type that people gave to documents of the layout and the
// vendor in place of the one that was read, where it is to be taken: what a title
// names goes before it, and one person may be wrong where the reading is sure. Its
// certainty is by the rule of succession, with a prior of one right in two.
func (l *learned) verdict(ranking classify.Ranking, read classify.Verdict) classify.Verdict {
	kind, mistaken := match.Kind(l.fingerprint, l.known)
	switch {
	case kind == "", ranking.Titled != "" && ranking.Titled != kind, ranking.OtherKind > 0,
		mistaken < 2 && read.Certainty >= sureOf:
		return read
	}
	return classify.Verdict{Type: kind, Certainty: float64(mistaken+1) / float64(mistaken+2)}
}

// certain are the sources that no memory overrules.
func certain(s document.Source) bool { return s == document.SourceXML || s == document.SourceCode }

// into puts what the layout proposes for the fields of a type into the set, but
// for what makes a check fail that did not fail before.
func (l *learned) into(
	set *value.Set, doc *annotate.Document, kind result.DocumentType, sure func(name string) float64,
) {
	l.page = match.View(doc, set.Text("currency"))
	reading := func(name string) match.Reading {
		return match.Reading{Value: set.Text(name), Confidence: sure(name)}
	}
	proposals := l.page.Propose(l.layout, match.Question{
		Targets: match.Targets(kind, nil), Likeness: l.likeness, Read: reading,
	})
	if match.HasLanguage(kind) {
		if p, ok := l.page.Language(l.layout, reading("language")); ok {
			proposals = append(proposals, p)
		}
	}
	if len(proposals) == 0 {
		return
	}
	failed := failures(set)
	for refused := len(proposals) + 1; len(proposals) > 0 && len(proposals) < refused; {
		refused = len(proposals)
		proposals = slices.DeleteFunc(proposals, func(p match.Proposal) bool {
			return l.putAll(set, doc, &failed, p)
		})
	}
	l.putAll(set, doc, &failed, proposals...)
}

// putAll puts proposals into the set, unless they make a check fail that had not: false
// says that others may have to be put first, or with them, as a net sum with its tax.
func (l *learned) putAll(
	set *value.Set, doc *annotate.Document, failed *int, proposals ...match.Proposal,
) (settled bool) {
	before, changed := maps.Clone(set.Scalars), proposals[:0:0]
	for _, p := range proposals {
		if putOne(set, doc, p) {
			changed = append(changed, p)
		}
	}
	n := failures(set)
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

// putOne puts a proposal into the set; false where that changes nothing.
func putOne(set *value.Set, doc *annotate.Document, p match.Proposal) (changed bool) {
	old, had := set.Scalars[p.Name]
	switch {
	case had && certain(old.Source):
		return false
	case p.Absent:
		delete(set.Scalars, p.Name)
		return true
	}
	proposed := citeLearned(p)
	if recognised(p) {
		proposed.Value = fields.Respelled(doc, p.Name, proposed.Value)
	}
	if had && proposed.Value == old.Value {
		return false
	}
	set.Scalars[p.Name] = proposed
	return true
}

// recognised reports whether a proposal quotes pixels.
func recognised(p match.Proposal) bool {
	return slices.ContainsFunc(p.Quote.Parts, layout.Part.Recognized)
}

// confidences returns what tells the probability of a value that was read, as long
// as the set is as it is now.
func confidences(
	set *value.Set, outcomes []verify.Outcome, model *calibrate.Model, whole documentContext,
) func(path string) float64 {
	a := newAssembly(set, append(verify.Run(set), outcomes...), model, whole)
	return func(path string) float64 {
		if v, ok := set.At(path); ok {
			return a.field(path, fieldOf(path), v).Confidence
		}
		return 0
	}
}

func failures(set *value.Set) int {
	n := 0
	for _, o := range verify.Run(set) {
		if !o.Passed {
			n++
		}
	}
	return n
}

func citeLearned(p match.Proposal) value.Value {
	v := value.Value{Value: p.Quote.Value, Legibility: 1} // a language stands nowhere on the page
	if len(p.Quote.Parts) > 0 {
		v = p.Quote.Cite()
	}
	v.Source, v.Score = document.SourceLearned, match.Share(p.Held, p.Contradicted)
	return v
}

// intoOwn does the same for the caller's own fields.
func (l *learned) intoOwn(own, set *value.Set, req Request) {
	if l.layout == nil || l.page == nil {
		return
	}
	targets := match.Targets(schema.TypeAuto, req.Schema)
	for name := range targets {
		if set.Has(name) {
			delete(targets, name)
		}
	}
	for _, p := range l.page.Propose(l.layout, match.Question{
		Targets: targets, Likeness: l.likeness,
		Read: func(name string) match.Reading { return match.Reading{Value: own.Text(name)} },
	}) {
		if p.Absent {
			delete(own.Scalars, p.Name)
			continue
		}
		own.Scalars[p.Name] = citeLearned(p)
		l.fields[p.Name] = p
	}
}

// explain says in a field what taught it.
func (l *learned) explain(name string, f *result.Field) {
	if p, ok := l.fields[name]; ok && f.Source == document.SourceLearned {
		f.Learned = &result.Learned{Layout: l.layout.ID, Document: p.Lesson.Document, Correction: p.Lesson.Correction}
	}
}

// state names the layout in the result.
func (l *learned) state(r *result.Result) {
	if l.layout != nil {
		r.Memory = &result.Memory{Layout: l.layout.ID, Version: l.layout.Version}
	}
	for name := range l.fields {
		if f, ok := r.Fields[name]; ok {
			l.explain(name, &f)
			r.Fields[name] = f
		}
	}
	l.stateCells(r)
}

// bank checks the account to pay to against those that the vendor had before, by
// its name or tax number; nothing where none is known.
func (l *learned) bank(set *value.Set) []verify.Outcome {
	account := set.Text("iban")
	if account == "" || set.Text("bankName") != "" {
		return nil
	}
	accounts := match.Accounts(l.known, set.Text("vendorName"), set.Text("vendorTaxId"))
	if len(accounts) == 0 {
		return nil
	}
	return []verify.Outcome{validate.Bank(account, slices.Contains(accounts, match.Identifier(account)))}
}

// Package extract turns a document that was read into a result: layout, type, fields, checks and probabilities.
package extract

import (
	"cmp"
	"context"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/einvoicefields"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/repair"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/validate"
)

// Extract makes a result from a document that was read. Unlike [Models.Document] it also uses the request's schema,
// answers and learned templates.
func (m Models) Extract(ctx context.Context, doc *document.Document, req Request) *result.Result {
	model := cmp.Or(m.Calibration, &calibrate.Model{})
	annotated := m.annotate(doc)
	lay := annotated.Layout
	ranking := m.Kinds.Rank(annotated)
	verdict := ranking.Verdict()
	invoice, unread := structured(doc, req)
	if invoice != nil {
		verdict = classify.Verdict{Type: einvoicefields.Type(invoice), Certainty: 1}
	}
	asked, kind := req.DocumentType, req.DocumentType
	language := classify.Language(lay)
	var set *value.Set
	auto := asked == "" || asked == result.TypeAuto
	known := findTemplates(ctx, annotated, req)
	if auto && invoice == nil {
		verdict, set = m.decideWithTemplates(&known, annotated, ranking, language)
	}
	if auto {
		kind = verdict.Type
	}
	if set == nil {
		set = m.Fields.Extract(annotated, kind, language)
	}
	whole := contextOf(annotated, kind, verdict.Certainty)
	codes := mergeCodes(set, doc, kind)
	known.choose(kind)
	settled := invoice != nil && einvoicefields.Serves(kind)
	if !settled {
		repairValues(set, lay, kind, req)
		known.apply(m, set, annotated, kind, func() func(path string) float64 {
			return confidences(set, codes, model, whole)
		})
	}
	outcomes := append(validate.Run(set), codes...)
	if settled {
		set, outcomes = reconcile(invoice, kind, lay, newAssembly(set, outcomes, model, whole))
	}
	outcomes = append(append(outcomes, readFailures(doc, lay, unread)...), known.checkBank(set)...)
	if kind == asked {
		outcomes = append(outcomes, validate.DocumentType(asked, verdict.Type))
	}
	a := newAssembly(set, outcomes, model, whole)
	a.result = emptyResult(kind, doc, basisOf(set, language))
	if settled {
		einvoicefields.State(a.result.Basis, invoice)
	}
	a.assemble(doc)
	finding := llm.Finding{Layout: lay, Schema: req.Schema, Custom: a.ownFields(annotated, &known, req),
		TypeRequested: settled}
	known.report(a.result)
	if req.WantQuestions {
		a.ask(finding, doc, invoice != nil || unread != nil)
	}
	displayed(a.result, doc.Pages)
	a.result.Confidence = a.confidence(verdict, lay)
	return a.result
}

// annotate computes the layout, recognizes dates, amounts and codes, and tags the words.
func (m Models) annotate(doc *document.Document) *annotate.Document {
	annotated := annotate.New(layout.Analyze(doc))
	annotated.Tags = m.Tagger.Tag(annotated)
	return annotated
}

func emptyResult(kind result.DocumentType, doc *document.Document, basis *result.Basis) *result.Result {
	return &result.Result{
		DocumentType: kind,
		Data:         map[string]any{},
		Fields:       map[string]result.Field{},
		Checks:       []result.Check{},
		MIMEType:     doc.MIMEType,
		Basis:        basis,
	}
}

// repairValues corrects OCR errors and merges LLM answers, before the checks that the record shows run.
func repairValues(set *value.Set, lay *layout.Layout, kind result.DocumentType, req Request) {
	repair.Values(set, lay)
	if req.Answers != nil {
		llm.Merge(set, lay, kind, *req.Answers)
	}
}

// Document makes a result from a document that was read: layout, type, fields, checks and probabilities. It is a pure
// function. It keeps an asked type other than result.TypeAuto (or empty); if the document looks like another type,
// the check type_matches fails. An attached e-invoice takes precedence over the pages; see package einvoicefields.
func (m Models) Document(doc *document.Document, asked result.DocumentType) *result.Result {
	return m.Extract(context.Background(), doc, Request{DocumentType: asked})
}

// DocumentByTemplates is Document with known templates.
func (m Models) DocumentByTemplates(doc *document.Document, asked result.DocumentType,
	known []template.Template) *result.Result {
	return m.Extract(context.Background(), doc, Request{DocumentType: asked,
		FindTemplates: func(context.Context, template.Fingerprint) []template.Template { return known }})
}

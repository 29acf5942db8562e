package extract

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/repair"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// repair corrects OCR errors and merges LLM answers, before the checks that the record shows run.
func repairValues(set *value.Set, lay *layout.Layout, kind result.DocumentType, req Request) {
	repair.Values(set, lay)
	if req.Answers != nil {
		llm.Merge(set, lay, kind, *req.Answers)
	}
}

// ownFields finds the caller's custom fields and adds them to the result. It returns nil without a schema.
func (a *assembly) ownFields(doc *annotate.Document, known *templateMatch, req Request) *value.Set {
	if req.Schema == nil {
		return nil
	}
	own := custom.Extract(doc, req.Schema)
	known.applyCustom(own, a.set, req)
	if req.Answers != nil {
		llm.MergeCustom(own, a.set, req.Schema, doc.Layout, *req.Answers)
	}
	a.addCustom(own)
	return own
}

// ask adds questions about missing fields. They need attachments only if those hold an e-invoice.
func (a *assembly) ask(f llm.Finding, doc *document.Document, structured bool) {
	f.DocumentType, f.Set, f.Outcomes = a.result.DocumentType, a.set, a.outcomes
	kept := *doc
	if !structured {
		kept.Attachments = nil
	}
	a.result.Questions = llm.Questions(f, &kept)
}

package extract

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
)

// LearnRequest is a reviewed document with its corrected record.
type LearnRequest struct {
	// Request extracts the document again. Its type must be that of the record, and its schema the one that the
	// record was made with.
	Request
	// Data is the corrected data of the record; the file is Request.Data.
	Data map[string]any
	// Touched names the corrected or confirmed fields. With Reviewed, all fields of the record are right, and absent
	// fields are rightly absent.
	Touched  []string
	Reviewed bool
	// Document is the document's id. Correction is the id of its newest correction, 0 for none. At is the time of the
	// review.
	Document   string
	Correction int64
	At         time.Time
}

// Learn makes the example of a document that was read.
func (m Models) Learn(ctx context.Context, doc *document.Document, req LearnRequest) template.Example {
	l := template.Example{Version: template.Version}
	if len(doc.Pages) > 0 {
		plain := req.Request
		plain.FindTemplates, plain.Answers, plain.WantQuestions = nil, nil, false
		plain.IgnoreEmbeddedXML = true // the example is learned from the page alone
		read := m.Extract(ctx, doc, plain)
		seen := match.CorrectedRecord{Type: read.DocumentType, Schema: req.Schema,
			Right: map[string]string{}, Read: map[string]string{}, Sure: map[string]bool{}}
		for name, v := range read.Data {
			seen.Read[name], _ = v.(string)
			seen.Sure[name] = read.Fields[name].Confidence >= minSureConfidence
		}
		for name, v := range req.Data {
			if text, ok := v.(string); ok && text != "" && (req.Reviewed || slices.Contains(req.Touched, name)) {
				seen.Right[name] = text
			}
		}
		seen.Absent = absentFields(req, seen)
		annotated := m.annotate(doc)
		page := match.NewPage(annotated, seen.Right["currency"])
		seen.Items = m.learnItems(annotated, page, read, req)
		l = page.Learn(seen)
		l.Mistyped = m.isMistyped(annotated, req.DocumentType)
	}
	l.Document, l.Correction, l.At = req.Document, req.Correction, req.At
	return l
}

// isMistyped reports whether a document whose type a person corrected would be classified differently.
func (m Models) isMistyped(doc *annotate.Document, kind result.DocumentType) bool {
	if kind == "" || kind == result.TypeAuto {
		return false
	}
	verdict, _ := m.decide(doc, m.Kinds.Rank(doc), classify.Language(doc.Layout))
	return verdict.Type != kind
}

// absentFields names the fields that were extracted and that the person removed.
func absentFields(req LearnRequest, seen match.CorrectedRecord) []string {
	var names []string
	for name, read := range seen.Read {
		_, kept := req.Data[name]
		if read != "" && !kept && (req.Reviewed || slices.Contains(req.Touched, name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

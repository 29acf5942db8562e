package child

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
)

// errDeferred ends a reading when the parent answers Stop.
var errDeferred = errors.New("deferred by the parent")

func extractDocument(ctx context.Context, x Extractor, j Job, ask askParent, data []byte) ([]byte, error) {
	req, err := requestOf(j)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req.Data = data
	if j.AskBeforePage {
		req.BeforePage = ask.beforePage(cancel)
	}
	if j.AskLayouts {
		req.FindTemplates = ask.layouts(cancel)
	}
	var a Answer
	req.Timings = &a.Timings
	gc := recognitionGC{before: req.BeforePage}
	req.BeforePage = gc.beforePage
	start := time.Now()
	found, err := x.Extract(ctx, req)
	gc.restore()
	switch {
	case errors.Is(context.Cause(ctx), errDeferred):
		a.Deferred, err = true, nil
	case err == nil:
		a.Extraction, err = extractionOf(found)
		a.Questions = questionsOf(found)
	case ctx.Err() != nil:
		a.Failure, err = TimedOut(), nil
	default:
		a.Failure, a.Cause, err = failureOf(err)
	}
	if err != nil {
		return nil, err
	}
	return encode(a, start)
}

// complete extracts a document again that was read before, with answers to its questions.
func complete(ctx context.Context, x Extractor, j Job, ask askParent, data []byte) ([]byte, error) {
	var body AnsweredDocument
	doc := &document.Document{}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, fmt.Errorf("answers: %w", err)
	}
	if err := json.Unmarshal(body.Document, doc); err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}
	req, err := requestOf(j)
	if err != nil {
		return nil, err
	}
	answers, err := llm.ParseAnswers(body.Answers)
	if err != nil {
		return nil, err
	}
	req.Answers = &answers
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if j.AskLayouts {
		req.FindTemplates = ask.layouts(cancel)
	}
	start := time.Now()
	found, err := x.Answer(ctx, doc, req)
	if err != nil {
		return nil, err
	}
	var a Answer
	for _, f := range found.Fields {
		if f.Source == document.SourceModel {
			a.FromModel++
		}
	}
	if a.Extraction, err = extractionOf(found); err != nil {
		return nil, err
	}
	return encode(a, start)
}

// encode encodes an answer. An extraction that is too large to be stored becomes a failure.
func encode(a Answer, start time.Time) ([]byte, error) {
	a.ProcessingTimeNs = time.Since(start).Nanoseconds()
	encoded, err := json.Marshal(a)
	if err == nil && a.Extraction.Size() > contract.MaxExtraction {
		a.Extraction, a.Questions, a.Failure = nil, nil, TooLarge()
		encoded, err = json.Marshal(a)
	}
	return encoded, err
}

// askParent sends a question to the parent process and returns its answer.
type askParent func(question []byte) (answer []byte, err error)

// beforePage ends the whole reading on Stop or if the parent cannot be asked: no other part may be read instead.
func (ask askParent) beforePage(end context.CancelCauseFunc) read.BeforePage {
	return func(context.Context) error {
		answer, err := ask(nil)
		if err == nil && string(answer) == Stop {
			err = errDeferred
		}
		if err != nil {
			end(err)
		}
		return err
	}
}

// layouts asks the parent for layouts like a fingerprint. Failed requests end the reading; invalid answers are none.
func (ask askParent) layouts(
	end context.CancelCauseFunc,
) func(context.Context, template.Fingerprint) []template.Template {
	return func(_ context.Context, f template.Fingerprint) []template.Template {
		question, err := json.Marshal(f)
		if err != nil {
			return nil
		}
		answer, err := ask(question)
		if err != nil {
			end(err)
			return nil
		}
		var layouts []template.Template
		if len(answer) == 0 || json.Unmarshal(answer, &layouts) != nil {
			return nil
		}
		return layouts[:min(len(layouts), template.MaxTemplates)]
	}
}

// requestOf returns the request that a job makes, without the file.
func requestOf(j Job) (extract.Request, error) {
	req := extract.Request{
		DocumentType: result.DocumentType(j.DocumentType), IgnoreEmbeddedXML: j.IgnoreEmbeddedXML,
		WantQuestions: j.WantQuestions,
	}
	if len(j.Schema) == 0 {
		return req, nil
	}
	var err error
	req.Schema, err = custom.Parse(j.Schema) // the gateway refuses an invalid one at upload
	return req, err
}

// extractionOf encodes what was found. Missing parts are empty objects or lists, never null.
func extractionOf(r *result.Result) (*contract.Extraction, error) {
	x := &contract.Extraction{
		DocumentType: string(r.DocumentType), TypeVersion: r.TypeVersion, Confidence: r.Confidence,
		MIMEType: r.MIMEType, Pages: r.Pages,
	}
	data, fields, checks := r.Data, r.Fields, r.Checks
	if data == nil {
		data = map[string]any{}
	}
	if fields == nil {
		fields = map[string]result.Field{}
	}
	if checks == nil {
		checks = []result.Check{}
	}
	var errs [5]error
	x.Data, errs[0] = json.Marshal(data)
	x.Fields, errs[1] = json.Marshal(fields)
	x.Checks, errs[2] = json.Marshal(checks)
	if r.Basis != nil {
		x.Basis, errs[3] = json.Marshal(r.Basis)
	}
	if r.Memory != nil {
		x.Memory, errs[4] = json.Marshal(r.Memory)
	}
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("encode extraction: %w", err)
	}
	return x, nil
}

// questionsOf encodes a document's open questions; questions that cannot be encoded are not asked.
func questionsOf(r *result.Result) json.RawMessage {
	if r.Questions == nil {
		return nil
	}
	b, err := json.Marshal(r.Questions)
	if err != nil {
		return nil
	}
	return b
}

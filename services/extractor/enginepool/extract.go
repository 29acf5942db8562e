package enginepool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
)

// Job says what to extract.
type Job struct {
	// Owner of the document: a child process works for one owner only.
	Owner        string
	DocumentType string          // as the client named it; "auto" or empty classifies
	Schema       json.RawMessage // of custom fields, or nil; see package custom
	// IgnoreEmbeddedXML makes the result say what the pages show, even if the file embeds an e-invoice.
	IgnoreEmbeddedXML bool
	// WantQuestions adds to the answer what the document left open.
	WantQuestions bool
	// BeforePage is called before each page whose pixels are recognized, and may block. If it returns
	// false, the answer is Deferred. Nil lets every page pass.
	BeforePage func(ctx context.Context) (goOn bool)
	// Layouts is called once with the document's fingerprint and returns the layouts that resemble it,
	// as JSON of package template; nil for none. It must return soon. If it is nil, the document is read
	// without layouts.
	Layouts func(ctx context.Context, fingerprint []byte) (layouts []byte)
}

// Answer is how a document ended: an extraction, or a failure that is caused by the file.
type Answer struct {
	Extraction     *contract.Extraction
	Failure        *contract.Failure
	ProcessingTime time.Duration // of the engine alone
	// Questions that the extraction leaves open; nil for none, or if the job does not want them.
	Questions *Questions
	// FromModel counts the fields whose values come from answers to questions.
	FromModel int
	// Deferred means that Job.BeforePage returned false.
	Deferred bool
	// Timings is how long each stage took; zero if the document did not come to an end.
	Timings extract.Timings
}

// Questions are what an extraction left open, with the document, which only a child process decodes.
type Questions struct {
	result.Questions
	Document json.RawMessage `json:"document"`
}

// Milliseconds is the engine's time, rounded to the nearest millisecond.
func (a Answer) Milliseconds() int64 { return a.ProcessingTime.Round(time.Millisecond).Milliseconds() }

func (j Job) message() child.Job {
	return child.Job{
		DocumentType: j.DocumentType, Schema: j.Schema, IgnoreEmbeddedXML: j.IgnoreEmbeddedXML,
		WantQuestions: j.WantQuestions, AskBeforePage: j.BeforePage != nil,
		AskLayouts: j.Layouts != nil,
	}
}

// withCallbacks answers the child's questions: an empty one with BeforePage, a fingerprint with Layouts.
func (j Job) withCallbacks(ctx context.Context) context.Context {
	if j.BeforePage == nil && j.Layouts == nil {
		return ctx
	}
	return sandbox.WithAsked(ctx, func(ctx context.Context, question []byte) ([]byte, error) {
		switch {
		case len(question) > 0 && j.Layouts != nil:
			return j.Layouts(ctx, question), ctx.Err()
		case j.BeforePage != nil && !j.BeforePage(ctx):
			return []byte(child.Stop), nil
		}
		return []byte(child.GoOn), ctx.Err()
	})
}

// Extract extracts the file of exactly size bytes. If ctx's deadline passes while the engine works,
// the answer is the failure TIMED_OUT. Errors: one that wraps sandbox.ErrCrashed if the document
// ended its process; ctx's; file's; and others that are not caused by the document.
func (p *Pool) Extract(ctx context.Context, job Job, file io.Reader, size int64) (Answer, error) {
	start := time.Now()
	b, timedOut, err := p.doTimed(job.withCallbacks(ctx), job.Owner, job.message(), file, size)
	if timedOut {
		return Answer{Failure: child.TimedOut(), ProcessingTime: time.Since(start)}, nil
	}
	if err != nil {
		return Answer{}, fmt.Errorf("extract: %w", err)
	}
	return p.decode(b)
}

// Complete extracts a document again that Extract has read before with the same job, with answers to
// its questions: a JSON object as package llm reads it. Errors are those of Extract.
func (p *Pool) Complete(ctx context.Context, job Job, q *Questions, answers []byte) (Answer, error) {
	message := job.message()
	message.Answered, message.WantQuestions = true, false
	body, err := json.Marshal(child.AnsweredDocument{Document: q.Document, Answers: answers})
	if err != nil {
		return Answer{}, fmt.Errorf("encode answers: %w", err)
	}
	b, err := p.do(job.withCallbacks(ctx), job.Owner, message, bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return Answer{}, fmt.Errorf("complete: %w", err)
	}
	return p.decode(b)
}

// decode checks a child's answer: a hostile document may have taken the child over.
func (p *Pool) decode(b []byte) (Answer, error) {
	var a child.Answer
	if err := json.Unmarshal(b, &a); err != nil {
		return Answer{}, fmt.Errorf("answer of the child process: %w", err)
	}
	if a.Failure != nil {
		p.log.Info("document failed", "code", a.Failure.Code, "cause", a.Cause)
	}
	if a.Deferred {
		return Answer{Deferred: true}, nil
	}
	if (a.Extraction == nil) == (a.Failure == nil) {
		return Answer{}, errors.New("answer of the child process has neither or both of extraction and failure")
	}
	answer := Answer{
		Extraction: a.Extraction, Failure: a.Failure,
		ProcessingTime: time.Duration(a.ProcessingTimeNs), FromModel: a.FromModel, Timings: bounded(a.Timings),
	}
	if len(a.Questions) > 0 {
		answer.Questions = &Questions{}
		if err := json.Unmarshal(a.Questions, answer.Questions); err != nil {
			return Answer{}, fmt.Errorf("questions of the child process: %w", err)
		}
	}
	return answer, nil
}

// bounded limits what a child reports to plausible values: metrics add them up.
func bounded(s extract.Timings) extract.Timings {
	const (
		maxTime  = time.Hour // far above any deadline
		maxPages = 10_000
	)
	for _, d := range []*time.Duration{&s.Read, &s.Recognize, &s.Extract} {
		*d = min(max(*d, 0), maxTime)
	}
	s.RecognizedPages = min(max(s.RecognizedPages, 0), maxPages)
	return s
}

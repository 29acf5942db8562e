package extractor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/docmill/docmill/engine/document"
	outside "github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/services/extractor/internal/model"
)

// Questions are what an extraction left open. The document that goes with them
// is handed back to a child process as it came, and never looked at here.
type Questions struct {
	result.Questions
	Document json.RawMessage `json:"document"`
}

// answeredDocument is a document that was read before, with answers to the
// questions that it left.
type answeredDocument struct {
	Document json.RawMessage `json:"document"`
	Answers  json.RawMessage `json:"answers"`
}

// consultReserve is kept of a document's time to bring the answers in and to
// publish the result.
const consultReserve = 5 * time.Second

// consult asks the language model what the extraction left open. Without useful
// answers in time the extraction stays as it is: the model is never the reason
// that a document fails.
func (a *attempt) consult(ctx context.Context, job Job, first Answer) Answer {
	deadline, limited := ctx.Deadline()
	if limited && time.Until(deadline) <= consultReserve {
		return first
	}
	asking, cancel := ctx, context.CancelFunc(func() {})
	if limited {
		asking, cancel = context.WithDeadline(ctx, deadline.Add(-consultReserve))
	}
	defer cancel()
	asking, span := a.tracer.Start(asking, "model")
	start := time.Now()
	reply, err := a.model.Ask(asking, &first.Questions.Questions)
	took := time.Since(start)
	endSpan(span, err)
	a.metrics.consulted(ctx, reply, err, took)
	first.ProcessingTime += took
	if err != nil {
		a.logUnanswered(ctx, reply, err, took)
		return first
	}
	second, err := a.engine.Complete(ctx, job, first.Questions, reply.Answers)
	if err != nil || second.Extraction == nil {
		a.log.Warn("answers of the language model not brought in, the document goes on without", "error", err)
		return first
	}
	a.metrics.filled(ctx, len(first.Questions.Fields), second.FromModel)
	second.ProcessingTime += first.ProcessingTime
	second.Spent = first.Spent // what bringing answers in takes is in the former alone
	return second
}

// logUnanswered is quiet about documents that the model was not asked about:
// there may be many of them.
func (a *attempt) logUnanswered(ctx context.Context, reply model.Reply, err error, took time.Duration) {
	level := slog.LevelWarn
	if errors.Is(err, model.ErrBusy) || errors.Is(err, model.ErrOpen) || errors.Is(err, model.ErrTooLong) {
		level = slog.LevelDebug
	}
	a.log.Log(ctx, level, "language model gave no answer, the document goes on without", "error", err, "ms",
		took.Milliseconds())
	if reply.Opened {
		a.log.Error("language model failed repeatedly and is left alone for a while")
	}
}

// Complete extracts a document again, that Extract has read before with the same
// job, with answers to its questions: a JSON object as package ask reads it.
// Errors are those of Extract.
func (e *Engine) Complete(ctx context.Context, job Job, q *Questions, answers []byte) (Answer, error) {
	header := job.header()
	header.Answered, header.WantQuestions = true, false
	encoded, err := json.Marshal(header)
	if err != nil {
		return Answer{}, fmt.Errorf("encode job: %w", err)
	}
	body, err := json.Marshal(answeredDocument{q.Document, answers})
	if err != nil {
		return Answer{}, fmt.Errorf("encode answers: %w", err)
	}
	b, err := e.do(job.asked(ctx), job.Owner, encoded, bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return Answer{}, fmt.Errorf("complete: %w", err)
	}
	return e.ended(b)
}

// completeDocument is Complete in the child process.
func completeDocument(
	ctx context.Context, x DocumentExtractor, j childJob, ask askParent, data []byte,
) ([]byte, error) {
	var body answeredDocument
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
	answers, err := outside.ParseAnswers(body.Answers)
	if err != nil {
		return nil, err
	}
	req.Answers = &answers
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if j.AskLayouts {
		req.Recall = ask.recall(cancel)
	}
	start := time.Now()
	found, err := x.Answer(ctx, doc, req)
	if err != nil {
		return nil, err
	}
	answer := childAnswer{FromModel: fromModel(found)}
	if answer.Extraction, err = extractionOf(found); err != nil {
		return nil, err
	}
	answer.ProcessingTimeNs = time.Since(start).Nanoseconds()
	return json.Marshal(answer)
}

// questionsOf encodes the questions that a document leaves. Those that cannot be
// encoded are not asked.
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

func fromModel(r *result.Result) int {
	n := 0
	for _, f := range r.Fields {
		if f.Source == document.SourceModel {
			n++
		}
	}
	return n
}

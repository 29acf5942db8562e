package extractor

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/llmclient"
)

// llmReserve is the part of a document's time that is kept to use the answers and to publish the
// result.
const llmReserve = 5 * time.Second

// askLLM asks the language model what the extraction left open. Without useful answers in time the
// extraction stays as it is: a document never fails because of the model.
func (a *attempt) askLLM(ctx context.Context, job enginepool.Job, first enginepool.Answer) enginepool.Answer {
	deadline, limited := ctx.Deadline()
	if limited && time.Until(deadline) <= llmReserve {
		return first
	}
	asking, cancel := ctx, context.CancelFunc(func() {})
	if limited {
		asking, cancel = context.WithDeadline(ctx, deadline.Add(-llmReserve))
	}
	defer cancel()
	asking, span := a.tracer.Start(asking, "model")
	start := time.Now()
	reply, err := a.llm.Ask(asking, &first.Questions.Questions)
	took := time.Since(start)
	endSpan(span, err)
	a.metrics.recordLLM(ctx, reply, err, took)
	first.ProcessingTime += took
	if err != nil {
		a.logLLMError(ctx, reply, err, took)
		return first
	}
	second, err := a.engine.Complete(ctx, job, first.Questions, reply.Answers)
	if err != nil || second.Extraction == nil {
		a.log.Warn("answers of the language model not used, the document continues without them", "error", err)
		return first
	}
	a.metrics.recordLLMFields(ctx, len(first.Questions.Fields), second.FromModel)
	second.ProcessingTime += first.ProcessingTime
	second.Timings = first.Timings // using the answers counts in the processing time only
	return second
}

// logLLMError logs at debug level if the model was not asked: that may concern many documents.
func (a *attempt) logLLMError(ctx context.Context, reply llmclient.Reply, err error, took time.Duration) {
	level := slog.LevelWarn
	if errors.Is(err, llmclient.ErrBusy) || errors.Is(err, llmclient.ErrOpen) || errors.Is(err, llmclient.ErrTooLong) {
		level = slog.LevelDebug
	}
	a.log.Log(ctx, level, "no answer of the language model, the document continues without it", "error", err, "ms",
		took.Milliseconds())
	if reply.Opened {
		a.log.Error("language model failed repeatedly, it is not asked for a while")
	}
}

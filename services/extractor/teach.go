package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/internal/slot"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// teachWait is how long a request to teach waits for a worker: what people wait
// for goes first, and the gateway asks again.
const teachWait = 10 * time.Second

// Lesson says what people left of a document that layouts are to be taught by.
type Lesson struct {
	Document   string          `json:"document"`
	Data       json.RawMessage `json:"data"`
	Touched    []string        `json:"touched"`
	Reviewed   bool            `json:"reviewed"`
	Correction int64           `json:"correction"`
	At         time.Time       `json:"at"`
}

// maxLesson is longer than any request says that its lesson may take.
const maxLesson = 24 * time.Hour

// teach reads a document again that people have seen, and returns what it
// teaches. It is the slow lane's work, and makes way between pages as that does.
func (p *pages) teach(ctx context.Context, req contract.TeachRequest) (reply contract.TeachReply, err error) {
	start := time.Now()
	defer func() { p.metrics.answered(ctx, "lesson", err, time.Since(start)) }()
	limit := time.Duration(req.DeadlineMs) * time.Millisecond
	defer p.bus.Watch(contract.RPCPageTeach, limit)()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	hold, err := p.slowWorker(ctx)
	if err != nil {
		return reply, fault.Unavailable(err, pageRetry)
	}
	defer hold.Release()
	defer context.AfterFunc(p.stopping, func() { time.AfterFunc(min(pageGrace, p.cfg.DrainTimeout), cancel) })()

	file, err := p.files.Get(ctx, req.GetURL, transfer.File{Size: req.FileSize, SHA256: req.SHA256})
	if err != nil {
		if ctx.Err() != nil {
			err = fault.Unavailable(err, pageRetry)
		}
		return reply, err
	}
	defer func() { _ = file.Close() }()
	job := Job{
		Owner: req.Tenant, DocumentType: req.DocumentType, Schema: req.Schema,
		BeforePage: func(ctx context.Context) bool { return hold.MakeWay(ctx) == nil },
	}
	taught, failure, err := p.engine.Teach(ctx, job, Lesson{
		Document: req.DocumentID, Data: req.Data, Touched: req.Touched, Reviewed: req.Reviewed,
		Correction: req.Correction, At: req.At,
	}, file, req.FileSize)
	switch {
	case failure != nil:
		return reply, fault.New(contract.CodeNotFound, "Nothing is to be learned from this document. %s", failure.Message)
	case errors.Is(err, sandbox.ErrCrashed), tooSlow(ctx, err):
		return reply, fault.Wrap(err, contract.CodeNotFound,
			"Nothing is to be learned from this document. It is too complex.")
	case ctx.Err() != nil:
		return reply, fault.Unavailable(err, pageRetry)
	}
	return contract.TeachReply{Lesson: taught}, err
}

func (p *pages) slowWorker(ctx context.Context) (*slot.Hold, error) {
	ctx, cancel := context.WithTimeout(ctx, teachWait)
	defer cancel()
	defer context.AfterFunc(p.stopping, cancel)()
	return p.slots.Take(ctx, contract.LaneSlow)
}

// Teach returns what a file of exactly size bytes teaches, as JSON of
// memory.Lesson, or the failure that lies in it. Errors are those of Extract.
func (e *Engine) Teach(
	ctx context.Context, job Job, lesson Lesson, file io.Reader, size int64,
) (json.RawMessage, *contract.Failure, error) {
	header := job.header()
	header.Teach = &lesson
	encoded, err := json.Marshal(header)
	if err != nil {
		return nil, nil, fmt.Errorf("encode job: %w", err)
	}
	b, err := e.do(job.asked(ctx), job.Owner, encoded, file, size)
	if err != nil {
		return nil, nil, fmt.Errorf("teach: %w", err)
	}
	var answer lessonAnswer
	if err := json.Unmarshal(b, &answer); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errAnswer, err)
	}
	if (answer.Lesson == nil) == (answer.Failure == nil) {
		return nil, nil, errAnswer
	}
	return answer.Lesson, answer.Failure, nil
}

// lessonAnswer has either a lesson or a failure.
type lessonAnswer struct {
	Lesson  json.RawMessage   `json:"lesson,omitempty"`
	Failure *contract.Failure `json:"failure,omitempty"`
}

// answerTeaching is Teach in the child process.
func answerTeaching(ctx context.Context, x DocumentExtractor, j childJob, ask askParent, data []byte) ([]byte, error) {
	req, err := requestOf(j)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req.Data = data
	recognition := recognitionMemory{before: ask.beforePage(cancel)}
	req.BeforePage = recognition.beforePage
	t := engine.TeachRequest{
		Request: req, Touched: j.Teach.Touched, Reviewed: j.Teach.Reviewed, Document: j.Teach.Document,
		Correction: j.Teach.Correction, At: j.Teach.At,
	}
	if err := json.Unmarshal(j.Teach.Data, &t.Data); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	lesson, err := x.Teach(ctx, t)
	recognition.giveBack()
	var answer lessonAnswer
	if err != nil {
		if answer.Failure, _, err = failureOf(err); err != nil {
			return nil, err
		}
		return json.Marshal(answer)
	}
	if answer.Lesson, err = json.Marshal(lesson); err != nil {
		return nil, fmt.Errorf("encode lesson: %w", err)
	}
	if len(answer.Lesson) > template.MaxLesson {
		return nil, fmt.Errorf("lesson of %d bytes", len(answer.Lesson))
	}
	return json.Marshal(answer)
}

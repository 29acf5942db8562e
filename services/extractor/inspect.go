package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/libs/contract"
)

// Inspected is what the reader saw in a file, or why it could not be read.
type Inspected struct {
	Inspection *engine.Inspection `json:"inspection,omitempty"`
	Failure    *contract.Failure  `json:"failure,omitempty"`
	Cause      string             `json:"cause,omitempty"` // of the failure, for the log
}

// Inspect reads the file of exactly size bytes without understanding it. Its
// errors are those of Extract.
func (e *Engine) Inspect(ctx context.Context, file io.Reader, size int64) (Inspected, error) {
	header, err := json.Marshal(childJob{Inspect: true})
	if err != nil {
		return Inspected{}, fmt.Errorf("encode job: %w", err)
	}
	counted := &countingReader{Reader: file}
	b, err := e.do(ctx, "", header, counted, size)
	if tooSlow(ctx, err) && counted.read == size {
		return Inspected{Failure: timedOut()}, nil
	}
	if err != nil {
		return Inspected{}, fmt.Errorf("inspect: %w", err)
	}
	var a Inspected
	if err := json.Unmarshal(b, &a); err != nil {
		return Inspected{}, fmt.Errorf("answer of the child process: %w", err)
	}
	if (a.Inspection == nil) == (a.Failure == nil) {
		return Inspected{}, errors.New("answer of the child process has not exactly one end")
	}
	return a, nil
}

func answerInspection(ctx context.Context, x DocumentExtractor, data []byte) ([]byte, error) {
	var answer Inspected
	var err error
	if answer.Inspection, err = x.Inspect(ctx, data); err != nil {
		answer.Inspection = nil
		if answer.Failure, answer.Cause, err = failureOf(err); err != nil {
			return nil, err
		}
	}
	return json.Marshal(answer)
}

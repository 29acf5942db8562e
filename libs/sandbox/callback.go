package sandbox

import (
	"context"
	"errors"
	"io"
)

// Asked answers a child's question during a job. It must return soon after ctx ends. Its error ends
// the job and the child.
type Asked func(ctx context.Context, question []byte) (answer []byte, err error)

// maxQuestionBytes bounds a question.
const maxQuestionBytes = 4 << 10

type askedKey struct{}

// WithAsked lets the job of the context ask questions; without it, a question is an error of the
// child.
func WithAsked(ctx context.Context, asked Asked) context.Context {
	return context.WithValue(ctx, askedKey{}, asked)
}

// awaitAnswer answers questions until the job's answer arrives.
func (c *child) awaitAnswer(ctx context.Context) (frame, error) {
	asked, _ := ctx.Value(askedKey{}).(Asked)
	for {
		f, err := readFrame(c.answers, c.cfg.MaxAnswerBytes)
		if err != nil || f.Type != frameCall {
			return f, err
		}
		if asked == nil || f.Size != 0 || len(f.Header) > maxQuestionBytes {
			return f, errFrame
		}
		answer, err := asked(ctx, f.Header)
		if err != nil {
			return f, askError{err}
		}
		if err := writeFrame(c.jobs, frame{Type: frameReply, Header: answer}); err != nil {
			return f, err
		}
	}
}

// askError marks an error of Asked, which is not the child's.
type askError struct{ error }

func (e askError) Unwrap() error { return e.error }

// errUnread is returned by Job.Ask before the body was read: the answer follows the body.
var errUnread = errors.New("sandbox: question before the end of the job's body")

// newAsk makes Job.Ask. The job's time does not run while it waits for the answer.
func newAsk(in io.Reader, out io.Writer, body *io.LimitedReader, budget *Budget) func([]byte) ([]byte, error) {
	return func(question []byte) ([]byte, error) {
		if body.N > 0 {
			return nil, errUnread
		}
		if budget != nil {
			budget.Pause()
			defer budget.Resume()
		}
		if err := writeFrame(out, frame{Type: frameCall, Header: question}); err != nil {
			return nil, err
		}
		f, err := readFrame(in, maxHeader)
		switch {
		case err != nil:
			return nil, err
		case f.Type != frameReply || f.Size != 0:
			return nil, errFrame
		}
		return f.Header, nil
	}
}

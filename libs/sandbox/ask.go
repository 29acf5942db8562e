package sandbox

import (
	"context"
	"errors"
	"io"
)

// Asked answers what a child asks in the middle of a job. It must return soon
// once ctx ends. Its error ends the job and the child.
type Asked func(ctx context.Context, question []byte) (answer []byte, err error)

// maxQuestion bounds what a child may ask, in bytes.
const maxQuestion = 4 << 10

type askedKey struct{}

// WithAsked lets the job that is done with the context ask; without it, a child
// that asks breaks the protocol.
func WithAsked(ctx context.Context, asked Asked) context.Context {
	return context.WithValue(ctx, askedKey{}, asked)
}

// awaitAnswer reads frames until the job's last one, and answers questions.
func (c *child) awaitAnswer(ctx context.Context) (frame, error) {
	asked, _ := ctx.Value(askedKey{}).(Asked)
	for {
		f, err := readFrame(c.answers, c.cfg.MaxAnswerBytes)
		if err != nil || f.Kind != kindAsk {
			return f, err
		}
		if asked == nil || f.Size != 0 || len(f.Header) > maxQuestion {
			return f, errFrame
		}
		answer, err := asked(ctx, f.Header)
		if err != nil {
			return f, askError{err}
		}
		if err := writeFrame(c.jobs, frame{Kind: kindReply, Header: answer}); err != nil {
			return f, err
		}
	}
}

// askError marks an error as that of a question's answer, not the child's.
type askError struct{ error }

func (e askError) Unwrap() error { return e.error }

// errUnread is returned by Job.Ask before the body was read: what follows it is
// the answer.
var errUnread = errors.New("sandbox: question before the end of the job's body")

// asking makes Job.Ask. The time that an answer takes is none of the job's.
func asking(in io.Reader, out io.Writer, body *io.LimitedReader, budget *Budget) func([]byte) ([]byte, error) {
	return func(question []byte) ([]byte, error) {
		if body.N > 0 {
			return nil, errUnread
		}
		if budget != nil {
			budget.Pause()
			defer budget.Resume()
		}
		if err := writeFrame(out, frame{Kind: kindAsk, Header: question}); err != nil {
			return nil, err
		}
		f, err := readFrame(in, maxHeader)
		switch {
		case err != nil:
			return nil, err
		case f.Kind != kindReply || f.Size != 0:
			return nil, errFrame
		}
		return f.Header, nil
	}
}

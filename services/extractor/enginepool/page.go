package enginepool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor/child"
)

// Drawn is a page's picture, or the reason why there is none.
type Drawn struct {
	Data          []byte // a PNG; for Picture.Small possibly a JPEG
	Width, Height int    // pixels
	Failure       *contract.Failure
}

// PageWords are a page's words, or the reason why there are none.
type PageWords struct {
	JSON    []byte // a contract.PageWords
	Words   int    // how many
	Failure *contract.Failure
}

// ErrInvalidAnswer is returned if a child process answers something else than it was asked for.
var ErrInvalidAnswer = errors.New("invalid answer of the child process")

// Signatures of pictures (RFC 2083, section 3.1; ISO/IEC 10918-1, B.1.1.3).
const (
	pngSignature  = "\x89PNG\r\n\x1a\n"
	jpegSignature = "\xff\xd8\xff"
)

// Draw draws a page of the file of exactly size bytes. If the file is the reason why there is no
// picture, as at ctx's deadline, Drawn has a failure. Errors are those of Extract.
func (p *Pool) Draw(ctx context.Context, want child.Picture, file io.Reader, size int64) (Drawn, error) {
	b, timedOut, err := p.doTimed(ctx, want.Owner, child.Job{Picture: &want}, file, size)
	switch {
	case timedOut:
		return Drawn{Failure: &contract.Failure{Code: contract.CodeTimedOut, Message: "It takes too long to be drawn."}}, nil
	case err != nil:
		return Drawn{}, fmt.Errorf("draw: %w", err)
	}
	if decode := decoderOf(b, want.Small); decode != nil {
		// A hostile file may have taken the child over.
		cfg, err := decode(bytes.NewReader(b))
		if err != nil || cfg.Width != want.Width {
			return Drawn{}, errors.Join(ErrInvalidAnswer, err)
		}
		return Drawn{Data: b, Width: cfg.Width, Height: cfg.Height}, nil
	}
	var a child.Answer
	if err := json.Unmarshal(b, &a); err != nil || a.Failure == nil {
		return Drawn{}, errors.Join(ErrInvalidAnswer, err)
	}
	p.log.Info("page has no picture", "code", a.Failure.Code, "cause", a.Cause)
	return Drawn{Failure: a.Failure}, nil
}

// decoderOf returns the function that reads a picture's size, or nil if b is not the requested kind.
func decoderOf(b []byte, small bool) func(io.Reader) (image.Config, error) {
	switch {
	case bytes.HasPrefix(b, []byte(pngSignature)):
		return png.DecodeConfig
	case small && bytes.HasPrefix(b, []byte(jpegSignature)):
		return jpeg.DecodeConfig
	}
	return nil
}

// Words reads a page of the file of exactly size bytes. If the file is the reason why there are no
// words, as at ctx's deadline, PageWords has a failure. Errors are those of Extract.
func (p *Pool) Words(ctx context.Context, want child.Page, file io.Reader, size int64) (PageWords, error) {
	b, timedOut, err := p.doTimed(ctx, want.Owner, child.Job{Words: &want}, file, size)
	switch {
	case timedOut:
		return PageWords{Failure: &contract.Failure{
			Code: contract.CodeTimedOut, Message: "It takes too long to be read.",
		}}, nil
	case err != nil:
		return PageWords{}, fmt.Errorf("words: %w", err)
	}
	var a child.WordsAnswer
	if err := json.Unmarshal(b, &a); err != nil {
		return PageWords{}, errors.Join(ErrInvalidAnswer, err)
	}
	if a.Failure != nil {
		p.log.Info("page has no words", "code", a.Failure.Code, "cause", a.Cause)
		return PageWords{Failure: a.Failure}, nil
	}
	if a.Words == nil || a.Words.Page != want.Page {
		return PageWords{}, ErrInvalidAnswer
	}
	if err := a.Words.Validate(); err != nil {
		return PageWords{}, errors.Join(ErrInvalidAnswer, err)
	}
	// Encoding again drops everything that was not checked.
	encoded, err := json.Marshal(a.Words)
	if err != nil {
		return PageWords{}, errors.Join(ErrInvalidAnswer, err)
	}
	return PageWords{JSON: encoded, Words: len(a.Words.Words)}, nil
}

// Inspect reads the file of exactly size bytes without extracting fields. Errors are those of
// Extract.
func (p *Pool) Inspect(ctx context.Context, file io.Reader, size int64) (child.InspectAnswer, error) {
	b, timedOut, err := p.doTimed(ctx, "", child.Job{Inspect: true}, file, size)
	if timedOut {
		return child.InspectAnswer{Failure: child.TimedOut()}, nil
	}
	if err != nil {
		return child.InspectAnswer{}, fmt.Errorf("inspect: %w", err)
	}
	var a child.InspectAnswer
	if err := json.Unmarshal(b, &a); err != nil {
		return child.InspectAnswer{}, errors.Join(ErrInvalidAnswer, err)
	}
	if (a.Inspection == nil) == (a.Failure == nil) {
		return child.InspectAnswer{}, ErrInvalidAnswer
	}
	return a, nil
}

// Teach returns what layouts can learn from the file of exactly size bytes, as JSON of
// template.Example, or the failure that is caused by the file. Errors are those of Extract.
func (p *Pool) Teach(
	ctx context.Context, job Job, example child.Lesson, file io.Reader, size int64,
) (json.RawMessage, *contract.Failure, error) {
	message := job.message()
	message.Teach = &example
	b, err := p.do(job.withCallbacks(ctx), job.Owner, message, file, size)
	if err != nil {
		return nil, nil, fmt.Errorf("teach: %w", err)
	}
	var a child.ExampleAnswer
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, nil, errors.Join(ErrInvalidAnswer, err)
	}
	if (a.Lesson == nil) == (a.Failure == nil) {
		return nil, nil, ErrInvalidAnswer
	}
	return a.Lesson, a.Failure, nil
}

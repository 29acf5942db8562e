package extractor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"

	"github.com/docmill/docmill/libs/contract"
)

// Picture says which page to draw.
type Picture struct {
	Page  int    `json:"page"`  // from 1
	Width int    `json:"width"` // pixels
	Owner string `json:"-"`     // of the document; see Job
}

// Drawn is a page's picture, or why there is none.
type Drawn struct {
	PNG           []byte
	Width, Height int // pixels
	Failure       *contract.Failure
}

// errAnswer is the error of a child that was asked for a picture.
var errAnswer = errors.New("answer of the child process is neither the picture asked for nor a failure")

// pngSignature begins every PNG file (RFC 2083, section 3.1).
const pngSignature = "\x89PNG\r\n\x1a\n"

// Draw draws a page of the file of exactly size bytes. A failure lies in the
// file, as when it is still being drawn at ctx's deadline; the errors are those
// of Extract.
func (e *Engine) Draw(ctx context.Context, want Picture, file io.Reader, size int64) (Drawn, error) {
	header, err := json.Marshal(childJob{Picture: &want})
	if err != nil {
		return Drawn{}, fmt.Errorf("encode job: %w", err)
	}
	counted := &countingReader{Reader: file}
	b, err := e.do(ctx, want.Owner, header, counted, size)
	switch {
	case tooSlow(ctx, err) && counted.read == size:
		return Drawn{Failure: &contract.Failure{Code: contract.CodeTimedOut, Message: "It takes too long to be drawn."}}, nil
	case err != nil:
		return Drawn{}, fmt.Errorf("draw: %w", err)
	}
	if bytes.HasPrefix(b, []byte(pngSignature)) {
		// A child that a file has taken over could answer anything.
		cfg, err := png.DecodeConfig(bytes.NewReader(b))
		if err != nil || cfg.Width != want.Width {
			return Drawn{}, errors.Join(errAnswer, err)
		}
		return Drawn{PNG: b, Width: cfg.Width, Height: cfg.Height}, nil
	}
	var a childAnswer
	if err := json.Unmarshal(b, &a); err != nil || a.Failure == nil {
		return Drawn{}, errors.Join(errAnswer, err)
	}
	e.log.Info("page has no picture", "code", a.Failure.Code, "cause", a.Cause)
	return Drawn{Failure: a.Failure}, nil
}

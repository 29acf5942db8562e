package extractor

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
)

// Picture says which page to draw.
type Picture struct {
	Page  int    `json:"page"`  // from 1
	Width int    `json:"width"` // pixels
	Small bool   `json:"small"` // a JPEG where that takes less room
	Owner string `json:"-"`     // of the document; see Job
}

// Drawn is a page's picture, or why there is none.
type Drawn struct {
	Data          []byte // a PNG; for Picture.Small perhaps a JPEG
	Width, Height int    // pixels
	Failure       *contract.Failure
}

// errAnswer is the error of a child that was asked for a picture.
var errAnswer = errors.New("answer of the child process is neither the picture asked for nor a failure")

// How pictures begin (RFC 2083, section 3.1; ISO/IEC 10918-1, B.1.1.3). A failure, which
// is JSON, does not.
const (
	pngSignature  = "\x89PNG\r\n\x1a\n"
	jpegSignature = "\xff\xd8\xff"
)

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
	if decode := decoderOf(b, want.Small); decode != nil {
		// A child that a file has taken over could answer anything.
		cfg, err := decode(bytes.NewReader(b))
		if err != nil || cfg.Width != want.Width {
			return Drawn{}, errors.Join(errAnswer, err)
		}
		return Drawn{Data: b, Width: cfg.Width, Height: cfg.Height}, nil
	}
	var a childAnswer
	if err := json.Unmarshal(b, &a); err != nil || a.Failure == nil {
		return Drawn{}, errors.Join(errAnswer, err)
	}
	e.log.Info("page has no picture", "code", a.Failure.Code, "cause", a.Cause)
	return Drawn{Failure: a.Failure}, nil
}

// decoderOf reads the size of a picture; nil for what is none that was asked for.
func decoderOf(b []byte, small bool) func(io.Reader) (image.Config, error) {
	switch {
	case bytes.HasPrefix(b, []byte(pngSignature)):
		return png.DecodeConfig
	case small && bytes.HasPrefix(b, []byte(jpegSignature)):
		return jpeg.DecodeConfig
	}
	return nil
}

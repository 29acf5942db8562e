// Package engine turns a file's bytes into structured data: typed fields, each
// anchored on the page it was read from, with a probability that it is right.
//
// It is a pure library: bytes in, Result out. It knows nothing of messages,
// databases or HTTP, opens no network connection and leaves no goroutine
// behind. Whoever feeds it hostile files runs it in a child process with
// limits; see the extractor service.
package engine

import (
	"context"

	"github.com/docmill/docmill/engine/result"
)

// Request is one file to extract.
type Request struct {
	// Data is the whole file.
	Data []byte
	// DocumentType as asked for; result.TypeAuto (or empty) classifies.
	DocumentType result.DocumentType
}

// Extractor extracts documents one at a time; it is not safe for concurrent
// use. Every failure that lies in the file is a *failure.Error.
type Extractor interface {
	Extract(ctx context.Context, req Request) (*result.Result, error)
}

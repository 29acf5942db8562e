package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// body can be sent repeatedly, but not concurrently.
type body struct {
	contentType string
	length      int64 // bytes; -1 when not known
	open        func() io.ReadCloser
}

func jsonBody(v any) (*body, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("docmill: encode request: %w", err)
	}
	return &body{
		contentType: "application/json", length: int64(len(b)),
		open: func() io.ReadCloser { return io.NopCloser(bytes.NewReader(b)) },
	}, nil
}

// start opens the body for one request; nil stays nil.
func (b *body) start() *sentBody {
	if b == nil {
		return nil
	}
	return &sentBody{reader: b.open(), closed: make(chan struct{})}
}

// sentBody is a body being sent. It stores its read error, which the transport reports as a broken
// connection, and reports when the transport, which reads on another goroutine, has closed it.
type sentBody struct {
	mu     sync.Mutex
	reader io.ReadCloser
	failed error
	once   sync.Once
	closed chan struct{}
}

func (b *sentBody) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.closed:
		return 0, errors.New("docmill: read of a closed body")
	default:
	}
	n, err := b.reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.failed = err
	}
	return n, err
}

// Close may be called more than once.
func (b *sentBody) Close() (err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.once.Do(func() {
		err = b.reader.Close()
		close(b.closed)
	})
	return err
}

func (b *sentBody) failure() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}

func (b *sentBody) awaitClose(ctx context.Context) {
	if b == nil {
		return
	}
	select {
	case <-b.closed: // the transport always closes, sooner or later
	case <-ctx.Done():
	}
}

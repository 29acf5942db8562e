package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"sync"
)

// formPart is a section of a multipart body: bytes or a file.
type formPart struct {
	text   []byte
	source *Source
}

// formBuilder builds a multipart/form-data body (RFC 7578) of known length that reads files during sending.
type formBuilder struct {
	framing bytes.Buffer // what multipart.Writer wrote since the last file
	writer  *multipart.Writer
	parts   []formPart
	length  int64
	err     error
}

func newForm() *formBuilder {
	f := &formBuilder{}
	f.writer = multipart.NewWriter(&f.framing)
	return f
}

func (f *formBuilder) field(name, value string) {
	f.err = errors.Join(f.err, f.writer.WriteField(name, value))
}

func (f *formBuilder) file(field string, s Source) {
	_, err := f.writer.CreateFormFile(field, s.Name)
	f.err = errors.Join(f.err, err, s.check())
	f.cut()
	f.parts = append(f.parts, formPart{source: &s})
	if s.Size < 0 || f.length < 0 {
		f.length = -1
		return
	}
	f.length += s.Size
}

// cut ends a part of bytes.
func (f *formBuilder) cut() {
	text := bytes.Clone(f.framing.Bytes())
	f.framing.Reset()
	f.parts = append(f.parts, formPart{text: text})
	if f.length >= 0 {
		f.length += int64(len(text))
	}
}

func (f *formBuilder) body() (*body, error) {
	f.err = errors.Join(f.err, f.writer.Close())
	if f.err != nil {
		return nil, f.err
	}
	f.cut()
	return &body{
		contentType: f.writer.FormDataContentType(), length: f.length,
		open: func() io.ReadCloser { return &formReader{rest: f.parts} },
	}, nil
}

// formReader reads the parts in order and opens each file when needed.
type formReader struct {
	rest    []formPart
	current io.ReadCloser // nil between parts
	left    int64         // bytes that the current file still owes; -1 when not known
}

func (r *formReader) Read(p []byte) (int, error) {
	for {
		if r.current == nil {
			if len(r.rest) == 0 {
				return 0, io.EOF
			}
			if err := r.next(); err != nil {
				return 0, err
			}
		}
		n, err := r.current.Read(p)
		if r.left >= 0 {
			r.left -= int64(n)
			if r.left < 0 || errors.Is(err, io.EOF) && r.left > 0 {
				return 0, errors.New("docmill: a file changed while it was sent")
			}
		}
		if errors.Is(err, io.EOF) {
			err = errors.Join(r.current.Close())
			r.current = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (r *formReader) next() error {
	part := r.rest[0]
	r.rest = r.rest[1:]
	if part.source == nil {
		r.current, r.left = io.NopCloser(bytes.NewReader(part.text)), int64(len(part.text))
		return nil
	}
	f, err := part.source.Open()
	if err != nil {
		return fmt.Errorf("docmill: open %s: %w", part.source.Name, err)
	}
	r.current, r.left = f, part.source.Size
	return nil
}

func (r *formReader) Close() error {
	r.rest = nil
	if r.current == nil {
		return nil
	}
	err := r.current.Close()
	r.current = nil
	return err
}

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

// sentBody stores its read error, which the transport hides, and reports when the transport has closed it.
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

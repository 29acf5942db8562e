package client

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
)

// formPart is a section of a multipart body: bytes or a file.
type formPart struct {
	text   []byte
	source *Source
}

// formBuilder builds a multipart/form-data body (RFC 7578) whose files are read during sending, so that it
// needs no memory and its length is known.
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

// Package blob keeps files in an S3 bucket through minio-go: streamed in
// constant memory, read, deleted, and lent out by presigned URLs.
package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/docmill/docmill/libs/tlsfiles"
)

// Config says where the bucket is.
type Config struct {
	Endpoint             string // host:port
	Credentials          string // Static when empty, or WorkloadIdentity
	AccessKey, SecretKey string // of Static
	STSEndpoint          string // URL for WorkloadIdentity; the region's of AWS when empty
	Bucket               string
	Region               string               // "us-east-1" when empty
	Secure               bool                 // https
	CAFile               string               // authorities (PEM) of its certificate; the system's when empty
	Transport            http.RoundTripper    // nil takes minio-go's own
	Tracer               trace.TracerProvider // nil traces nothing
}

// Errors of this package.
var (
	// ErrNotFound is returned for a key that has no object.
	ErrNotFound = errors.New("object not found")
	// ErrTruncated stands for io.ErrUnexpectedEOF of a source: minio-go takes
	// that error for the end of the object and would keep half a file.
	ErrTruncated = errors.New("source ended too early")
)

const (
	// InlineBytes is how much is read before an upload is called large: a
	// source that ends earlier is put in one request of known size.
	InlineBytes = 1 << 20
	// partBytes is S3's smallest part. minio-go's own choice for a source of
	// unknown length would be half a gigabyte of buffer.
	partBytes = 5 << 20
)

// Store is one bucket. It is safe for concurrent use.
type Store struct {
	client *minio.Client
	bucket string
	tracer trace.Tracer
}

// New checks the configuration; it does not connect.
func New(cfg Config) (*Store, error) {
	region := cfg.Region
	if region == "" {
		region = "us-east-1"
	}
	transport, err := cfg.transport()
	if err != nil {
		return nil, fmt.Errorf("object store %s: %w", cfg.Endpoint, err)
	}
	creds, err := cfg.credentials()
	if err != nil {
		return nil, fmt.Errorf("object store %s: %w", cfg.Endpoint, err)
	}
	client, err := minio.New(cfg.Endpoint, &minio.Options{
		Creds:     creds,
		Secure:    cfg.Secure,
		Region:    region,
		Transport: transport,
	})
	if err != nil {
		return nil, fmt.Errorf("object store %s: %w", cfg.Endpoint, err)
	}
	tracer := cfg.Tracer
	if tracer == nil {
		tracer = noop.NewTracerProvider()
	}
	return &Store{client: client, bucket: cfg.Bucket, tracer: tracer.Tracer("docmill/blob")}, nil
}

// transport is minio-go's own with other authorities, or nil for minio-go's own.
func (c Config) transport() (http.RoundTripper, error) {
	if c.Transport != nil || c.CAFile == "" {
		return c.Transport, nil
	}
	trusted, err := tlsfiles.Client(c.CAFile)
	if err != nil {
		return nil, err
	}
	transport, err := minio.DefaultTransport(c.Secure)
	if err != nil {
		return nil, fmt.Errorf("transport: %w", err)
	}
	transport.TLSClientConfig = trusted
	return transport, nil
}

// span covers one call to the object store.
func (s *Store) span(ctx context.Context, operation string) (context.Context, func(error)) {
	ctx, span := s.tracer.Start(ctx, "s3 "+operation, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("aws.s3.bucket", s.bucket)))
	return ctx, func(err error) {
		if err != nil {
			span.RecordError(err)
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// EnsureBucket makes the bucket if it is not there. Where it is, no right to make
// buckets is needed.
func (s *Store) EnsureBucket(ctx context.Context) error {
	if there, err := s.client.BucketExists(ctx, s.bucket); err == nil && there {
		return nil
	}
	err := s.client.MakeBucket(ctx, s.bucket, minio.MakeBucketOptions{})
	if err == nil {
		return nil
	}
	switch minio.ToErrorResponse(err).Code {
	case "BucketAlreadyOwnedByYou", "BucketAlreadyExists":
		return nil
	}
	return fmt.Errorf("make bucket %s: %w", s.bucket, err)
}

// Check reports whether the bucket answers.
func (s *Store) Check(ctx context.Context) error {
	ok, err := s.client.BucketExists(ctx, s.bucket)
	if err == nil && !ok {
		err = errors.New("bucket is missing")
	}
	if err != nil {
		return fmt.Errorf("object store: %w", err)
	}
	return nil
}

// Put streams r to key and returns the number of bytes kept. On any error of r
// nothing is kept.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (n int64, err error) {
	ctx, end := s.span(ctx, "put")
	defer func() { end(err) }()
	src := &source{r: r}
	var head bytes.Buffer
	n, err = io.CopyN(&head, src, InlineBytes)
	switch {
	case errors.Is(err, io.EOF):
		if err := s.put(ctx, key, head.Bytes()); err != nil {
			return 0, err
		}
		return n, nil
	case err != nil:
		return 0, fmt.Errorf("put %s: %w", key, err)
	}
	opts := putOptions()
	opts.PartSize, opts.NumThreads = partBytes, 1
	info, err := s.client.PutObject(ctx, s.bucket, key, io.MultiReader(&head, src), -1, opts)
	if src.err != nil {
		err = src.err
	}
	if err != nil {
		return 0, fmt.Errorf("put %s: %w", key, err)
	}
	return info.Size, nil
}

// PutBytes puts data to key in one request. It must not be changed afterwards, not even
// after an error: the request may still be read from.
func (s *Store) PutBytes(ctx context.Context, key string, data []byte) (err error) {
	ctx, end := s.span(ctx, "put")
	defer func() { end(err) }()
	return s.put(ctx, key, data)
}

func (s *Store) put(ctx context.Context, key string, data []byte) error {
	_, err := s.client.PutObject(ctx, s.bucket, key, bytes.NewReader(data), int64(len(data)), putOptions())
	if err != nil {
		return fmt.Errorf("put %s: %w", key, err)
	}
	return nil
}

func putOptions() minio.PutObjectOptions {
	return minio.PutObjectOptions{DisableContentSha256: true, ContentType: "application/octet-stream"}
}

// source keeps what really went wrong and never shows io.ErrUnexpectedEOF.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrTruncated
	}
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// Get opens key for reading; the size is in bytes.
func (s *Store) Get(ctx context.Context, key string) (_ io.ReadCloser, size int64, err error) {
	ctx, end := s.span(ctx, "get")
	defer func() { end(err) }()
	obj, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, 0, s.readError(key, err)
	}
	info, err := obj.Stat()
	if err != nil {
		return nil, 0, errors.Join(s.readError(key, err), obj.Close())
	}
	return obj, info.Size, nil
}

// GetRange opens length bytes of key, from the first on; the object must have
// them. length is at least 1.
func (s *Store) GetRange(ctx context.Context, key string, first, length int64) (_ io.ReadCloser, err error) {
	ctx, end := s.span(ctx, "get")
	defer func() { end(err) }()
	var opts minio.GetObjectOptions
	if err := opts.SetRange(first, first+length-1); err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	core := minio.Core{Client: s.client}
	body, _, _, err := core.GetObject(ctx, s.bucket, key, opts)
	if err != nil {
		return nil, s.readError(key, err)
	}
	return body, nil
}

func (s *Store) readError(key string, err error) error {
	if minio.ToErrorResponse(err).Code == "NoSuchKey" {
		return fmt.Errorf("get %s: %w", key, ErrNotFound)
	}
	return fmt.Errorf("get %s: %w", key, err)
}

// Delete removes key; one that is not there is no error.
func (s *Store) Delete(ctx context.Context, key string) (err error) {
	ctx, end := s.span(ctx, "delete")
	defer func() { end(err) }()
	err = s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{})
	if err != nil && minio.ToErrorResponse(err).Code != "NoSuchKey" {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

// ClockSkew is how far the clocks of a process and of an object store may be apart: S3
// refuses requests that are further off (RequestTimeTooSkewed). An address that was lent
// out holds for as long beyond its time, so that it does not end early where the clock
// that signed it is behind.
const ClockSkew = 15 * time.Minute

// PresignGet lends out reading key for ttl, and ClockSkew longer.
func (s *Store) PresignGet(ctx context.Context, key string, ttl time.Duration) (string, error) {
	u, err := s.client.PresignedGetObject(ctx, s.bucket, key, ttl+ClockSkew, nil)
	if err != nil {
		return "", fmt.Errorf("presign get %s: %w", key, err)
	}
	return u.String(), nil
}

// PresignPut lends out writing key for ttl, and ClockSkew longer.
func (s *Store) PresignPut(ctx context.Context, key string, ttl time.Duration) (string, error) {
	u, err := s.client.PresignedPutObject(ctx, s.bucket, key, ttl+ClockSkew)
	if err != nil {
		return "", fmt.Errorf("presign put %s: %w", key, err)
	}
	return u.String(), nil
}

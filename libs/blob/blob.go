// Package blob stores files in an S3 bucket with minio-go: it streams them in constant memory, reads and
// deletes them, and presigns URLs.
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

// Config of a bucket.
type Config struct {
	Endpoint             string // host:port
	Credentials          string // Static if empty, or WorkloadIdentity
	AccessKey, SecretKey string // of Static
	STSEndpoint          string // URL for WorkloadIdentity; AWS's of the region if empty
	Bucket               string
	Region               string               // "us-east-1" if empty
	Secure               bool                 // https
	CAFile               string               // authorities (PEM) of its certificate; the system's if empty
	Transport            http.RoundTripper    // nil for minio-go's default
	Tracer               trace.TracerProvider // nil for none
	ListPage             int                  // objects per page of a listing; 1000 if 0
}

// Errors of this package.
var (
	// ErrNotFound is returned if there is no object with the key.
	ErrNotFound = errors.New("object not found")
	// ErrTruncated replaces io.ErrUnexpectedEOF of a source: minio-go treats that error as the end of the
	// object and would store half a file.
	ErrTruncated = errors.New("source ended too early")
)

const (
	// InlineBytes is the size up to which a source is uploaded in one request.
	InlineBytes = 1 << 20
	// partBytes is S3's smallest part. minio-go's default for unknown lengths is a buffer of half a gigabyte.
	partBytes = 5 << 20
)

// Store is one bucket. It is safe for concurrent use.
type Store struct {
	client   *minio.Client
	bucket   string
	tracer   trace.Tracer
	listPage int
}

// New makes a Store. It does not connect.
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
	s := &Store{client: client, bucket: cfg.Bucket, tracer: tracer.Tracer("docmill/blob"), listPage: cfg.ListPage}
	if s.listPage == 0 {
		s.listPage = 1000 // S3's limit
	}
	return s, nil
}

// transport is minio-go's default with the authorities of CAFile; nil for the default.
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

// span starts the span of one request; call the returned function with the request's error.
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

// EnsureBucket creates the bucket if it is missing. If it exists, no right to create buckets is needed.
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

// Check returns an error if the bucket is not available.
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

// Put streams r to key and returns the number of bytes. If r returns an error, nothing is stored.
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

// PutBytes stores data in one request. data must not be changed afterwards, not even after an error: the
// request may still be reading it.
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

// source keeps the error of r and replaces io.ErrUnexpectedEOF.
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

// Get opens an object; the size is in bytes.
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

// GetRange opens length bytes of an object, which must have them, from first on. length is at least 1.
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

// Delete removes an object; a missing one is no error.
func (s *Store) Delete(ctx context.Context, key string) (err error) {
	ctx, end := s.span(ctx, "delete")
	defer func() { end(err) }()
	err = s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{})
	if err != nil && minio.ToErrorResponse(err).Code != "NoSuchKey" {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

// ClockSkew is how far the clocks of a process and an object store may differ: S3 refuses other requests
// (RequestTimeTooSkewed). Presigned URLs are valid for this time longer, so that they do not expire early if
// the clock of their signer is behind.
const ClockSkew = 15 * time.Minute

// PresignGet returns a URL to read an object, valid for ttl and ClockSkew.
func (s *Store) PresignGet(ctx context.Context, key string, ttl time.Duration) (string, error) {
	u, err := s.client.PresignedGetObject(ctx, s.bucket, key, ttl+ClockSkew, nil)
	if err != nil {
		return "", fmt.Errorf("presign get %s: %w", key, err)
	}
	return u.String(), nil
}

// PresignPut returns a URL to write an object, valid for ttl and ClockSkew.
func (s *Store) PresignPut(ctx context.Context, key string, ttl time.Duration) (string, error) {
	u, err := s.client.PresignedPutObject(ctx, s.bucket, key, ttl+ClockSkew)
	if err != nil {
		return "", fmt.Errorf("presign put %s: %w", key, err)
	}
	return u.String(), nil
}

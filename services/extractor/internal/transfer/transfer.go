// Package transfer downloads and uploads files with presigned URLs.
package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Time limits of one transfer.
const (
	dialTimeout   = 5 * time.Second
	headerTimeout = 30 * time.Second
	// StallTimeout is how long a download may receive no data.
	StallTimeout = 30 * time.Second
)

// Client transfers files. It is safe for concurrent use.
type Client struct {
	http        *http.Client
	tlsRequired bool
}

// Config of a client.
type Config struct {
	Idle        int         // connections that are kept open
	TLS         *tls.Config // nil for the authorities of the system
	TLSRequired bool        // refuse URLs that are not https
}

// NewClient makes a client.
func NewClient(cfg Config) *Client {
	c := NewClientOver(&http.Transport{
		TLSClientConfig:       cfg.TLS,
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:   dialTimeout,
		ResponseHeaderTimeout: headerTimeout,
		MaxIdleConnsPerHost:   cfg.Idle,
		IdleConnTimeout:       time.Minute,
		DisableCompression:    true, // the hash is that of the stored bytes
	})
	c.tlsRequired = cfg.TLSRequired
	return c
}

// NewClientOver makes a client with another transport.
func NewClientOver(transport http.RoundTripper) *Client {
	return &Client{http: &http.Client{
		Transport: transport,
		// A presigned URL is for one object, so redirects are not followed.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// File is the expected size and hash of a file.
type File struct {
	Size   int64  // bytes
	SHA256 string // lower-case hexadecimal, or AnyHash
}

// AnyHash is the SHA256 of a file with an unknown hash.
const AnyHash = "*"

// ErrMismatch is returned for a file with another size or hash.
var ErrMismatch = errors.New("stored file differs from the one accepted")

func (f File) verify(size int64, sum []byte) error {
	if size != f.Size {
		return fmt.Errorf("%w: %d bytes, want %d", ErrMismatch, size, f.Size)
	}
	if f.SHA256 != AnyHash && hex.EncodeToString(sum) != f.SHA256 {
		return fmt.Errorf("%w: SHA-256 %x, want %s", ErrMismatch, sum, f.SHA256)
	}
	return nil
}

// Get opens the file at url. Reading returns ErrMismatch, at the end of the file at the latest, if the size or the hash
// differ, and another error if no data arrives for StallTimeout.
func (c *Client) Get(ctx context.Context, url string, want File) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	resp, err := c.do(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("get file: %w", err)
	}
	body := &checkedBody{
		ctx: ctx, cancel: cancel, body: resp.Body, want: want, hash: sha256.New(),
		stall: time.AfterFunc(StallTimeout, func() { cancel(errStalled) }),
	}
	if resp.ContentLength >= 0 && resp.ContentLength != want.Size {
		return nil, errors.Join(fmt.Errorf("%w: %d bytes, want %d", ErrMismatch, resp.ContentLength, want.Size), body.Close())
	}
	return body, nil
}

// Check opens data as a file, or returns ErrMismatch.
func Check(data []byte, want File) (io.ReadCloser, error) {
	sum := sha256.Sum256(data)
	if err := want.verify(int64(len(data)), sum[:]); err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

var errStalled = errors.New("download stalled")

// Put stores data at url.
func (c *Client) Put(ctx context.Context, url string, data []byte) error {
	resp, err := c.do(ctx, http.MethodPut, url, data)
	if err != nil {
		return fmt.Errorf("put: %w", err)
	}
	// Reading the answer lets the connection be used again.
	_, err = io.Copy(io.Discard, resp.Body)
	return errors.Join(err, resp.Body.Close())
}

// do returns errors without the URL, which is a credential.
func (c *Client) do(ctx context.Context, method, address string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(data))
	if err != nil {
		return nil, errors.New("malformed address")
	}
	if c.tlsRequired && req.URL.Scheme != "https" {
		return nil, fmt.Errorf("%s: the URL is not https, but TLS is required", req.URL.Host)
	}
	resp, err := c.http.Do(req)
	var detailed *url.Error
	if errors.As(err, &detailed) {
		err = detailed.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.URL.Host, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("%s answered %s", req.URL.Host, resp.Status), resp.Body.Close())
	}
	return resp, nil
}

// checkedBody checks the size and the hash of a file while it is read.
type checkedBody struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	body   io.ReadCloser
	want   File
	hash   hash.Hash
	read   int64
	stall  *time.Timer
}

func (b *checkedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	b.stall.Reset(StallTimeout)
	b.hash.Write(p[:n])
	b.read += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		return n, b.verify()
	case err != nil && b.ctx.Err() != nil:
		return n, context.Cause(b.ctx)
	}
	return n, err
}

// verify returns io.EOF if the file is as expected.
func (b *checkedBody) verify() error {
	if err := b.want.verify(b.read, b.hash.Sum(nil)); err != nil {
		return err
	}
	return io.EOF
}

// Close ends the transfer.
func (b *checkedBody) Close() error {
	b.stall.Stop()
	b.cancel(nil)
	return b.body.Close()
}

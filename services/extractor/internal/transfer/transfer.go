// Package transfer moves files between presigned URLs and the extractor.
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
	// StallTimeout is how long a download may bring nothing.
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
	TLS         *tls.Config // how object stores are known; nil takes what the system trusts
	TLSRequired bool        // refuse addresses that are not https
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
		DisableCompression:    true, // the bytes are checked as they are stored
	})
	c.tlsRequired = cfg.TLSRequired
	return c
}

// NewClientOver makes a client that sends its requests over transport.
func NewClientOver(transport http.RoundTripper) *Client {
	return &Client{http: &http.Client{
		Transport: transport,
		// A presigned URL leads to one object; whatever answers with another
		// address is not to be followed.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// File is what is known of a file before it is read.
type File struct {
	Size   int64  // bytes
	SHA256 string // lower-case hexadecimal, or AnyHash
}

// AnyHash is the SHA256 of a file of which the size alone is known.
const AnyHash = "*"

// ErrMismatch is the error of a file that is not what was promised.
var ErrMismatch = errors.New("stored file differs from the one accepted")

// verify fails with ErrMismatch for a file of another size or hash.
func (f File) verify(size int64, sum []byte) error {
	if size != f.Size {
		return fmt.Errorf("%w: %d bytes, want %d", ErrMismatch, size, f.Size)
	}
	if f.SHA256 != AnyHash && hex.EncodeToString(sum) != f.SHA256 {
		return fmt.Errorf("%w: SHA-256 %x, want %s", ErrMismatch, sum, f.SHA256)
	}
	return nil
}

// Get opens the file at url. Reading it fails with ErrMismatch, at its end at
// the latest, if size or hash differ, and when nothing comes for StallTimeout.
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

// Check opens a file that is here already: ErrMismatch if it is not what was promised.
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
	// The connection is used again once the answer is read.
	_, err = io.Copy(io.Discard, resp.Body)
	return errors.Join(err, resp.Body.Close())
}

// do makes errors that do not hold the URL: it is a credential.
func (c *Client) do(ctx context.Context, method, address string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(data))
	if err != nil {
		return nil, errors.New("malformed address")
	}
	if c.tlsRequired && req.URL.Scheme != "https" {
		return nil, fmt.Errorf("%s: the address is not https, but TLS is required", req.URL.Host)
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

// checkedBody passes the file on and looks at all of it.
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

// verify returns io.EOF for the right file.
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

// Package client calls a docmill service over HTTP. It depends only on the standard library.
//
//	c, err := client.New("http://127.0.0.1:8080", key)
//	record, err := c.Extract(ctx, client.FromPath("invoice.pdf"), client.ExtractOptions{})
//	var invoice client.Invoice
//	err = record.Decode(&invoice)
//
// # Retries
//
// The client repeats a call that the service temporarily refused (429 RATE_LIMITED, 503, 409
// IDEMPOTENCY_IN_PROGRESS, 502 or 504 from a proxy) or that got no response, a limited number of times,
// after the time in Retry-After or a random, growing pause. It repeats calls that create something only
// with an idempotency key, which [Client.Extract] and [Client.Batch] generate: a file is never stored or
// charged twice. 429 QUOTA_EXCEEDED is never repeated, because it lasts until the end of the month.
//
// # Errors
//
// An error response is an [*Error]. Use [errors.Is] for its code:
//
//	if errors.Is(err, client.CodeQuotaExceeded) { … }
//
// An unreadable document is not an error of the call: its record has [StatusFailed], and [Record.Err]
// returns the reason.
package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls one service with one API key. It is safe for concurrent use and reuses connections.
type Client struct {
	base      *url.URL
	key       string
	http      *http.Client
	userAgent string
	retry     retryPolicy
}

// Option changes how a Client works.
type Option func(*Client)

// WithHTTPClient makes calls through h, for proxies, certificates or tracing. Its redirect policy is not
// used: the API has no redirects, and a redirect would send the key to another host. A Timeout would end
// long polls.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) { c.http = h }
}

// WithUserAgent puts product in front of the client's User-Agent, such as "bookkeeping/2.1".
func WithUserAgent(product string) Option {
	return func(c *Client) { c.userAgent = product + " " + userAgent }
}

// WithRetries bounds the attempts of a call; 1 disables retries.
func WithRetries(attempts int) Option {
	return func(c *Client) { c.retry.attempts = max(1, attempts) }
}

// WithBackoff sets the maximum pause before the first retry and before any; the actual pause is random
// below it. Retry-After has priority.
func WithBackoff(first, most time.Duration) Option {
	return func(c *Client) { c.retry.first, c.retry.most = first, most }
}

// WithSleep replaces how the client waits between attempts and polls, for example in tests. The function
// returns an error if ctx ends first.
func WithSleep(sleep func(ctx context.Context, d time.Duration) error) Option {
	return func(c *Client) { c.retry.sleep = sleep }
}

const userAgent = "docmill-go/1"

// New returns a client of the service at baseURL, such as "https://docmill.example".
func New(baseURL, apiKey string, opts ...Option) (*Client, error) {
	if apiKey == "" || strings.ContainsFunc(apiKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("docmill: the API key is empty or has characters that no key has")
	}
	return newClient(baseURL, apiKey, opts)
}

func newClient(baseURL, apiKey string, opts []Option) (*Client, error) {
	base, err := url.Parse(baseURL)
	if err != nil {
		return nil, fmt.Errorf("docmill: base URL: %w", err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.RawQuery != "" || base.Fragment != "" ||
		base.User != nil {
		return nil, fmt.Errorf("docmill: base URL %q: want http(s)://host[:port][/path]", base.Redacted())
	}
	base.Path = strings.TrimRight(base.Path, "/")
	base.RawPath = ""
	c := &Client{
		base: base, key: apiKey, userAgent: userAgent, retry: defaultRetryPolicy(),
		http: &http.Client{Transport: newTransport()},
	}
	for _, o := range opts {
		o(c)
	}
	c.http = withoutRedirects(c.http)
	return c, nil
}

// String returns the service's address without the key, for logs.
func (c *Client) String() string { return "docmill client of " + c.base.String() }

// GoString is String.
func (c *Client) GoString() string { return c.String() }

// answerWithin limits the time until the response begins; it is longer than the longest wait.
const answerWithin = 2 * time.Minute

// newTransport returns a separate connection pool for each client.
func newTransport() *http.Transport {
	dialer := net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: answerWithin,
	}
}

func withoutRedirects(h *http.Client) *http.Client {
	own := *h
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

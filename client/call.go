package client

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// maxAnswer bounds a response or an export's record in bytes. A record has a few kilobytes per page.
const maxAnswer = 128 << 20

var errTooLarge = fmt.Errorf("docmill: the answer is larger than %d MiB", maxAnswer>>20)

// call is one API call, which may take several requests.
type call struct {
	method string
	path   string // escaped, below the base URL
	query  url.Values
	header http.Header
	body   *body // nil for none
	// repeatable calls may reach the service twice without harm.
	repeatable bool
}

// get returns a read-only call.
func get(path string, query url.Values) call {
	return call{method: http.MethodGet, path: path, query: query, repeatable: true}
}

// json makes the call and decodes the response into out, if any. A truncated response counts as none.
func (c *Client) json(ctx context.Context, in call, out any) (h http.Header, err error) {
	err = c.retry.do(ctx, in.repeatable, func(int) error {
		return c.exchange(ctx, in, func(resp *http.Response) error {
			defer closeAnswer(resp.Body)
			h = resp.Header
			if out == nil {
				return nil
			}
			b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
			if err != nil {
				return &connectionError{fmt.Errorf("read answer: %w", err)}
			}
			if len(b) > maxAnswer {
				return errTooLarge
			}
			if err := json.Unmarshal(b, out); err != nil {
				return fmt.Errorf("docmill: answer of %s %s: %w", in.method, in.path, err)
			}
			return nil
		})
	})
	return h, err
}

// stream makes the call and returns the response, whose body the caller closes.
func (c *Client) stream(ctx context.Context, in call) (resp *http.Response, err error) {
	err = c.retry.do(ctx, in.repeatable, func(int) error {
		return c.exchange(ctx, in, func(answer *http.Response) error {
			resp = answer
			return nil
		})
	})
	return resp, err
}

// exchange sends a request and passes a 2xx response to use, which closes it. Others are an *Error.
func (c *Client) exchange(ctx context.Context, in call, use func(*http.Response) error) error {
	sent := in.body.start()
	req, err := c.request(ctx, in, sent)
	if err != nil {
		return err
	}
	// A response can arrive while the body is still being read: the next attempt must not meet that reader.
	defer sent.awaitClose(ctx)
	resp, err := c.http.Do(req)
	if err != nil {
		if source := sent.failure(); source != nil {
			return source // nothing is wrong with the connection
		}
		return &connectionError{err}
	}
	if resp.StatusCode/100 != 2 {
		defer closeAnswer(resp.Body)
		return errorOf(resp, c.retry.now())
	}
	return use(resp)
}

func (c *Client) request(ctx context.Context, in call, sent *sentBody) (*http.Request, error) {
	u := c.base.String() + in.path
	if len(in.query) > 0 {
		u += "?" + in.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, in.method, u, nil)
	if err != nil {
		return nil, fmt.Errorf("docmill: %w", err)
	}
	for name, values := range in.header {
		req.Header[name] = values
	}
	if c.key != "" {
		req.Header.Set("X-API-Key", c.key)
	}
	req.Header.Set("User-Agent", c.userAgent)
	if req.Header.Get("Accept") == "" {
		req.Header.Set("Accept", "application/json")
	}
	if sent != nil {
		req.Body, req.ContentLength = sent, in.body.length
		req.Header.Set("Content-Type", in.body.contentType)
	}
	return req, nil
}

// closeAnswer reads a short rest, so that the connection can be reused.
func closeAnswer(b io.ReadCloser) {
	_, _ = io.CopyN(io.Discard, b, maxErrorBody) // what cannot be read costs a connection, no more
	_ = b.Close()
}

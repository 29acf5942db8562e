package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	extractPath   = "/api/v1/extract"
	documentsPath = "/api/v1/documents"
	resultsPath   = "/api/v1/results"
	batchPath     = "/api/v1/batch"
)

// maxWait is the longest wait of the service.
const maxWait = 60 * time.Second

// ExtractOptions of [Client.Extract]; the zero value has the defaults.
type ExtractOptions struct {
	// DocumentType is one of the Type constants, or the name of a saved type ("acme_payslip", "acme_payslip@2"), which
	// excludes Schema; empty means TypeAuto.
	DocumentType string
	// Schema is a JSON Schema of additional fields: flat properties and one level of arrays, at most 64 KB.
	Schema json.RawMessage
	// Wait is how long the service waits for the document's end, in whole seconds up to 60; 0 means the
	// service's default (10 seconds).
	Wait time.Duration
	// Async returns as soon as the file is stored, regardless of Wait.
	Async bool
	// IdempotencyKey identifies repeated calls: 1 to 255 visible ASCII characters. By default it is random
	// and covers retries within the call; a key of the caller also covers a restart, for 24 hours.
	IdempotencyKey string
}

// Extract sends a file and returns its record, completed if the document ended within the wait; otherwise
// use [Client.WaitFor]. An unreadable document is a record of StatusFailed, not an error.
func (c *Client) Extract(ctx context.Context, file Source, o ExtractOptions) (*Record, error) {
	form := newForm()
	if o.DocumentType != "" {
		form.field("document_type", o.DocumentType)
	}
	if len(o.Schema) > 0 {
		form.field("schema", string(o.Schema))
	}
	form.file("file", file)
	in, err := upload(extractPath, form, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Async:
		in.header.Set("Prefer", "respond-async")
	case o.Wait > 0:
		in.header.Set("Prefer", "wait="+seconds(o.Wait))
	}
	return c.record(ctx, in)
}

// upload returns an idempotent call that sends files.
func upload(path string, form *formBuilder, key string) (call, error) {
	b, err := form.body()
	if err != nil {
		return call{}, err
	}
	return once(path, b, key), nil
}

// once returns an idempotent call, with a random key if key is empty.
func once(path string, b *body, key string) call {
	if key == "" {
		key = rand.Text()
	}
	return call{
		method: http.MethodPost, path: path, body: b, repeatable: true,
		header: http.Header{"Idempotency-Key": {key}},
	}
}

func replayed(h http.Header) bool { return h.Get("Idempotency-Replayed") == "true" }

// seconds rounds up and clamps to the service's limits.
func seconds(d time.Duration) string {
	d = min(max(d, 0), maxWait)
	return strconv.Itoa(int((d + time.Second - 1) / time.Second))
}

// Document reads a record as it is now.
func (c *Client) Document(ctx context.Context, id string) (*Record, error) {
	return c.document(ctx, id, 0)
}

// WaitFor returns the record once the document has completed or failed. It uses long polls, so it notices
// the end at once. Only ctx limits the wait.
func (c *Client) WaitFor(ctx context.Context, id string) (*Record, error) {
	for {
		begun := c.retry.now()
		record, err := c.document(ctx, id, maxWait)
		if err != nil || record.Status.Ended() {
			return record, err
		}
		// A stopping service responds early; pause before the next request.
		if c.retry.now().Sub(begun) < time.Second {
			if err := c.retry.sleep(ctx, time.Second); err != nil {
				return nil, fmt.Errorf("docmill: wait for document %s: %w", id, err)
			}
		}
	}
}

func (c *Client) document(ctx context.Context, id string, wait time.Duration) (*Record, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	var query url.Values
	if wait > 0 {
		query = url.Values{"wait": {seconds(wait)}}
	}
	return c.record(ctx, get(path, query))
}

// idPath rejects ids that would change the path.
func idPath(under, id string) (string, error) {
	if id == "" || id == "." || id == ".." {
		return "", fmt.Errorf("docmill: %q is no id", id)
	}
	return under + "/" + url.PathEscape(id), nil
}

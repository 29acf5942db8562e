package client

import (
	"context"
	"net/http"
	"time"
)

// Change is a person's input for a document. It is applied atomically, in the order of the fields.
type Change struct {
	// Revert are the paths whose corrections are undone; a list's name undoes those of all its rows.
	Revert []string
	// Lists replace whole lists by name ("lineItems"): rows of values by name.
	Lists map[string][]map[string]string
	// Values are corrections by path ("total", "lineItems.0.amount"); nil means that there is no value.
	Values map[string]*string
	// Confirm are paths of values to confirm as right, and Unconfirm those whose confirmation is removed.
	Unconfirm, Confirm []string
	// Reviewed sets or removes the review mark; nil leaves it.
	Reviewed *bool

	// IfMatch is the ETag of the reviewed record: if the record has changed since, the call returns
	// [CodePreconditionFailed]. "" skips the check.
	IfMatch string
}

func (c Change) body() map[string]any {
	body := map[string]any{}
	data := map[string]any{}
	for path, value := range c.Values {
		data[path] = value
	}
	for name, rows := range c.Lists {
		if rows == nil {
			rows = []map[string]string{}
		}
		data[name] = rows
	}
	if len(data) > 0 {
		body["data"] = data
	}
	for name, paths := range map[string][]string{"revert": c.Revert, "unconfirm": c.Unconfirm, "confirm": c.Confirm} {
		if len(paths) > 0 {
			body[name] = paths
		}
	}
	if c.Reviewed != nil {
		body["reviewed"] = *c.Reviewed
	}
	return body
}

// Update stores a change of a completed document and returns the resulting record.
func (c *Client) Update(ctx context.Context, id string, change Change) (*Record, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	b, err := jsonBody(change.body())
	if err != nil {
		return nil, err
	}
	// The change is idempotent, but a tag matches only once.
	in := call{method: http.MethodPatch, path: path, body: b, repeatable: change.IfMatch == ""}
	if change.IfMatch != "" {
		in.header = http.Header{"If-Match": {change.IfMatch}}
	}
	return c.record(ctx, in)
}

// RerunOptions say how a document is read again.
type RerunOptions struct {
	DocumentType string        // "" for the one asked for before
	Wait         time.Duration // for the end, as [ExtractOptions.Wait]
	// IdempotencyKey makes retries safe; by default it is random.
	IdempotencyKey string
}

// Rerun extracts the file of an existing document again, as a new document, and returns its record as
// [Client.Extract] does.
func (c *Client) Rerun(ctx context.Context, id string, o RerunOptions) (*Record, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	asked := map[string]any{}
	if o.DocumentType != "" {
		asked["document_type"] = o.DocumentType
	}
	b, err := jsonBody(asked)
	if err != nil {
		return nil, err
	}
	in := once(path+"/rerun", b, o.IdempotencyKey)
	if o.Wait > 0 {
		in.header.Set("Prefer", "wait="+seconds(o.Wait))
	}
	return c.record(ctx, in)
}

func (c *Client) record(ctx context.Context, in call) (*Record, error) {
	var record Record
	h, err := c.json(ctx, in, &record)
	if err != nil {
		return nil, err
	}
	record.Replayed, record.ETag = replayed(h), h.Get("ETag")
	return &record, nil
}

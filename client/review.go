package client

import (
	"context"
	"net/http"
	"time"
)

// Change is what a person says of a document. It is done in the order of the
// fields, as a whole or not at all.
type Change struct {
	// Revert are the paths whose corrections are undone; the name of a list
	// undoes those of all its rows.
	Revert []string
	// Lists replace whole lists by name ("lineItems"): rows of values by name.
	Lists map[string][]map[string]string
	// Values are the right ones by path ("total", "lineItems.0.amount"); nil
	// says that there is none.
	Values map[string]*string
	// Unconfirm and Confirm are paths of values of which a person does not say
	// any more, or says, that they are right as they stand.
	Unconfirm, Confirm []string
	// Reviewed marks the document as looked at as a whole, or takes the mark
	// away; nil leaves it.
	Reviewed *bool

	// IfMatch is the ETag of the record that was looked at: the call fails with
	// [CodePreconditionFailed] where it has changed since. "" takes whatever
	// stands there.
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

// Update keeps what a person says of a completed document and returns the record
// as it then is.
func (c *Client) Update(ctx context.Context, id string, change Change) (*Record, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	b, err := jsonBody(change.body())
	if err != nil {
		return nil, err
	}
	// To say the same twice changes nothing, but a tag matches once only.
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
	// IdempotencyKey makes the call take effect once, however often it is
	// repeated; one is made for the call when it is empty.
	IdempotencyKey string
}

// Rerun makes a new document of the bytes of one that is here, and returns its
// record as [Client.Extract] does; the old one stays as it is.
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

// record makes a call that a record answers.
func (c *Client) record(ctx context.Context, in call) (*Record, error) {
	var record Record
	h, err := c.json(ctx, in, &record)
	if err != nil {
		return nil, err
	}
	record.Replayed, record.ETag = replayed(h), h.Get("ETag")
	return &record, nil
}

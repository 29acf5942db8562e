package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// LayoutSummary is a learned layout as lists show it.
type LayoutSummary struct {
	ID        string    `json:"id"`        // "layout_…"
	Vendor    string    `json:"vendor"`    // in most of the documents; "" unknown
	Enabled   bool      `json:"enabled"`   // documents are read by it
	Documents int       `json:"documents"` // that taught it
	Version   int64     `json:"version"`
	ChangedAt time.Time `json:"changedAt"` // taught or switched
	UsedAt    time.Time `json:"usedAt"`    // last handed out for a document or taught, to the hour
}

// Layout is what documents of one layout have taught.
type Layout struct {
	LayoutSummary
	// Fields are the learned ones by name, and Columns those of line items by member, left to right;
	// Examples are the documents, newest first.
	Fields  []LayoutField `json:"fields"`
	Columns []LayoutField `json:"columns"`
	Lessons []Lesson      `json:"lessons"`
}

// LayoutField is a layout's success for one field or column: the number of examples with a right value, and
// with a wrong one.
type LayoutField struct {
	Name         string `json:"name"`
	Held         int    `json:"held"`
	Contradicted int    `json:"contradicted"`
}

// Lesson holds the learned data of one corrected document.
type Lesson struct {
	Document   string    `json:"document"`   // "ext_…"
	Correction int64     `json:"correction"` // the newest entry of its history; 0 for none
	At         time.Time `json:"at"`
}

// LayoutPage is a part of the list of layouts, newest first.
type LayoutPage struct {
	Items      []LayoutSummary `json:"items"`
	NextCursor *string         `json:"nextCursor"` // nil on the last page
}

const layoutsPath = "/api/v1/layouts"

// Layouts reads one page of the account's layouts, newest first.
func (c *Client) Layouts(ctx context.Context, o PageOptions) (*LayoutPage, error) {
	query := url.Values{}
	o.in(query)
	var p LayoutPage
	if _, err := c.json(ctx, get(layoutsPath, query), &p); err != nil {
		return nil, err
	}
	return &p, nil
}

// Layout reads one layout.
func (c *Client) Layout(ctx context.Context, id string) (*Layout, error) {
	path, err := idPath(layoutsPath, id)
	if err != nil {
		return nil, err
	}
	return c.layout(ctx, get(path, nil))
}

// EnableLayout enables or disables a layout and returns it. A disabled layout still learns.
func (c *Client) EnableLayout(ctx context.Context, id string, enabled bool) (*Layout, error) {
	path, err := idPath(layoutsPath, id)
	if err != nil {
		return nil, err
	}
	b, err := jsonBody(map[string]bool{"enabled": enabled})
	if err != nil {
		return nil, err
	}
	return c.layout(ctx, call{method: http.MethodPatch, path: path, body: b, repeatable: true})
}

// ForgetLayout removes a layout's examples. Its documents and records stay; later corrections teach it
// again.
func (c *Client) ForgetLayout(ctx context.Context, id string) error {
	path, err := idPath(layoutsPath, id)
	if err != nil {
		return err
	}
	return c.remove(ctx, call{method: http.MethodDelete, path: path, repeatable: true})
}

func (c *Client) layout(ctx context.Context, in call) (*Layout, error) {
	var l Layout
	if _, err := c.json(ctx, in, &l); err != nil {
		return nil, err
	}
	return &l, nil
}

package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Usage is the account's usage of its plan.
type Usage struct {
	Plan              string         `json:"plan"` // Free, Starter, Pro or Enterprise
	Period            Period         `json:"period"`
	Documents         DocumentsUsage `json:"documents"`
	RequestsPerMinute RequestsUsage  `json:"requestsPerMinute"`
	MaxFileSize       int64          `json:"maxFileSize"` // bytes
}

// Period is a calendar month in UTC; End is the first instant of the next.
type Period struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// DocumentsUsage counts the documents of the month.
type DocumentsUsage struct {
	Used      int `json:"used"`
	Limit     int `json:"limit"`
	Remaining int `json:"remaining"`
}

// RequestsUsage counts the requests of the last 60 seconds.
type RequestsUsage struct {
	Limit     int `json:"limit"`
	Remaining int `json:"remaining"`
}

// Usage returns the plan, its limits and what is left of them.
func (c *Client) Usage(ctx context.Context) (*Usage, error) {
	var u Usage
	if _, err := c.json(ctx, get("/api/v1/usage", nil), &u); err != nil {
		return nil, err
	}
	return &u, nil
}

// DocumentType is a document type with its possible data.
type DocumentType struct {
	Name        string      `json:"name"`
	Description string      `json:"description"` // of a saved type its title
	Fields      []FieldType `json:"fields"`
	Version     int         `json:"version"`   // the latest of a saved type; 0 for a built-in type
	CreatedAt   *time.Time  `json:"createdAt"` // of this version; nil for a built-in type
}

// FieldType is a member of a document type's data.
type FieldType struct {
	Name        string      `json:"name"`
	Type        string      `json:"type"` // string, money, date, array …; an open list
	Description string      `json:"description"`
	Fields      []FieldType `json:"fields"` // of an array's elements
}

// DocumentTypes lists the built-in document types and the latest versions of the saved ones.
func (c *Client) DocumentTypes(ctx context.Context) ([]DocumentType, error) {
	var list struct {
		Items []DocumentType `json:"items"`
	}
	if _, err := c.json(ctx, get("/api/v1/document-types", nil), &list); err != nil {
		return nil, err
	}
	return list.Items, nil
}

// NewKey is a new API key. Its value is shown only here.
type NewKey struct {
	ID        string     `json:"id"`
	Key       string     `json:"key"`
	Name      string     `json:"name"`
	Prefix    string     `json:"prefix"`
	LastFour  string     `json:"lastFour"`
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt *time.Time `json:"expiresAt"` // nil: never
}

// CreateKey creates another key of the client's account. name has 1 to 100 characters; the key expires
// after expiresInDays (1 to 3650; 0 means never), and with the client's key at the latest. The call is not
// repeated, because a key with a lost response would stay unknown.
func (c *Client) CreateKey(ctx context.Context, name string, expiresInDays int) (*NewKey, error) {
	b, err := jsonBody(struct {
		Name string `json:"name"`
		Days int    `json:"expiresInDays,omitempty"`
	}{name, expiresInDays})
	if err != nil {
		return nil, err
	}
	var k NewKey
	if _, err := c.json(ctx, call{method: http.MethodPost, path: "/api/auth/register", body: b}, &k); err != nil {
		return nil, err
	}
	return &k, nil
}

// Register creates an account of the plan Free and returns its first key, if the service permits open
// registration; otherwise it returns CodeAuthMissing. The call is not repeated.
func Register(ctx context.Context, baseURL, name string, opts ...Option) (*NewKey, error) {
	c, err := newClient(baseURL, "", opts)
	if err != nil {
		return nil, err
	}
	return c.CreateKey(ctx, name, 0)
}

// Webhook is a subscription to events. Webhooks are planned and not live.
type Webhook struct {
	ID        string    `json:"id"`
	URL       string    `json:"url"`
	Events    []string  `json:"events"`
	Secret    string    `json:"secret"` // only in the answer of RegisterWebhook
	IsActive  bool      `json:"isActive"`
	CreatedAt time.Time `json:"createdAt"`
}

const webhooksPath = "/api/webhooks/notifications"

// RegisterWebhook registers an HTTPS address for events. While webhooks are not live it returns
// CodeWebhooksNotAvailable (501). The call is not repeated.
func (c *Client) RegisterWebhook(ctx context.Context, address string, events []string) (*Webhook, error) {
	b, err := jsonBody(map[string]any{"url": address, "events": events})
	if err != nil {
		return nil, err
	}
	var w Webhook
	if _, err := c.json(ctx, call{method: http.MethodPost, path: webhooksPath, body: b}, &w); err != nil {
		return nil, err
	}
	return &w, nil
}

// Webhooks lists the account's subscriptions.
func (c *Client) Webhooks(ctx context.Context) ([]Webhook, error) {
	var list struct {
		Items []Webhook `json:"items"`
	}
	if _, err := c.json(ctx, get(webhooksPath, nil), &list); err != nil {
		return nil, err
	}
	return list.Items, nil
}

// DeleteWebhook removes a subscription.
func (c *Client) DeleteWebhook(ctx context.Context, id string) error {
	in := call{method: http.MethodDelete, path: webhooksPath, query: url.Values{"id": {id}}, repeatable: true}
	return c.remove(ctx, in)
}

package client

import (
	"context"
	"iter"
	"net/url"
	"strconv"
	"time"
)

// Filter selects documents; its zero value selects all.
type Filter struct {
	Status        Status
	DocumentType  string    // as records show it
	BatchID       string    // "batch_…"
	CreatedAfter  time.Time // exclusive
	CreatedBefore time.Time // exclusive
	MinConfidence float64   // inclusive, 0 to 1
	MaxConfidence float64   // inclusive, 0 to 1; 0 for no bound
	Reviewed      *bool     // looked at or, of completed documents, not
	Missing       string    // a key field that is not known, or "any"
}

func (f Filter) query() url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	set("status", string(f.Status))
	set("document_type", f.DocumentType)
	set("batch_id", f.BatchID)
	set("created_after", timeParam(f.CreatedAfter))
	set("created_before", timeParam(f.CreatedBefore))
	if f.MinConfidence != 0 {
		set("min_confidence", strconv.FormatFloat(f.MinConfidence, 'f', -1, 64))
	}
	if f.MaxConfidence != 0 {
		set("max_confidence", strconv.FormatFloat(f.MaxConfidence, 'f', -1, 64))
	}
	if f.Reviewed != nil {
		set("reviewed", strconv.FormatBool(*f.Reviewed))
	}
	set("missing", f.Missing)
	return q
}

func timeParam(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// Page is a part of a list.
type Page struct {
	Items      []Record `json:"items"`      // without Fields
	NextCursor *string  `json:"nextCursor"` // nil on the last page
}

// PageOptions select a part of a list: at most Limit records (1 to 100; 0 means 20), from Cursor, which is
// empty for the first page.
type PageOptions struct {
	Limit  int
	Cursor string
}

func (o PageOptions) in(query url.Values) {
	if o.Limit != 0 {
		query.Set("limit", strconv.Itoa(o.Limit))
	}
	if o.Cursor != "" {
		query.Set("cursor", o.Cursor)
	}
}

// DocumentsPage reads one page of all documents, newest first.
func (c *Client) DocumentsPage(ctx context.Context, f Filter, o PageOptions) (*Page, error) {
	return c.page(ctx, documentsPath, f, o)
}

// ResultsPage reads one page of the documents that have ended, newest first.
func (c *Client) ResultsPage(ctx context.Context, f Filter, o PageOptions) (*Page, error) {
	return c.page(ctx, resultsPath, f, o)
}

// Documents iterates over all documents, newest first, page by page. Records have no Fields. An error is
// the last element.
func (c *Client) Documents(ctx context.Context, f Filter) iter.Seq2[*Record, error] {
	return c.list(ctx, documentsPath, f)
}

// Results is Documents of those that have ended.
func (c *Client) Results(ctx context.Context, f Filter) iter.Seq2[*Record, error] {
	return c.list(ctx, resultsPath, f)
}

func (c *Client) page(ctx context.Context, path string, f Filter, o PageOptions) (*Page, error) {
	query := f.query()
	o.in(query)
	var p Page
	if _, err := c.json(ctx, get(path, query), &p); err != nil {
		return nil, err
	}
	return &p, nil
}

// listPage is the page size of iterations: the maximum, because each page counts against the rate limit.
const listPage = 100

func (c *Client) list(ctx context.Context, path string, f Filter) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		o := PageOptions{Limit: listPage}
		for {
			p, err := c.page(ctx, path, f, o)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range p.Items {
				if !yield(&p.Items[i], nil) {
					return
				}
			}
			if p.NextCursor == nil {
				return
			}
			o.Cursor = *p.NextCursor
		}
	}
}

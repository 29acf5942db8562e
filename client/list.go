package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
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

// ExportCSV writes all selected, ended documents to w as CSV (RFC 4180) with a header line, as a stream.
// After an error w contains a part.
func (c *Client) ExportCSV(ctx context.Context, f Filter, w io.Writer) error {
	return c.exportTo(ctx, f, "text/csv", w)
}

func (c *Client) exportTo(ctx context.Context, f Filter, mediaType string, w io.Writer) error {
	resp, err := c.export(ctx, f, mediaType)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(w, resp.Body); err != nil {
		return fmt.Errorf("docmill: export: %w", err)
	}
	return nil
}

// ExportNDJSON iterates over all selected, ended documents, newest first, in one streamed response, with
// one record in memory at a time. Records have no Fields. An error is the last element.
func (c *Client) ExportNDJSON(ctx context.Context, f Filter) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		resp, err := c.export(ctx, f, "application/x-ndjson")
		if err != nil {
			yield(nil, err)
			return
		}
		defer resp.Body.Close()
		body := &io.LimitedReader{R: resp.Body}
		for lines := json.NewDecoder(body); ; {
			record := &Record{}
			body.N = maxAnswer
			err := lines.Decode(record)
			if err != nil && body.N == 0 {
				yield(nil, errTooLarge)
				return
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("docmill: export: %w", err))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
	}
}

func (c *Client) export(ctx context.Context, f Filter, mediaType string) (*http.Response, error) {
	in := get(resultsPath, f.query())
	in.header = http.Header{"Accept": {mediaType}}
	return c.stream(ctx, in)
}

// ExportXLSX writes all selected, ended documents to w as a workbook (ECMA-376), as a stream: with sheets
// of documents, line items and transactions. After an error w contains an unreadable part.
func (c *Client) ExportXLSX(ctx context.Context, f Filter, w io.Writer) error {
	return c.exportTo(ctx, f, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", w)
}

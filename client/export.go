package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
)

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

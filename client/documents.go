package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
)

// Correct stores corrections of a completed document. values maps paths ("total", "lineItems.0.amount") to
// values in the field's format; nil means that there is no value. It returns the resulting record;
// Field.Original keeps the extracted values.
func (c *Client) Correct(ctx context.Context, id string, values map[string]*string) (*Record, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	b, err := jsonBody(map[string]any{"data": values})
	if err != nil {
		return nil, err
	}
	// The call is idempotent.
	return c.record(ctx, call{method: http.MethodPatch, path: path, body: b, repeatable: true})
}

// Delete erases a document and everything made of it, at any state, for good.
func (c *Client) Delete(ctx context.Context, id string) error {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return err
	}
	return c.remove(ctx, call{method: http.MethodDelete, path: path, repeatable: true})
}

// remove treats NOT_FOUND as success if an earlier attempt may have succeeded with a lost response.
func (c *Client) remove(ctx context.Context, in call) error {
	lost := false
	return c.retry.do(ctx, true, func(int) error {
		err := c.exchange(ctx, in, func(resp *http.Response) error {
			closeAnswer(resp.Body)
			return nil
		})
		if lost && errors.Is(err, CodeNotFound) {
			return nil
		}
		var connection *connectionError
		var answer *Error
		// A proxy may give up while the service continues.
		lost = lost || errors.As(err, &connection) || errors.As(err, &answer) && answer.Code == ""
		return err
	})
}

// Download is a file being received. The caller closes Body. Read returns an error if the connection
// breaks.
type Download struct {
	Name     string // "" for pictures
	MIMEType string
	Size     int64 // bytes; -1 when not known
	Body     io.ReadCloser
}

// File downloads the document's file as it was sent.
func (c *Client) File(ctx context.Context, id string) (*Download, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	return c.download(ctx, get(path+"/file", nil))
}

// PageImage returns a page, counted from 1, as a PNG of the given width in pixels (16 to 2400; 0 means
// 1000).
func (c *Client) PageImage(ctx context.Context, id string, page, width int) (*Download, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	var query url.Values
	if width != 0 {
		query = url.Values{"width": {strconv.Itoa(width)}}
	}
	return c.download(ctx, get(fmt.Sprintf("%s/pages/%d.png", path, page), query))
}

// PageWords are the words that a page shows, in reading order.
type PageWords struct {
	Page  int        `json:"page"` // from 1
	Words []PageWord `json:"words"`
}

// PageWord is a word of a page.
type PageWord struct {
	Text string `json:"text"`
	// Box is [x0, y0, x1, y1] in fractions of the displayed page, from its top left corner.
	Box  [4]float64 `json:"box"`
	Line int        `json:"line"` // of the page, from 0
}

// PageWords returns the words of a page, counted from 1. The first request for a scan takes some seconds.
func (c *Client) PageWords(ctx context.Context, id string, page int) (*PageWords, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	var words PageWords
	if _, err := c.json(ctx, get(fmt.Sprintf("%s/pages/%d/words", path, page), nil), &words); err != nil {
		return nil, err
	}
	return &words, nil
}

func (c *Client) download(ctx context.Context, in call) (*Download, error) {
	in.header = http.Header{"Accept": {"*/*"}}
	resp, err := c.stream(ctx, in)
	if err != nil {
		return nil, err
	}
	d := &Download{MIMEType: resp.Header.Get("Content-Type"), Size: resp.ContentLength, Body: resp.Body}
	if _, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition")); err == nil {
		d.Name = params["filename"]
	}
	return d, nil
}

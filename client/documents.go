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

// Correct says what is right where the service was not. values maps paths
// ("total", "lineItems.0.amount") to values in the form of the field; nil says
// that there is none. Only completed documents can be corrected. The answer is
// the record as it then is; the read values stay beside the corrected ones, in
// Field.Original.
func (c *Client) Correct(ctx context.Context, id string, values map[string]*string) (*Record, error) {
	path, err := idPath(documentsPath, id)
	if err != nil {
		return nil, err
	}
	b, err := jsonBody(map[string]any{"data": values})
	if err != nil {
		return nil, err
	}
	// To say the same twice changes nothing.
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

// remove takes NOT_FOUND for done when an earlier attempt may have done it and
// only its answer was lost.
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
		// Something between the client and the service may give up while the
		// service goes on.
		lost = lost || errors.As(err, &connection) || errors.As(err, &answer) && answer.Code == ""
		return err
	})
}

// Download is a file on its way. The caller closes Body. A connection that
// breaks is an error of its Read; nothing is cut silently.
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

// PageImage draws a page, counted from 1, as a PNG picture of the given width
// in pixels (16 to 2400; 0 is 1000).
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
	// Box is [x0, y0, x1, y1] in fractions of the page as it is shown, from its top
	// left corner.
	Box  [4]float64 `json:"box"`
	Line int        `json:"line"` // of the page, from 0
}

// PageWords reads the words of a page, counted from 1. A scan is recognized when it
// is asked for the first time, which takes some seconds.
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

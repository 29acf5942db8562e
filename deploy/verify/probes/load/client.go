package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"
)

const answerLimit = 1 << 20 // bytes of an answer that are read

type client struct {
	url  string
	wait int
	http *http.Client
}

// newClient returns a client that keeps its connection and never repeats a request, so refusals are visible.
func newClient(url string, wait int) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute}
	return &client{url: url, wait: wait, http: &http.Client{Transport: transport, Timeout: 40 * time.Second}}
}

type answer struct {
	code   int
	id     string
	reason string // first bytes of what was not accepted
}

func (a answer) accepted() bool {
	return a.code == http.StatusOK || a.code == http.StatusCreated || a.code == http.StatusAccepted
}

func (a answer) limited() bool { return a.code == http.StatusTooManyRequests }

func (c *client) upload(ctx context.Context, key string, document []byte) (answer, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "invoice.pdf")
	if err != nil {
		return answer{}, err
	}
	token := rand.Text()
	if _, err := fmt.Fprintf(part, "%s\n%%%s\n", document, token); err != nil {
		return answer{}, err
	}
	if err := form.Close(); err != nil {
		return answer{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/api/v1/extract", &body)
	if err != nil {
		return answer{}, err
	}
	// Otherwise the transport repeats requests refused by a closed connection.
	request.GetBody = nil
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("X-API-Key", key)
	request.Header.Set("Idempotency-Key", token)
	request.Header.Set("Prefer", fmt.Sprintf("wait=%d", c.wait))
	code, content, err := c.do(request)
	if err != nil {
		return answer{}, err
	}
	result := answer{code: code}
	if !result.accepted() {
		result.reason = string(content[:min(len(content), 160)])
		return result, nil
	}
	var record struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(content, &record); err != nil {
		return answer{}, fmt.Errorf("answer to an upload: %w", err)
	}
	result.id = record.ID
	return result, nil
}

func (c *client) status(ctx context.Context, d document) (string, error) {
	code, content, err := c.get(ctx, d, "")
	if err != nil {
		return "", err
	}
	if code != http.StatusOK {
		return fmt.Sprintf("http %d", code), nil
	}
	var record struct {
		Status string `json:"status"`
	}
	err = json.Unmarshal(content, &record)
	return record.Status, err
}

// file returns the HTTP status and the response length of a document's file; 0 without a response.
func (c *client) file(ctx context.Context, d document) (code, size int) {
	code, content, err := c.get(ctx, d, "/file")
	if err != nil {
		return 0, 0
	}
	return code, len(content)
}

func (c *client) get(ctx context.Context, d document, what string) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+"/api/v1/documents/"+d.id+what, nil)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("X-API-Key", d.key)
	return c.do(request)
}

func (c *client) do(request *http.Request) (int, []byte, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, answerLimit))
	return response.StatusCode, content, err
}

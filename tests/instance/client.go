package instance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// Answer is one HTTP answer, read to its end.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Code is the `code` member of an error body.
func (a Answer) Code() string {
	var e struct{ Code string }
	if json.Unmarshal(a.Body, &e) != nil {
		return ""
	}
	return e.Code
}

// Into decodes the body, or fails the test.
func (a Answer) Into(t testing.TB, v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.Body, v), "in", string(a.Body))
}

// Account is an account's way to speak to an instance.
type Account struct {
	ID       string // empty where the first start made it
	URL, Key string
	Client   *http.Client
}

// First is the account that the first start made.
func (i *Instance) First() Account { return Account{URL: i.URL, Key: i.Key, Client: i.Client()} }

// Do sends a request with the account's key. header may be nil.
func (a Account) Do(
	ctx context.Context, method, path string, body io.Reader, header map[string]string,
) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, a.URL+path, body)
	if err != nil {
		return Answer{}, err
	}
	if a.Key != "" {
		req.Header.Set("X-API-Key", a.Key)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := a.Client.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("read answer: %w", err)
	}
	return Answer{Status: resp.StatusCode, Header: resp.Header, Body: b}, nil
}

// Want returns a function that ends the test unless a request was answered with one of the statuses.
func Want(t testing.TB, statuses ...int) func(Answer, error) Answer {
	return func(a Answer, err error) Answer {
		t.Helper()
		require.NoError(t, err, a.Status, string(a.Body))
		require.True(t, slices.Contains(statuses, a.Status), a.Status, string(a.Body))
		return a
	}
}

// Upload sends a file to POST /api/v1/extract. prefer is the Prefer header, or "".
func (a Account) Upload(ctx context.Context, name string, data []byte, prefer string) (Answer, error) {
	body, contentType := Form("file", File{name, data})
	header := map[string]string{"Content-Type": contentType}
	if prefer != "" {
		header["Prefer"] = prefer
	}
	return a.Do(ctx, http.MethodPost, "/api/v1/extract", body, header)
}

// Batch sends files to POST /api/v1/batch.
func (a Account) Batch(t testing.TB, files ...File) (b contract.Batch) {
	t.Helper()
	body, contentType := Form("files", files...)
	answer := Want(t, http.StatusAccepted)(a.Do(t.Context(), http.MethodPost, "/api/v1/batch", body,
		map[string]string{"Content-Type": contentType}))
	answer.Into(t, &b)
	return b
}

// File is a file of a form.
type File struct {
	Name string
	Data []byte
}

// Form is a multipart body with files.
func Form(field string, files ...File) (body *bytes.Buffer, contentType string) {
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for _, f := range files {
		part, err := w.CreateFormFile(field, f.Name)
		if err == nil {
			_, err = part.Write(f.Data)
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return body, w.FormDataContentType()
}

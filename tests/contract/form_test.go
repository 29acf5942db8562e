package contract_test

import (
	"bytes"
	"crypto/rand"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// part of a multipart form; a file when it has a file name.
type part struct {
	field, fileName string
	data            []byte
}

// Form parts: the file of an upload, a file of a batch, a field, a text file.
func file(name string, data []byte) part  { return part{"file", name, data} }
func filed(name string, data []byte) part { return part{"files", name, data} }
func value(field, text string) part       { return part{field: field, data: []byte(text)} }
func texts(name string, text string) part { return file(name, []byte(text)) }

func (p part) begin(w *multipart.Writer) (io.Writer, error) {
	if p.fileName == "" {
		return w.CreateFormField(p.field)
	}
	return w.CreateFormFile(p.field, p.fileName)
}

func form(parts ...part) (string, string) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, p := range parts {
		to, err := p.begin(w)
		if err == nil {
			_, err = to.Write(p.data)
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return body.String(), w.FormDataContentType()
}

func (p person) post(path string, h map[string]string, want int, parts ...part) instance.Answer {
	p.t.Helper()
	answer, err := p.try(path, h, parts...)
	require.NoError(p.t, err)
	if answer.Status != want {
		p.t.Fatalf("POST %s answered %d %.500s, want %d", path, answer.Status, answer.Body, want)
	}
	return answer
}

func (p person) try(path string, h map[string]string, parts ...part) (instance.Answer, error) {
	body, contentType := form(parts...)
	all := header("Content-Type", contentType)
	for name, v := range h {
		all[name] = v
	}
	return p.Do(p.t.Context(), http.MethodPost, path, strings.NewReader(body), all)
}

func marker() string { return "Zq" + strings.ToLower(rand.Text()[:20]) }

func plainInvoice(number string) string {
	return "INVOICE\n\nInvoice number: " + number + "\nInvoice date: 2026-10-01\nTotal: 119.00 EUR\n"
}

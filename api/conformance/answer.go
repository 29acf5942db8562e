package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

func (x *exchange) failf(format string, args ...any) {
	x.checker.t.Helper()
	x.checker.t.Errorf("%s %s answered %d, not as documented: %s",
		x.req.Method, x.req.URL.RequestURI(), x.resp.StatusCode, fmt.Sprintf(format, args...))
}

func (x *exchange) checkHeaders(want *response) {
	x.checker.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want.headers)) {
		header, values := want.headers[name], x.resp.Header.Values(name)
		switch {
		case len(values) == 0 && header.required:
			x.failf("the header %s is missing", name)
		case len(values) > 1:
			x.failf("the header %s stands there %d times", name, len(values))
		case len(values) == 1:
			if err := header.schema.Validate(values[0]); err != nil {
				x.failf("the header %s is %q: %s", name, values[0], problems(err))
			}
		}
	}
}

func (x *exchange) checkBody(want *response) {
	x.checker.t.Helper()
	mediaType := mediaTypeOf(x.resp.Header)
	if len(want.content) == 0 {
		if x.resp.ContentLength > 0 || mediaType != "" {
			x.failf("it has a body of %d bytes, %q, and must have none", x.resp.ContentLength, mediaType)
		}
		return
	}
	documented := want.content[mediaType]
	if documented == nil {
		documented = want.content["*/*"]
	}
	if documented == nil || mediaType == "" {
		x.failf("its Content-Type is %q, want one of %q", x.resp.Header.Get("Content-Type"),
			slices.Sorted(maps.Keys(want.content)))
		return
	}
	switch {
	case x.req.Method == http.MethodHead:
	case documented.schema != nil:
		x.checkJSON(documented.schema)
	case documented.lines != nil:
		x.resp.Body = &lineReader{body: x.resp.Body, line: func(n int, line []byte) {
			x.checker.t.Helper()
			x.validate(fmt.Sprintf("line %d", n), documented.lines, line)
		}}
	}
}

// checkJSON reads the body and restores it. It leaves a truncated body to the client.
func (x *exchange) checkJSON(schema *jsonschema.Schema) {
	x.checker.t.Helper()
	body, err := io.ReadAll(x.resp.Body)
	closeErr := x.resp.Body.Close()
	if err = errors.Join(err, closeErr); err != nil {
		x.resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), brokenReader{err}))
		return
	}
	x.resp.Body = io.NopCloser(bytes.NewReader(body))
	x.validate("body", schema, body)
}

func (x *exchange) validate(what string, schema *jsonschema.Schema, raw []byte) {
	x.checker.t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		x.failf("%s is no JSON (%v): %.200s", what, err, raw)
		return
	}
	if err := schema.Validate(value); err != nil {
		x.failf("%s %.2000s\n%s", what, raw, problems(err))
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }

// problems lists the violations of a schema, one line per place.
func problems(err error) string {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err.Error()
	}
	printer := message.NewPrinter(language.English)
	var lines []string
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			lines = append(lines, fmt.Sprintf("  at /%s: %s", strings.Join(e.InstanceLocation, "/"),
				e.ErrorKind.LocalizedString(printer)))
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(invalid)
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// lineReader forwards a body and passes on each complete line, including a last one without line end.
type lineReader struct {
	body io.ReadCloser
	line func(n int, line []byte)
	n    int
	open []byte // of a line whose end has not come
}

func (r *lineReader) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	r.open = append(r.open, p[:n]...)
	for {
		line, rest, ended := bytes.Cut(r.open, []byte("\n"))
		if !ended {
			break
		}
		r.show(line)
		r.open = rest
	}
	if err == io.EOF && len(r.open) > 0 {
		r.show(r.open)
		r.open = nil
	}
	return n, err
}

func (r *lineReader) show(line []byte) {
	r.n++
	r.line(r.n, line)
}

func (r *lineReader) Close() error { return r.body.Close() }

package conformance

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// strictPaths reject unknown query parameters; other paths ignore them.
const strictPaths = "/api/"

// checkRequest checks that the document allows a successful request.
func (x *exchange) checkRequest(op *operation) {
	x.checker.t.Helper()
	query := x.req.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		parameter, known := op.query[name]
		if !known && !strings.HasPrefix(x.req.URL.Path, strictPaths) {
			continue
		}
		if !known {
			x.failf("the query parameter %q was taken, and the document does not have it", name)
			continue
		}
		for _, value := range query[name] {
			if !takes(parameter.schema, value) {
				x.failf("%s=%s was taken, and the document forbids it", name, value)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(op.query)) {
		if op.query[name].required && !query.Has(name) {
			x.failf("the query parameter %q was not needed, and the document requires it", name)
		}
	}
	x.checkRequestBody(op)
}

// takes reports whether a parameter's text is valid, as text or as a number.
func takes(schema *jsonschema.Schema, text string) bool {
	if schema.Validate(text) == nil {
		return true
	}
	number, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if _, ok := number.(json.Number); !ok || err != nil {
		return false
	}
	return schema.Validate(number) == nil
}

func (x *exchange) checkRequestBody(op *operation) {
	x.checker.t.Helper()
	mediaType := mediaTypeOf(x.req.Header)
	if mediaType == "" {
		return
	}
	documented := op.body[mediaType]
	switch {
	case documented == nil:
		x.failf("a request body of %s was taken, and the document does not have it", mediaType)
	case documented.schema != nil && x.sent != nil:
		x.validate("request body", documented.schema, x.sent)
	}
}

// route is one path of the document with its methods.
type route struct {
	segments   []segment
	operations map[string]*operation // by method
}

// segment is a part of a path template: fixed text, or a parameter between fixed text ("{page}.png").
type segment struct {
	before, after string
	parameter     bool
}

func newRoute(path string) route {
	r := route{operations: map[string]*operation{}}
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		before, rest, isParameter := strings.Cut(part, "{")
		_, after, _ := strings.Cut(rest, "}")
		r.segments = append(r.segments, segment{before: before, after: after, parameter: isParameter})
	}
	return r
}

func (s segment) matches(part string) bool {
	if !s.parameter {
		return part == s.before
	}
	return len(part) > len(s.before)+len(s.after) && strings.HasPrefix(part, s.before) && strings.HasSuffix(part, s.after)
}

func (r route) matches(parts []string) bool {
	if len(parts) != len(r.segments) {
		return false
	}
	for i, part := range parts {
		if !r.segments[i].matches(part) {
			return false
		}
	}
	return true
}

// find returns a request's operation, or nil if path or method is undocumented. HEAD counts as GET.
func (d *document) find(method, escapedPath string) *operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	parts := strings.Split(strings.TrimPrefix(escapedPath, "/"), "/")
	for _, r := range d.routes {
		if r.matches(parts) {
			return r.operations[method]
		}
	}
	return nil
}

// all lists the coverable items: "GET /api/v1/usage 200".
func (d *document) all() []string {
	var names []string
	for _, r := range d.routes {
		for _, op := range r.operations {
			for status := range maps.Keys(op.responses) {
				names = append(names, op.name+" "+status)
			}
		}
	}
	slices.Sort(names)
	return names
}

package conformance

import (
	"encoding/json"
	"maps"
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

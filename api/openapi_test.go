package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi/datamodel"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// The document matches the OpenAPI Initiative's schema of 3.1 documents; the schemas in it are compiled for
// other tests.
func TestValidOpenAPI(t *testing.T) {
	t.Parallel()
	official, err := jsonschema.UnmarshalJSON(strings.NewReader(datamodel.OpenAPI31SchemaData))
	require.NoError(t, err)
	const url = "docmill:///oas31"
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(url, official))
	schema, err := c.Compile(url)
	require.NoError(t, err)
	root := tree(t)
	if root["openapi"] != "3.1.0" {
		t.Errorf("version %v", root["openapi"])
	}
	if err := schema.Validate(root); err != nil {
		t.Error(err)
	}
	delete(root["info"].(map[string]any), "title")
	if schema.Validate(root) == nil {
		t.Error("a document without a title is valid, too: the check checks nothing")
	}
}

// Operations have unique names, a summary and known tags, and every path parameter is described.
func TestOperationDescriptions(t *testing.T) {
	t.Parallel()
	root := tree(t)
	tags, ids := map[string]bool{}, map[string]string{}
	for _, tag := range root["tags"].([]any) {
		tags[tag.(map[string]any)["name"].(string)] = true
	}
	for path, item := range root["paths"].(map[string]any) {
		for method, raw := range item.(map[string]any) {
			op, name := raw.(map[string]any), method+" "+path
			id, _ := op["operationId"].(string)
			if id == "" || ids[id] != "" {
				t.Errorf("%s: operationId %q, also of %q", name, id, ids[id])
			}
			ids[id] = name
			for _, tag := range op["tags"].([]any) {
				if !tags[tag.(string)] {
					t.Errorf("%s: unknown tag %s", name, tag)
				}
			}
			if op["summary"] == nil {
				t.Errorf("%s has no summary", name)
			}
			described := map[string]bool{}
			parameters, _ := op["parameters"].([]any)
			for _, p := range parameters {
				described[resolve(root, p.(map[string]any))["name"].(string)] = true
			}
			for _, part := range strings.Split(path, "{")[1:] {
				if parameter, _, _ := strings.Cut(part, "}"); !described[parameter] {
					t.Errorf("%s does not describe %s", name, parameter)
				}
			}
		}
	}
}

// tree is openapi.yaml as JSON would decode it.
func tree(t *testing.T) map[string]any {
	t.Helper()
	var v any
	require.NoError(t, yaml.Unmarshal(api.OpenAPI(), &v))
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	return decoded.(map[string]any)
}

// walk visits every object of a tree with the JSON pointer to it.
func walk(node any, pointer string, visit func(pointer string, object map[string]any)) {
	switch node := node.(type) {
	case map[string]any:
		visit(pointer, node)
		for key, child := range node {
			walk(child, pointer+"/"+escape(key), visit)
		}
	case []any:
		for i, child := range node {
			walk(child, fmt.Sprintf("%s/%d", pointer, i), visit)
		}
	}
}

func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D", "*", "%2A").Replace(key)
}

// resolve follows a reference within the document.
func resolve(root, object map[string]any) map[string]any {
	ref, ok := object["$ref"].(string)
	if !ok {
		return object
	}
	var at any = root
	for key := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(map[string]any)[key]
	}
	found, _ := at.(map[string]any)
	return found
}

// Every JSON body has an example, and every example matches its schema.
func TestValidExamples(t *testing.T) {
	t.Parallel()
	root := tree(t)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("docmill:///openapi", root))
	checked := 0
	check := func(pointer, name string, value any) {
		schema, err := compiler.Compile("docmill:///openapi#" + pointer + "/schema")
		if err != nil {
			t.Errorf("%s: %v", pointer, err)
			return
		}
		checked++
		if err := schema.Validate(value); err != nil {
			t.Errorf("example %s at %s: %v", name, pointer, err)
		}
	}
	walk(root, "", func(pointer string, object map[string]any) {
		if object["schema"] == nil || strings.HasPrefix(pointer, "/components/schemas/") ||
			strings.Contains(pointer, "/examples/") {
			return
		}
		examples, _ := object["examples"].(map[string]any)
		if len(examples) == 0 && strings.HasSuffix(pointer, "application~1json") {
			t.Errorf("%s has no example", pointer)
		}
		for name, raw := range examples {
			check(pointer, name, resolve(root, raw.(map[string]any))["value"])
		}
		if example := object["example"]; example != nil {
			check(pointer, "", example)
		}
	})
	if checked < 80 {
		t.Errorf("only %d examples were found", checked)
	}
}

// Every reference has a target, and every component is used.
func TestReferencesAndComponents(t *testing.T) {
	t.Parallel()
	root := tree(t)
	used := map[string]bool{}
	walk(root, "", func(pointer string, object map[string]any) {
		ref, ok := object["$ref"].(string)
		if !ok {
			return
		}
		if resolve(root, object) == nil {
			t.Errorf("%s refers to %s, which is not there", pointer, ref)
		}
		used[ref] = true
	})
	standalone := []string{"MethodNotAllowed", "NoSuchPath"} // answers to what is no operation
	for kind, components := range root["components"].(map[string]any) {
		if kind == "securitySchemes" {
			continue
		}
		for name := range components.(map[string]any) {
			if !used["#/components/"+kind+"/"+name] && !slices.Contains(standalone, name) {
				t.Errorf("%s/%s is used by nothing", kind, name)
			}
		}
	}
}

// The codes of the document are exactly those of the code.
func TestErrorCodes(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, code := range codes() {
		known[string(code)] = true
	}
	documented := map[string]bool{}
	walk(tree(t), "", func(pointer string, object map[string]any) {
		enum, _ := object["enum"].([]any)
		if !strings.HasSuffix(pointer, "/code") {
			return
		}
		for _, code := range enum {
			documented[code.(string)] = true
			if !known[code.(string)] {
				t.Errorf("%s names %s, which no answer has", pointer, code)
			}
		}
	})
	for code := range known {
		if !documented[code] {
			t.Errorf("%s stands nowhere in the document", code)
		}
	}
}

func codes() []contract.Code {
	return []contract.Code{
		contract.CodeInvalidRequest, contract.CodeInvalidDocumentType, contract.CodeInvalidSchema, contract.CodeEmptyFile,
		contract.CodeAuthMissing, contract.CodeAuthInvalid, contract.CodePlanRequired, contract.CodeNotFound,
		contract.CodeMethodNotAllowed, contract.CodeRequestTimeout, contract.CodeIdempotencyInProgress,
		contract.CodeInvalidState, contract.CodePreconditionFailed,
		contract.CodeLimitReached, contract.CodeIdempotencyKeyReused, contract.CodeFileTooLarge, contract.CodeHeadersTooLarge,
		contract.CodeUnsupportedFormat, contract.CodeUnsupportedMediaType, contract.CodeRateLimited,
		contract.CodeQuotaExceeded,
		contract.CodeInternalError, contract.CodeWebhooksNotAvailable, contract.CodeServiceUnavailable,
		contract.CodeCorruptFile, contract.CodePasswordProtected, contract.CodeTooManyPages, contract.CodeTooComplex,
		contract.CodeNoTextFound, contract.CodeTimedOut,
	}
}

// The plans, types and limits of the document are those of the code.
func TestPlansTypesLimits(t *testing.T) {
	t.Parallel()
	schemas := tree(t)["components"].(map[string]any)["schemas"].(map[string]any)
	enum := func(name string) (values []string) {
		for _, v := range schemas[name].(map[string]any)["enum"].([]any) {
			values = append(values, v.(string))
		}
		return values
	}
	var plans, events []string
	for _, p := range contract.Plans() {
		plans = append(plans, string(p))
	}
	for _, e := range contract.EventTypes() {
		events = append(events, string(e))
	}
	for name, want := range map[string][]string{
		"Plan": plans, "EventName": events, "AskedType": contract.DocumentTypes(), "FoundType": contract.DocumentTypes()[1:],
	} {
		if got := enum(name); !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	text := string(api.OpenAPI())
	for _, p := range contract.Plans() {
		l, _ := p.Limits()
		row := fmt.Sprintf("| %s | %d | %s | %d MB |", p, l.RequestsPerMinute, thousands(l.DocumentsPerMonth),
			l.MaxFileSizeBytes/contract.MiB)
		if !strings.Contains(text, row) {
			t.Errorf("the table of limits has no row %q", row)
		}
	}
	for _, bound := range []string{
		fmt.Sprintf("minimum: %d, maximum: %d, default: %d", contract.MinPageWidth, contract.MaxPageWidth,
			contract.DefaultPageWidth),
		fmt.Sprintf("maxItems: %d", contract.MaxBatchFiles), fmt.Sprintf("maxLength: %d", contract.MaxKeyName),
		fmt.Sprintf("maximum: %d", contract.MaxKeyDays),
	} {
		if !strings.Contains(text, bound) {
			t.Errorf("the document has no %q", bound)
		}
	}
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// Client generators ignore what they do not support: a body with an unknown media type, an array without an
// item type.
func TestGeneratorSupport(t *testing.T) {
	t.Parallel()
	root := tree(t)
	bodies := 0
	walk(root["paths"], "/paths", func(pointer string, object map[string]any) {
		content, ok := object["content"].(map[string]any)
		if !ok {
			return
		}
		bodies++
		for mediaType := range content {
			if isKnownToGenerators(mediaType) {
				return
			}
		}
		t.Errorf("%s: none of its media types is known to generators", pointer)
	})
	if bodies < 20 {
		t.Errorf("%d bodies", bodies)
	}
	walk(root["components"].(map[string]any)["schemas"], "/components/schemas",
		func(pointer string, object map[string]any) {
			isEmpty := fmt.Sprint(object["maxItems"]) == "0"
			if object["type"] == "array" && object["items"] == nil && object["prefixItems"] == nil && !isEmpty {
				t.Errorf("%s: an array without items", pointer)
			}
			for _, name := range optionalConstants(object) {
				t.Errorf("%s: %s may be absent and is a constant; give its type and an enum of one", pointer, name)
			}
		})
}

// optionalConstants returns optional properties with a non-string constant: Python's generator writes invalid code.
func optionalConstants(object map[string]any) (names []string) {
	properties, _ := object["properties"].(map[string]any)
	required, _ := object["required"].([]any)
	if required == nil {
		return nil // a condition, or the members of one
	}
	for name, property := range properties {
		p, ok := property.(map[string]any)
		if !ok || p["const"] == nil || slices.Contains(required, any(name)) {
			continue
		}
		if _, isText := p["const"].(string); !isText {
			names = append(names, name)
		}
	}
	return names
}

func isKnownToGenerators(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") || mediaType == "application/json" ||
		mediaType == "application/octet-stream" || mediaType == "multipart/form-data"
}

package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
)

// document is an OpenAPI document with compiled schemas.
type document struct {
	routes []route
	// everywhere are any request's responses by status: the document's text describes them, no operation does.
	everywhere map[string]*response
}

// operation is one method of one path.
type operation struct {
	name      string // "GET /api/v1/usage"
	query     map[string]parameter
	body      map[string]*content // by media type
	responses map[string]*response
}

type parameter struct {
	required bool
	schema   *jsonschema.Schema
}

// response describes one status of an operation.
type response struct {
	headers map[string]parameter
	content map[string]*content // by media type; empty for no body
}

// content is a media type of a body. A nil schema checks only the type; lines means one JSON value per line.
type content struct {
	schema, lines *jsonschema.Schema
}

// documented is docmill's document, compiled once per process.
//
//nolint:gochecknoglobals // compiled once, then only read
var documented = sync.OnceValues(func() (*document, error) { return load(api.OpenAPI(), false) })

// withPlanned is documented with the planned statuses.
//
//nolint:gochecknoglobals // as documented
var withPlanned = sync.OnceValues(func() (*document, error) { return load(api.OpenAPI(), true) })

// everyPath maps the statuses that any path may return to their components.
func everyPath() map[string]string {
	return map[string]string{
		"401": "Unauthorized", "404": "NoSuchPath", "405": "MethodNotAllowed", "429": "RateLimited",
		"431": "HeadersTooLarge", "500": "InternalError", "503": "Unavailable",
	}
}

// load compiles a document in YAML, with or without the planned statuses.
func load(raw []byte, planned bool) (*document, error) {
	b, err := newBuilder(raw, planned)
	if err != nil {
		return nil, fmt.Errorf("OpenAPI document: %w", err)
	}
	doc := &document{everywhere: map[string]*response{}}
	for _, path := range slices.Sorted(maps.Keys(b.node(place{"paths"}))) {
		r := newRoute(path)
		for method := range b.node(place{"paths", path}) {
			if r.operations[strings.ToUpper(method)], err = b.operation(path, method); err != nil {
				return nil, fmt.Errorf("OpenAPI document: %s %s: %w", method, path, err)
			}
		}
		doc.routes = append(doc.routes, r)
	}
	for status, name := range everyPath() { // a smaller document may lack some
		at := place{"components", "responses", name}
		if b.node(at) == nil {
			continue
		}
		if doc.everywhere[status], err = b.response(at); err != nil {
			return nil, fmt.Errorf("OpenAPI document: response %s: %w", name, err)
		}
	}
	return doc, nil
}

type builder struct {
	root     any
	planned  bool // planned statuses count as documented
	compiler *jsonschema.Compiler
}

// place is a path in the tree: the keys from the root.
type place []string

func (p place) in(keys ...string) place { return slices.Concat(p, keys) }

// pointer returns the place as a JSON pointer for a URL (RFC 6901, section 6).
func (p place) pointer() string {
	var b strings.Builder
	for _, key := range p {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
	}
	return strings.NewReplacer("%", "%25", "{", "%7B", "}", "%7D", "*", "%2A", " ", "%20").Replace(b.String())
}

func placeOf(ref string) place { return strings.Split(strings.TrimPrefix(ref, "#/"), "/") }

const documentURL = "docmill:///openapi"

func newBuilder(raw []byte, planned bool) (*builder, error) {
	root, err := treeOf(raw)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource(documentURL, root); err != nil {
		return nil, err
	}
	return &builder{root: root, planned: planned, compiler: c}, nil
}

// treeOf decodes YAML into the types of encoding/json.
func treeOf(raw []byte) (any, error) {
	var v any
	if err := yaml.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	asJSON, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
}

// node returns the object at a place, or nil. It does not follow references.
func (b *builder) node(at place) map[string]any {
	node := b.root
	for _, key := range at {
		object, _ := node.(map[string]any)
		node = object[key]
	}
	object, _ := node.(map[string]any)
	return object
}

// follow returns the place that the object at a place refers to, or the place itself.
func (b *builder) follow(at place) place {
	for {
		ref, ok := b.node(at)["$ref"].(string)
		if !ok {
			return at
		}
		at = placeOf(ref)
	}
}

func (b *builder) compile(at place) (*jsonschema.Schema, error) {
	return b.compiler.Compile(documentURL + "#" + at.pointer())
}

func (b *builder) operation(path, method string) (*operation, error) {
	at := place{"paths", path, method}
	op := &operation{name: strings.ToUpper(method) + " " + path, query: map[string]parameter{},
		responses: map[string]*response{}}
	parameters, _ := b.node(at)["parameters"].([]any)
	for i, raw := range parameters {
		node, _ := raw.(map[string]any)
		if err := b.addParameter(op, at.in("parameters", strconv.Itoa(i)), node); err != nil {
			return nil, err
		}
	}
	var err error
	if op.body, err = b.contents(at.in("requestBody")); err != nil {
		return nil, err
	}
	for status := range b.node(at.in("responses")) {
		response := b.follow(at.in("responses", status))
		if b.node(response)["x-planned"] == true && !b.planned {
			continue
		}
		if op.responses[status], err = b.response(response); err != nil {
			return nil, fmt.Errorf("status %s: %w", status, err)
		}
	}
	return op, nil
}

// addParameter adds a query parameter; it ignores other parameters.
func (b *builder) addParameter(op *operation, at place, node map[string]any) error {
	if ref, ok := node["$ref"].(string); ok {
		at = placeOf(ref)
		node = b.node(at)
	}
	if node["in"] != "query" {
		return nil
	}
	schema, err := b.compile(at.in("schema"))
	if err != nil {
		return err
	}
	name, _ := node["name"].(string)
	op.query[name] = parameter{required: node["required"] == true, schema: schema}
	return nil
}

func (b *builder) response(at place) (*response, error) {
	r := &response{headers: map[string]parameter{}}
	for name := range b.node(at.in("headers")) {
		header := b.follow(at.in("headers", name))
		schema, err := b.compile(header.in("schema"))
		if err != nil {
			return nil, err
		}
		r.headers[name] = parameter{required: b.node(header)["required"] == true, schema: schema}
	}
	var err error
	r.content, err = b.contents(at)
	return r, err
}

// contents compiles the media types of a body, if any.
func (b *builder) contents(at place) (map[string]*content, error) {
	all := map[string]*content{}
	for mediaType := range b.node(at.in("content")) {
		media := at.in("content", mediaType)
		c := &content{}
		var err error
		if mediaType == mediaJSON {
			c.schema, err = b.compile(media.in("schema"))
		} else if b.node(media.in("x-line-schema")) != nil {
			c.lines, err = b.compile(media.in("x-line-schema"))
		}
		if err != nil {
			return nil, err
		}
		all[mediaType] = c
	}
	return all, nil
}

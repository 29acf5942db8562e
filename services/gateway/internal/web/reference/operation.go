package reference

import (
	"html/template"
	"slices"
	"strings"
)

// Operation is a method of a path, or a webhook.
type Operation struct {
	ID, Method, Path, Summary string
	Planned                   bool
	Key                       string // "needed", "optional" or "none"
	Description               template.HTML
	Parameters                []Parameter
	Body                      *Body
	Responses                 []Response // with status 2xx
	Errors                    []Response
	Samples                   []Sample // of the call; none for webhooks
	MediaTypes                []string // that a client may select; empty without a choice
}

// Parameter of a path, a query or a header.
type Parameter struct {
	Member
	In    string
	Input Input
}

// Input is the control that a value is entered with.
type Input struct {
	Kind        string   // "text", "number", "select", "json", "file" or "files"
	Options     []string // of a select, or suggestions for a text
	Placeholder string
	Default     string // what holds when nothing is entered
	Min, Max    string // of a number
	Step        string // of a number
}

// Body of a request.
type Body struct {
	MediaType string
	Required  bool
	Members   []Member
	Parts     []Part // of a form
	Examples  []Example
}

// Part of a form.
type Part struct {
	Name     string
	Required bool
	Input    Input
}

// Example of a body.
type Example struct {
	Name, Summary, Text string
}

// Response is a status with its content.
type Response struct {
	Status      string
	Description template.HTML
	Link        string // name of the shared response; "" if the operation has its own
	Planned     bool
	Headers     []Header
	Contents    []Content
}

// Header of a response.
type Header struct {
	Name        string
	Description template.HTML
}

// Content is a media type that a response may have.
type Content struct {
	MediaType string
	Type      template.HTML
	Examples  []Example
}

func (w *writer) operation(method, path string, n node) Operation {
	o := Operation{
		ID: n.get("operationId").text(), Method: strings.ToUpper(method), Path: path,
		Summary: strings.TrimSuffix(n.get("summary").text(), " (planned)"), Planned: n.get("x-planned").isTrue(),
		Description: w.render(n.get("description")), Key: keyOf(n), Body: w.body(w.doc.follow(n.get("requestBody"))),
	}
	for _, p := range n.get("parameters").items() {
		o.Parameters = append(o.Parameters, w.parameter(w.doc.follow(p)))
	}
	for _, r := range n.get("responses").members() {
		a := w.response(r.name, r.node)
		if strings.HasPrefix(r.name, "2") {
			o.Responses = append(o.Responses, a)
		} else {
			o.Errors = append(o.Errors, a)
		}
	}
	if len(o.Responses) > 0 && len(o.Responses[0].Contents) > 1 {
		for _, c := range o.Responses[0].Contents {
			o.MediaTypes = append(o.MediaTypes, c.MediaType)
		}
	}
	if path != "" {
		o.Samples = w.samples(o, n)
	}
	return o
}

// keyOf reports whether an operation requires a key.
func keyOf(n node) string {
	security := n.get("security")
	switch {
	case !security.exists():
		return "needed"
	case len(security.items()) == 0:
		return "none"
	}
	for _, scheme := range security.items() {
		if len(scheme.members()) == 0 {
			return "optional"
		}
	}
	return "needed"
}

func (w *writer) parameter(n node) Parameter {
	schema := n.get("schema")
	p := Parameter{In: n.get("in").text(), Member: Member{
		Name: n.get("name").text(), Required: n.get("required").isTrue(),
		Type: w.typeOf(schema), Facts: w.facts(schema), Description: w.line(n.get("description").text()),
	}}
	p.Input = w.input(schema)
	if example := n.get("example").text(); example != "" {
		p.Input.Placeholder = example
	}
	return p
}

func (w *writer) input(schema node) Input {
	s := w.doc.follow(schema)
	in := Input{Kind: "text", Default: s.get("default").text()}
	if e := s.get("examples").items(); len(e) > 0 {
		in.Placeholder = e[0].text()
	}
	for _, alternative := range s.get("anyOf").items() {
		named := w.doc.follow(alternative)
		in.Options = append(in.Options, named.get("enum").texts()...)
		in.Default += named.get("default").text()
	}
	media := s.get("contentMediaType").text()
	switch kind := s.get("type").text(); {
	case s.get("enum").exists():
		in.Kind, in.Options = "select", s.get("enum").texts()
	case kind == "boolean":
		in.Kind, in.Options = "select", []string{"true", "false"}
	case kind == "integer", kind == "number":
		in.Kind, in.Min, in.Max, in.Step = "number", s.get("minimum").text(), s.get("maximum").text(), "1"
		if kind == "number" {
			in.Step = "any"
		}
	case kind == "array" && s.get("items", "contentMediaType").exists():
		in.Kind = "files"
	case media == "application/json":
		in.Kind = "json"
	case media != "":
		in.Kind = "file"
	}
	return in
}

func (w *writer) body(n node) *Body {
	contents := n.get("content").members()
	if len(contents) == 0 {
		return nil
	}
	content := contents[0] // no operation has more
	schema := w.doc.follow(content.node.get("schema"))
	b := &Body{
		MediaType: content.name, Required: n.get("required").isTrue(),
		Members: w.members(schema, "", nil), Examples: w.examples(content.node),
	}
	if content.name == "multipart/form-data" {
		b.Examples = nil // they would show a file as text
		required := schema.get("required").texts()
		for _, p := range schema.get("properties").members() {
			b.Parts = append(b.Parts, Part{Name: p.name, Required: slices.Contains(required, p.name), Input: w.input(p.node)})
		}
	}
	return b
}

// everywhere are headers that the reference describes once for all responses.
func everywhere() []string { return []string{"X-Request-Id", "RateLimit", "RateLimit-Policy"} }

func (w *writer) response(status string, n node) Response {
	a := Response{Status: status, Link: n.ref()}
	n = w.doc.follow(n)
	a.Description = w.line(strings.TrimPrefix(n.get("description").text(), "*Planned.* "))
	a.Planned = n.get("x-planned").isTrue()
	for _, h := range n.get("headers").members() {
		if !slices.Contains(everywhere(), h.name) {
			a.Headers = append(a.Headers, Header{h.name, w.line(w.doc.follow(h.node).get("description").text())})
		}
	}
	contents := n.get("content").members()
	for _, c := range contents {
		if len(contents) > 1 && c.name == "application/octet-stream" {
			continue // there for generators of code, which know no other name of bytes
		}
		content := Content{MediaType: c.name, Type: w.typeOf(c.node.get("schema")), Examples: w.examples(c.node)}
		a.Contents = append(a.Contents, content)
	}
	return a
}

func (w *writer) examples(content node) []Example {
	var all []Example
	for _, e := range content.get("examples").members() {
		example := w.doc.follow(e.node)
		text := indented(example.get("value"))
		if plain := example.get("value").text(); plain != "" {
			text = plain
		}
		all = append(all, Example{Name: e.name, Summary: example.get("summary").text(), Text: text})
	}
	return all
}

// control is an input with its data for the form.
type control struct {
	Input
	ID, In, Name string
	Required     bool
}

func newControl(operation, in, name string, required bool, input Input) control {
	return control{Input: input, ID: operation + "-" + in + "-" + name, In: in, Name: name, Required: required}
}

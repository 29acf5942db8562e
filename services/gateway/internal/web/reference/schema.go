package reference

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Schema is a named schema of the document.
type Schema struct {
	Name        string
	Description template.HTML
	Type        template.HTML // "" for objects
	Facts       []template.HTML
	Members     []Member
	Cases       []template.HTML // what depends on other members
}

// Member is a member of an object, or a part of a form.
type Member struct {
	Name        string // with those around it: "log[].status"
	Required    bool
	Type        template.HTML
	Facts       []template.HTML
	Description template.HTML
}

const anyName = "(any other name)"

func (w *writer) schema(name string, n node) Schema {
	s := Schema{Name: name, Description: w.render(n.get("description")), Members: w.members(n, "", nil), Cases: w.cases(n)}
	if len(s.Members) == 0 {
		s.Type, s.Facts = w.typeOf(n), w.facts(n)
	}
	return s
}

// members lists the members of an object, including those of allOf and of unnamed nested objects.
func (w *writer) members(n node, prefix string, required []string) []Member {
	required = slices.Concat(required, n.get("required").texts())
	var all []Member
	for _, part := range n.get("allOf").items() {
		all = append(all, w.members(w.doc.follow(part), prefix, required)...)
	}
	for _, p := range n.get("properties").members() {
		all = slices.DeleteFunc(all, func(m Member) bool { return m.Name == prefix+p.name })
		all = append(all, w.member(prefix+p.name, p.node, slices.Contains(required, p.name))...)
	}
	if more := n.get("additionalProperties"); len(more.members()) > 0 {
		all = append(all, w.member(prefix+anyName, more, false)...)
	}
	// An outer schema may require members of a schema within allOf.
	for i := range all {
		name := strings.TrimPrefix(all[i].Name, prefix)
		all[i].Required = all[i].Required || slices.Contains(required, name)
	}
	return all
}

func (w *writer) member(name string, n node, required bool) []Member {
	m := Member{Name: name, Required: required, Type: w.typeOf(n), Facts: w.facts(n),
		Description: w.line(w.description(n))}
	inner := n
	if items := n.get("items"); items.exists() {
		name, inner = name+"[]", items
	}
	if inner.ref() != "" {
		return []Member{m}
	}
	return append([]Member{m}, w.members(inner, name+".", nil)...)
}

// description returns a schema's description, or that of the schema it refers to if it is shown nowhere else.
func (w *writer) description(n node) string {
	if own := n.get("description").text(); own != "" {
		return own
	}
	if to := w.doc.follow(n); n.ref() != "" && len(to.get("properties").members()) == 0 {
		return to.get("description").text()
	}
	return ""
}

// typeOf names a type: "array of Check", "integer or null".
func (w *writer) typeOf(n node) template.HTML {
	if ref := n.ref(); ref != "" {
		return template.HTML(`<a href="#schema-` + template.HTMLEscapeString(ref) + `">` + template.HTMLEscapeString(ref) + `</a>`) //nolint:gosec // escaped
	}
	for _, choice := range []string{"anyOf", "oneOf"} {
		if parts := n.get(choice).items(); len(parts) > 0 {
			return w.either(parts)
		}
	}
	if c := n.get("const"); c.exists() {
		return code(compact(c))
	}
	if n.get("enum").exists() && !n.get("type").exists() {
		return "string"
	}
	types := n.get("type").texts()
	if one := n.get("type").text(); one != "" {
		types = []string{one}
	}
	var names []string
	for _, t := range types {
		names = append(names, string(w.simpleType(t, n)))
	}
	if len(names) == 0 {
		if parts := n.get("allOf").items(); len(parts) > 0 {
			return w.typeOf(parts[0])
		}
		return "any"
	}
	return template.HTML(strings.Join(names, " or ")) //nolint:gosec // made of escaped parts
}

func (w *writer) either(parts []node) template.HTML {
	var names []string
	for _, p := range parts {
		if name := string(w.typeOf(p)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return template.HTML(strings.Join(names, " or ")) //nolint:gosec // made of escaped parts
}

func (w *writer) simpleType(name string, n node) template.HTML {
	switch {
	case name == "array" && n.get("items").exists():
		return "array of " + w.typeOf(n.get("items"))
	case name == "string" && n.get("contentMediaType").text() == "application/json":
		return "JSON as text"
	case name == "string" && n.get("contentMediaType").exists():
		return "file"
	case name == "string" && n.get("format").exists():
		return template.HTML(template.HTMLEscapeString(n.get("format").text())) //nolint:gosec // escaped
	}
	return template.HTML(template.HTMLEscapeString(name)) //nolint:gosec // escaped
}

// facts are the limits of a value. A named schema shows its own, except for the enumerated values.
func (w *writer) facts(n node) []template.HTML {
	if n.ref() != "" {
		n = w.doc.follow(n)
		if !n.get("enum").exists() {
			return nil
		}
	}
	var facts []template.HTML
	if values := n.get("enum").items(); len(values) > 0 {
		var codes []string
		for _, v := range values {
			codes = append(codes, string(code(v.text())))
		}
		facts = append(facts, template.HTML("one of "+strings.Join(codes, ", "))) //nolint:gosec // escaped
	}
	if content := n.get("contentSchema"); content.exists() {
		facts = append(facts, "of the form "+w.typeOf(content))
	}
	facts = append(facts, span(n, "", "minimum", "maximum")...)
	if n.get("contentMediaType").text() != "application/octet-stream" {
		facts = append(facts, span(n, " characters", "minLength", "maxLength")...)
	}
	facts = append(facts, span(n, " items", "minItems", "maxItems")...)
	facts = append(facts, span(n, " members", "minProperties", "maxProperties")...)
	if d := n.get("default"); d.exists() {
		facts = append(facts, "default "+code(d.text()))
	}
	if p := n.get("pattern").text(); p != "" {
		facts = append(facts, "pattern "+code(p))
	}
	if e := n.get("examples").items(); len(e) > 0 {
		facts = append(facts, "such as "+code(strings.Trim(compact(e[0]), `"`)))
	}
	return facts
}

// span is a range such as "1 to 100" in a unit.
func span(n node, unit, least, most string) []template.HTML {
	low, high := n.get(least).text(), n.get(most).text()
	var text string
	switch {
	case low == "" && high == "":
		return nil
	case high == "":
		text = "at least " + low + unit
		if low == "1" {
			text = strings.TrimSuffix(text, "s")
		}
	case low == "":
		text = "at most " + high + unit
	case low == high:
		text = low + unit
	default:
		text = low + " to " + high + unit
	}
	return []template.HTML{template.HTML(template.HTMLEscapeString(text))} //nolint:gosec // escaped
}

func code(text string) template.HTML {
	return template.HTML("<code>" + template.HTMLEscapeString(text) + "</code>") //nolint:gosec // escaped
}

// cases are the sentences for if and then.
func (w *writer) cases(n node) []template.HTML {
	var all []template.HTML
	for _, part := range n.get("allOf").items() {
		for _, given := range part.get("if", "properties").members() {
			values := given.node.get("enum").texts()
			if c := given.node.get("const").text(); c != "" {
				values = []string{c}
			}
			for _, then := range part.get("then", "properties").members() {
				if then.node.ref() == "" || len(values) == 0 {
					continue
				}
				all = append(all, "If "+code(given.name)+" is "+code(strings.Join(values, ", "))+", "+code(
					then.name)+" is "+w.typeOf(then.node)+".")
			}
		}
	}
	return all
}

// tree is an OpenAPI document in its written order.
type tree struct{ root node }

// node is a place in the document. The zero node is a missing one, without members and text.
type node struct{ yaml *yaml.Node }

func parse(raw []byte) (tree, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(raw, &document); err != nil {
		return tree{}, fmt.Errorf("OpenAPI document: %w", err)
	}
	if len(document.Content) != 1 || document.Content[0].Kind != yaml.MappingNode {
		return tree{}, fmt.Errorf("OpenAPI document: is not a YAML mapping")
	}
	return tree{root: node{document.Content[0]}}, nil
}

func (n node) exists() bool { return n.yaml != nil }

func (n node) get(names ...string) node {
	for _, name := range names {
		n = n.member(name)
	}
	return n
}

func (n node) member(name string) node {
	for _, m := range n.members() {
		if m.name == name {
			return m.node
		}
	}
	return node{}
}

type member struct {
	name string
	node node
}

func (n node) members() []member {
	if n.yaml == nil || n.yaml.Kind != yaml.MappingNode {
		return nil
	}
	members := make([]member, 0, len(n.yaml.Content)/2)
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		members = append(members, member{n.yaml.Content[i].Value, node{n.yaml.Content[i+1]}})
	}
	return members
}

func (n node) items() []node {
	if n.yaml == nil || n.yaml.Kind != yaml.SequenceNode {
		return nil
	}
	items := make([]node, 0, len(n.yaml.Content))
	for _, item := range n.yaml.Content {
		items = append(items, node{item})
	}
	return items
}

// text is a scalar as written, or "".
func (n node) text() string {
	if n.yaml == nil || n.yaml.Kind != yaml.ScalarNode {
		return ""
	}
	return n.yaml.Value
}

func (n node) texts() []string {
	var texts []string
	for _, item := range n.items() {
		texts = append(texts, item.text())
	}
	return texts
}

func (n node) isTrue() bool { return n.text() == "true" }

// ref is the name of the component that the node refers to, or "".
func (n node) ref() string {
	ref := n.get("$ref").text()
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// follow resolves a reference; it returns other nodes unchanged.
func (t tree) follow(n node) node {
	for ref := n.get("$ref").text(); ref != ""; ref = n.get("$ref").text() {
		n = t.root.get(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return n
}

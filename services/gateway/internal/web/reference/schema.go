package reference

import (
	"html/template"
	"slices"
	"strings"
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

// description returns a schema's description, or that of the schema it refers to if it is shown nowhere
// else.
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

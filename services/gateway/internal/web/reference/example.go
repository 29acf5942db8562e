package reference

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v3"
)

// wide is the maximum length of arrays and objects on one line, in bytes.
const wide = 56

// words are a language's literals for true, false and null.
type words struct{ yes, no, nothing string }

func jsonWords() words { return words{"true", "false", "null"} }

func pythonWords() words { return words{"True", "False", "None"} }

// indented returns a value as JSON in the document's order. Short values stay on one line.
func indented(n node) string { return jsonWords().indented(n) }

func (w words) indented(n node) string {
	var b strings.Builder
	w.writeIndented(&b, n, "")
	return b.String()
}

func (w words) writeIndented(b *strings.Builder, n node, indent string) {
	flat := w.compact(n)
	if len(indent)+len(flat) <= wide || n.text() != "" || len(n.members())+len(n.items()) == 0 {
		b.WriteString(flat)
		return
	}
	inner, first := indent+"  ", true
	line := func() {
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteString("\n" + inner)
	}
	ends := "{}"
	if n.yaml.Kind == yaml.SequenceNode {
		ends = "[]"
	}
	b.WriteByte(ends[0])
	for _, m := range n.members() {
		line()
		b.WriteString(quoted(m.name) + ": ")
		w.writeIndented(b, m.node, inner)
	}
	for _, item := range n.items() {
		line()
		w.writeIndented(b, item, inner)
	}
	b.WriteString("\n" + indent + ends[1:])
}

// compact returns a value as JSON on one line.
func compact(n node) string { return jsonWords().compact(n) }

func (w words) compact(n node) string {
	if n.yaml == nil {
		return w.nothing
	}
	var parts []string
	switch n.yaml.Kind {
	case yaml.MappingNode:
		for _, m := range n.members() {
			parts = append(parts, quoted(m.name)+": "+w.compact(m.node))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case yaml.SequenceNode:
		for _, item := range n.items() {
			parts = append(parts, w.compact(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	switch n.yaml.Tag {
	case "!!int", "!!float":
		return n.yaml.Value
	case "!!bool":
		if n.isTrue() {
			return w.yes
		}
		return w.no
	case "!!null":
		return w.nothing
	}
	return quoted(n.yaml.Value)
}

func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a builder takes everything, and any string can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}

func curl(c sampleCall) string {
	var lines []string
	add := func(line string) { lines = append(lines, line) }
	address := shellWord(c.URL)
	// curl sends GET by default, and POST with a body.
	if c.Method == http.MethodGet || c.MediaType != "" && c.Method == http.MethodPost {
		add("curl " + address)
	} else {
		add("curl -X " + c.Method + " " + address)
	}
	if c.Key {
		add(`-H "X-API-Key: $DOCMILL_API_KEY"`)
	}
	for _, p := range c.Parts {
		var files []string
		for _, f := range p.Files {
			files = append(files, "-F "+p.Name+"=@"+f)
		}
		add(strings.Join(files, " "))
	}
	if c.Body != nil {
		add("-H 'Content-Type: " + c.MediaType + "'")
		add("-d " + shellQuote(compact(*c.Body)))
	}
	if c.Save != "" {
		add("-o " + c.Save)
	}
	return strings.Join(lines, " \\\n  ")
}

func examplePath(o Operation) string {
	path, query := o.Path, url.Values{}
	for _, p := range o.Parameters {
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", p.Input.Placeholder)
		case p.In == "query" && p.Required:
			query.Set(p.Name, p.Input.Placeholder)
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// shellWord quotes an address if the shell would split it.
func shellWord(address string) string {
	if strings.ContainsAny(address, "?&*") {
		return shellQuote(address)
	}
	return address
}

func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

package reference

import (
	"embed"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// Samples per language: samples/LANGUAGE.tmpl has templates by operationId, and "default" for the other operations.
//
//go:embed samples
var sampleFiles embed.FS

// Sample is an example of a call in a language.
type Sample struct {
	Language string // "curl", "go", "python" or "typescript"
	Title    string // of the language
	Text     string
}

// sampleLanguages lists the languages except curl, in display order.
func sampleLanguages() []Sample {
	return []Sample{{Language: "go", Title: "Go"}, {Language: "python", Title: "Python"},
		{Language: "typescript", Title: "TypeScript"}}
}

// sampleCall is the input of the sample templates.
type sampleCall struct {
	Base, URL string // the service's address; that of the call, with what it needs
	Method    string
	Key       bool              // the call takes a key
	Params    map[string]string // examples, by name
	Body      *node             // the example of a JSON body; nil without one
	MediaType string            // of the body
	Parts     []sampleFile      // of a form
	Save      string            // name of the file that stores the response; "" for text
	JSON      bool              // the response is JSON
}

// sampleFile is a file part of a form.
type sampleFile struct {
	Name  string
	Files []string
}

// Options reports whether the call is more than a GET of an address.
func (c sampleCall) Options() bool { return c.Key || c.Method != http.MethodGet || c.Body != nil }

func sampleTemplates(language string) (*template.Template, error) {
	t, err := template.New(language).Funcs(sampleFunctions()).ParseFS(sampleFiles, "samples/"+language+".tmpl")
	if err != nil {
		return nil, fmt.Errorf("samples: %w", err)
	}
	return t, nil
}

func sampleFunctions() template.FuncMap {
	return template.FuncMap{
		"lower": strings.ToLower, "quote": quoted,
		"param": func(c sampleCall, name string) (string, error) {
			if c.Params[name] == "" {
				return "", fmt.Errorf("there is no example of the parameter %q", name)
			}
			return quoted(c.Params[name]), nil
		},
		"raw":    func(n *node) string { return "`" + compact(*n) + "`" },
		"json":   func(indent string, n *node) string { return literal(jsonWords(), indent, *n) },
		"python": func(indent string, n *node) string { return literal(pythonWords(), indent, *n) },
		"get":    func(n *node, name string) (*node, error) { return bodyMember(n, name) },
		"member": func(n *node, name string) (string, error) {
			m, err := bodyMember(n, name)
			if err != nil {
				return "", err
			}
			return compact(*m), nil
		},
		"items": func(n *node, name string) ([]string, error) {
			m, err := bodyMember(n, name)
			if err != nil {
				return nil, err
			}
			return m.texts(), nil
		},
		"members": sampleMembers,
	}
}

// bodyMember returns a member of a body's example that templates require.
func bodyMember(n *node, name string) (*node, error) {
	if n == nil || !n.get(name).exists() {
		return nil, fmt.Errorf("the example of the body has no %q", name)
	}
	m := n.get(name)
	return &m, nil
}

// sampleMember is a member of an object of strings. Gap aligns the values like gofmt.
type sampleMember struct{ Name, Gap, Value string }

func sampleMembers(n *node, name string) ([]sampleMember, error) {
	object, err := bodyMember(n, name)
	if err != nil {
		return nil, err
	}
	var all []sampleMember
	longest := 0
	for _, m := range object.members() {
		all = append(all, sampleMember{Name: m.name, Value: m.node.text()})
		longest = max(longest, len(quoted(m.name)))
	}
	for i := range all {
		all[i].Gap = strings.Repeat(" ", 1+longest-len(quoted(all[i].Name)))
	}
	return all, nil
}

// literal is a value in a language's syntax, with indented lines after the first.
func literal(w words, indent string, n node) string {
	return strings.ReplaceAll(w.indented(n), "\n", "\n"+indent)
}

func (w *writer) samples(o Operation, n node) []Sample {
	c := w.sampleCall(o, n)
	all := []Sample{{Language: "curl", Title: "curl", Text: curl(c)}}
	for _, s := range sampleLanguages() {
		text, err := w.sample(s.Language, o.ID, c)
		w.fail(err)
		s.Text = text
		all = append(all, s)
	}
	return all
}

func (w *writer) sample(language, operation string, c sampleCall) (string, error) {
	t := w.templates[language].Lookup(operation)
	if t == nil {
		t = w.templates[language].Lookup("default")
		if len(c.Parts) > 0 {
			return "", errors.New("samples: " + operation + " sends files and has no sample in " + language)
		}
	}
	var b strings.Builder
	if err := t.Execute(&b, c); err != nil {
		return "", fmt.Errorf("sample of %s: %w", operation, err)
	}
	if language == "go" {
		return goProgram(b.String()), nil
	}
	return b.String(), nil
}

// goImports are the packages that samples use, in import order with the standard library first.
func goImports() []string {
	return []string{"context", "fmt", "io", "log", "net/http", "os", "strings", "",
		"github.com/docmill/docmill/client"}
}

// goProgram adds the needed imports to a program body.
func goProgram(body string) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	gap := ""
	for _, path := range goImports() {
		if path == "" {
			gap = "\n"
		} else if strings.Contains(body, path[strings.LastIndexByte(path, '/')+1:]+".") {
			b.WriteString(gap + "\t" + strconv.Quote(path) + "\n")
			gap = ""
		}
	}
	b.WriteString(")\n\nfunc main() {\n")
	for line := range strings.Lines(body) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("\t")
		}
		b.WriteString(line)
	}
	b.WriteString("\n}\n")
	return b.String()
}

// sampleCall collects an operation's examples from the document.
func (w *writer) sampleCall(o Operation, n node) sampleCall {
	c := sampleCall{Base: baseMark, Method: o.Method, Key: o.Key != "none", Params: map[string]string{}, Save: saveAs(o)}
	for _, p := range o.Parameters {
		if p.In == "path" || p.Required {
			c.Params[p.Name] = p.Input.Placeholder
		}
	}
	c.URL = baseMark + examplePath(o)
	for _, a := range o.Responses {
		c.JSON = c.JSON || slices.ContainsFunc(a.Contents, func(c Content) bool { return c.MediaType == "application/json" })
	}
	if o.Body == nil {
		return c
	}
	c.MediaType = o.Body.MediaType
	for _, p := range o.Body.Parts {
		switch p.Input.Kind {
		case "file":
			c.Parts = append(c.Parts, sampleFile{p.Name, []string{"invoice.pdf"}})
		case "files":
			c.Parts = append(c.Parts, sampleFile{p.Name, []string{"first.pdf", "second.pdf"}})
		}
	}
	if o.Body.Parts == nil {
		examples := w.doc.follow(n.get("requestBody")).get("content", o.Body.MediaType, "examples").members()
		if len(examples) > 0 {
			value := w.doc.follow(examples[0].node).get("value")
			c.Body = &value
		}
	}
	return c
}

// saveAs returns the file name for a binary response, or "".
func saveAs(o Operation) string {
	if len(o.Responses) == 0 || len(o.Responses[0].Contents) == 0 {
		return ""
	}
	switch m := o.Responses[0].Contents[0].MediaType; {
	case m == "*/*":
		return "invoice.pdf"
	case strings.HasPrefix(m, "image/"):
		return "1.png"
	}
	return ""
}

package reference

import (
	"net/http"
	"net/url"
	"strings"
)

// curl is an example of a call, as it is typed into a shell.
func (w *writer) curl(o Operation, n node) string {
	var lines []string
	add := func(line string) { lines = append(lines, line) }
	address := shellWord(baseMark + w.examplePath(o))
	// curl sends GET by itself, and POST when it is given a body.
	if o.Method == http.MethodGet || o.Body != nil && o.Method == http.MethodPost {
		add("curl " + address)
	} else {
		add("curl -X " + o.Method + " " + address)
	}
	if o.Key != "none" {
		add(`-H "X-API-Key: $DOCMILL_KEY"`)
	}
	if o.Body != nil && o.Body.Parts != nil {
		for _, p := range o.Body.Parts {
			switch p.Input.Kind {
			case "file":
				add("-F " + p.Name + "=@invoice.pdf")
			case "files":
				add("-F " + p.Name + "=@first.pdf -F " + p.Name + "=@second.pdf")
			}
		}
	} else if o.Body != nil {
		add("-H 'Content-Type: " + o.Body.MediaType + "'")
		for _, e := range w.doc.follow(n.get("requestBody")).get("content", o.Body.MediaType, "examples").members() {
			add("-d " + shellQuote(compact(w.doc.follow(e.node).get("value"))))
			break
		}
	}
	for _, a := range o.Answers {
		if len(a.Contents) != 1 {
			continue
		}
		if m := a.Contents[0].MediaType; m == "*/*" || strings.HasPrefix(m, "image/") {
			add("-o " + o.Path[strings.LastIndexByte(o.Path, '/')+1:])
			break
		}
	}
	return strings.NewReplacer("-o {page}.png", "-o 1.png", "-o {file}", "-O").Replace(strings.Join(lines, " \\\n  "))
}

// examplePath is the path with its examples, and those queries that must be.
func (w *writer) examplePath(o Operation) string {
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

// shellWord quotes an address where the shell would see more than a word.
func shellWord(address string) string {
	if strings.ContainsAny(address, "?&*") {
		return shellQuote(address)
	}
	return address
}

func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

package reference

import (
	"net/http"
	"net/url"
	"strings"
)

// curl returns a call as a shell command.
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

// examplePath is the path with its examples and required queries.
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

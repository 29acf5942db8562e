// Package xmlgen makes well-formed XML from short programs, for fuzzing. A mutated program still gives XML, whereas
// nearly every mutation of XML breaks it.
package xmlgen

import (
	"regexp"
	"slices"
	"strings"
)

// maxTokens is the number of tokens that a byte can address; 0 closes the innermost element.
const maxTokens = 255

// Dictionary holds the start tags and texts of sample documents. Each byte of a program is the index of one.
type Dictionary struct{ tokens []string }

// NewDictionary takes the first maxTokens tokens of samples.
func NewDictionary(samples ...string) *Dictionary {
	d := &Dictionary{tokens: []string{""}}
	for _, s := range samples {
		for _, token := range split(s) {
			if len(d.tokens) <= maxTokens && !slices.Contains(d.tokens, token) {
				d.tokens = append(d.tokens, token)
			}
		}
	}
	return d
}

// split returns start tags without their ends, texts, and "" for each end of an element.
func split(xml string) (tokens []string) {
	for _, piece := range regexp.MustCompile(`<[^>]*>|[^<]+`).FindAllString(xml, -1) {
		switch {
		case strings.HasPrefix(piece, "</"):
			tokens = append(tokens, "")
		case strings.HasPrefix(piece, "<?"), strings.HasPrefix(piece, "<!"), strings.TrimSpace(piece) == "":
		case strings.HasSuffix(piece, "/>"):
			tokens = append(tokens, strings.TrimSuffix(piece, "/>"), "")
		default:
			tokens = append(tokens, strings.TrimSuffix(piece, ">"))
		}
	}
	return tokens
}

// Program returns the program of a document. It omits tokens that are not in the dictionary.
func (d *Dictionary) Program(xml string) (program []byte) {
	for _, token := range split(xml) {
		if i := slices.Index(d.tokens, token); i >= 0 {
			program = append(program, byte(i)) //nolint:gosec // at most maxTokens
		}
	}
	return program
}

// XML returns the document of a program. It closes open elements.
func (d *Dictionary) XML(program []byte) string {
	var out strings.Builder
	var open []string
	closeLast := func() {
		if n := len(open); n > 0 {
			out.WriteString("</" + open[n-1] + ">")
			open = open[:n-1]
		}
	}
	for _, b := range program {
		token := d.tokens[int(b)%len(d.tokens)]
		switch {
		case token == "":
			closeLast()
		case token[0] == '<':
			name, _, _ := strings.Cut(token[1:], " ")
			open = append(open, name)
			out.WriteString(token + ">")
		default:
			out.WriteString(token)
		}
	}
	for len(open) > 0 {
		closeLast()
	}
	return out.String()
}

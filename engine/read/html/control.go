package html

import (
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"
)

// control adds a form control's text, separate from the surrounding text.
func (f *flow) control(n *node, c context) {
	shows := n.attrs["value"]
	switch n.tag {
	case atom.Select:
		shows = selectedOption(n)
	case atom.Textarea:
		shows = content(n)
	}
	switch strings.ToLower(n.attrs["type"]) {
	case "hidden", "checkbox", "radio", "file", "image", "password", "range", "color":
		return
	}
	f.space = true
	f.text(shows, c)
	f.space = true
}

// selectedOption returns the text of the selected option, or else of the first.
func selectedOption(n *node) string {
	var first string
	for _, o := range n.children {
		if o.tag != atom.Option {
			continue
		}
		text := content(o)
		if o.has("selected") {
			return text
		}
		if first == "" {
			first = text
		}
	}
	return first
}

func content(n *node) string {
	var sb strings.Builder
	for _, c := range n.children {
		sb.WriteString(c.text)
	}
	return strings.TrimFunc(sb.String(), unicode.IsSpace)
}

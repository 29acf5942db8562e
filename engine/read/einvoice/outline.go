package einvoice

import (
	"strings"
	"unicode"
)

// Entry is an element with a text of its own.
type Entry struct {
	Label string // the name of the element and of the one around it, as words
	Text  string
}

// maxEntries is how much of a document an outline shows.
const maxEntries = 4000

// Outline gives the texts of a document for a reader who looks for what has no
// business term, in their order; those of embedded files are left out. Errors
// are those of Read.
func Outline(data []byte) ([]Entry, error) {
	_, root, err := load(data)
	if err != nil {
		return nil, err
	}
	var out []Entry
	root.outline("", &out)
	return out, nil
}

func (n *node) outline(parent string, out *[]Entry) {
	if len(*out) == maxEntries {
		return
	}
	if text := strings.Join(strings.Fields(n.text), " "); text != "" {
		*out = append(*out, Entry{Label: strings.TrimSpace(spaced(parent) + " " + spaced(n.name)), Text: text})
	}
	for _, c := range n.children {
		c.outline(n.name, out)
	}
}

// spaced parts the words of a name: "PayableAmount" is "Payable Amount", "IBANID"
// stays.
func spaced(name string) string {
	var sb strings.Builder
	small := false
	for _, r := range name {
		if unicode.IsUpper(r) && small {
			sb.WriteByte(' ')
		}
		small = !unicode.IsUpper(r)
		sb.WriteRune(r)
	}
	return sb.String()
}

package einvoice

import (
	"strings"
	"unicode"
)

// Entry is an element with text.
type Entry struct {
	Label string // the name of the element and of the one around it, as words
	Text  string
}

// maxEntries bounds an outline.
const maxEntries = 4000

// Outline returns the document's texts in order, without embedded files, for fields without a business
// term. Errors are those of Read.
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

// spaced splits a name into words: "PayableAmount" becomes "Payable Amount", "IBANID" stays.
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

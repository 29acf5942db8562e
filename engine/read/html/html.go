// Package html reads web pages and HTML mail: the text that a browser shows, with tables. It fetches
// nothing and runs no scripts. It uses only the style declarations that decide whether and where text
// appears.
package html

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	decoder "github.com/docmill/docmill/engine/read/charset"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

const (
	// maxBytes bounds a page, including pictures in data: URLs.
	maxBytes = 50 << 20
	// maxNodes bounds its elements and texts.
	maxNodes = 2_000_000
	// maxDepth bounds elements within elements, as browsers do.
	maxDepth = 512
	// prescan is where a page declares its encoding (HTML, 13.2.3.2).
	prescan = 1024
)

// Read reads a page. contentType is the media type with which it was sent, or ""; its charset has priority
// over the page's declaration. Errors are *extractionerror.Error.
func Read(data []byte, contentType string) (*document.Document, error) {
	if len(data) > maxBytes {
		return nil, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d bytes of HTML", len(data)),
			"The page has more than %d MB.", maxBytes>>20)
	}
	_, declared, certain := charset.DetermineEncoding(data[:min(len(data), prescan)], contentType)
	if !certain {
		declared = ""
	}
	tree, err := parse(decoder.Decode(data, declared))
	if err != nil {
		return nil, err
	}
	b := builder{sheet: tree.sheet, labels: map[any]string{}}
	b.findLabels(tree.root, nil)
	f := flow{builder: &b}
	f.children(tree.root, context{})
	f.flush()
	var setter grid.Setter
	page, err := setter.Page(1, f.blocks)
	if err != nil {
		return nil, err
	}
	doc := &document.Document{Pages: []document.Page{page}, Info: map[string]string{}}
	if title := strings.Join(strings.Fields(tree.title), " "); title != "" {
		doc.Info["Title"] = title
	}
	return doc, nil
}

// control adds a form control's text, separate from the surrounding text.
func (f *flow) control(n *node, c context) {
	shows := n.attrs["value"]
	switch n.tag {
	case atom.Select:
		if o := selectedOption(n); o != nil {
			shows = content(o)
		}
	case atom.Textarea:
		shows = content(n)
	}
	field := f.field(n, shows)
	switch strings.ToLower(n.attrs["type"]) {
	case "hidden", "file", "image", "password", "range", "color":
		return
	case "submit", "button", "reset":
		field = nil
	case "checkbox", "radio":
		shows = ""
	}
	f.space = true
	runs := 0
	if f.open != nil {
		runs = len(f.open.Runs)
	}
	f.text(shows, c)
	if field != nil {
		if f.open == nil || len(f.open.Runs) == runs {
			f.write(" ", c)
		}
		f.open.Runs[len(f.open.Runs)-1].Field = field
	}
	f.space = true
}

// field returns the form field of a control that shows a text (HTML, 4.10).
func (f *flow) field(n *node, shows string) *document.FormField {
	texts := []string{f.labels[n], f.labels[n.attrs["id"]], n.attrs["aria-label"], n.attrs["title"],
		n.attrs["placeholder"]}
	field := &document.FormField{Type: document.TextField, Name: cmp.Or(n.attrs["name"], n.attrs["id"]), Value: shows,
		Tooltip: strings.Join(strings.Fields(strings.Join(texts, " ")), " "), Checked: n.has("checked")}
	if n.tag == atom.Select {
		field.Type = document.ChoiceField
		if o := selectedOption(n); o == nil || o.has("value") && o.attrs["value"] == "" { // "please choose"
			field.Value = ""
		}
	}
	switch strings.ToLower(n.attrs["type"]) {
	case "checkbox":
		field.Type = document.CheckBox
	case "radio":
		field.Type = document.RadioButton
	default:
		return field
	}
	if !field.Checked {
		field.Value = ""
	}
	return field
}

// findLabels collects the texts of label elements (HTML, 4.10.4). around is the text of the label around n.
func (b *builder) findLabels(n *node, around *string) {
	switch n.tag {
	case atom.Label:
		if around == nil {
			around = new(string)
			*around = textOf(n)
		}
		if id := n.attrs["for"]; id != "" {
			b.labels[id] = *around
		}
	case atom.Input, atom.Select, atom.Textarea:
		if around != nil {
			b.labels[n] = *around
		}
	}
	for _, c := range n.children {
		b.findLabels(c, around)
	}
}

// textOf returns the text inside of an element, without that of its controls.
func textOf(n *node) string {
	text := n.text
	for _, c := range n.children {
		if len(text) < maxLabelBytes && c.tag != atom.Select && c.tag != atom.Textarea {
			text += " " + textOf(c)
		}
	}
	return document.TruncateText(strings.TrimSpace(text), maxLabelBytes)
}

const maxLabelBytes = 500

// selectedOption returns the selected option, or else the first with a text.
func selectedOption(n *node) (option *node) {
	for _, o := range n.children {
		if o.tag != atom.Option {
			continue
		}
		if o.has("selected") {
			return o
		}
		if option == nil && content(o) != "" {
			option = o
		}
	}
	return option
}

func content(n *node) string {
	var sb strings.Builder
	for _, c := range n.children {
		sb.WriteString(c.text)
	}
	return strings.TrimFunc(sb.String(), unicode.IsSpace)
}

// Package html reads web pages and HTML mail: the text that a browser shows, with tables. It fetches
// nothing and runs no scripts. It uses only the style declarations that decide whether and where text
// appears.
package html

import (
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
	b := builder{sheet: tree.sheet}
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

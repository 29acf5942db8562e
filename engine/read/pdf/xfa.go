package pdf

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/pdf/associated"
)

// ErrDynamicForm is the cause of Open's error for a form whose pages exist only after running its XFA template.
var ErrDynamicForm = errors.New("dynamic XFA form")

// Limits of an XFA form.
const (
	maxXFABytes   = 32 << 20
	maxXFALines   = 5000
	maxXFADepth   = 100
	maxXFACaption = 500 // bytes
)

// FormPage returns the filled fields of a dynamic form (XFA specification 3.3), a line for each with its caption and
// value, or nil if the form states no values.
func FormPage(data []byte) *document.Page {
	captions, values := xfaFields(associated.XFA(data, maxXFABytes))
	page := &document.Page{Number: 1, Nominal: true}
	for _, v := range values[:min(len(values), maxXFALines)] {
		line := document.Line{}
		for word := range strings.FieldsSeq(strings.TrimRight(cmp.Or(captions[v.name], v.name), ": ") + ": " + v.text) {
			line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Source: document.SourceForm})
		}
		page.Lines = append(page.Lines, line)
	}
	if len(page.Lines) == 0 {
		return nil
	}
	return page
}

// xfaValue is the value of the field with a name.
type xfaValue struct{ name, text string }

// xfaFields returns the captions of a template's fields by name, or else their tooltips, and the values of the data.
func xfaFields(form []byte) (captions map[string]string, values []xfaValue) {
	captions = map[string]string{}
	var path, fields []string // names of elements, and of the template's fields around them
	text, isLeaf := "", false
	for decoder := xml.NewDecoder(bytes.NewReader(form)); len(path) < maxXFADepth; {
		token, err := decoder.Token()
		if err != nil {
			break // also at the end
		}
		switch t := token.(type) {
		case xml.StartElement:
			path, text, isLeaf = append(path, t.Name.Local), "", true
			for _, a := range t.Attr {
				if t.Name.Local == "field" && a.Name.Local == "name" {
					fields = append(fields, a.Value)
				}
			}
		case xml.CharData:
			text += string(t)
		case xml.EndElement:
			content := strings.Join(strings.Fields(text), " ")
			switch {
			case content == "":
			case slices.Contains(path, "data") && slices.Contains(path, "datasets") && isLeaf:
				values = append(values, xfaValue{t.Name.Local, content})
			case len(fields) > 0 && slices.Contains(path, "caption"), len(fields) > 0 && t.Name.Local == "toolTip":
				name := fields[len(fields)-1]
				captions[name] = cmp.Or(captions[name], document.TruncateText(content, maxXFACaption))
			}
			path, text, isLeaf = path[:len(path)-1], "", false
		}
	}
	return captions, values
}

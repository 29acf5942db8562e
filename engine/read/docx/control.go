package docx

import (
	"cmp"
	"encoding/xml"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/read/opc"
)

// maxValue is the size in bytes beyond which the text of a control is cut off.
const maxValue = 10_000

// formField is a content control (17.5.2) or a form field of earlier versions of Word (17.16.17).
type formField struct {
	document.FormField

	placeholder bool     // is shown
	state       string   // of a check box, or the index of an option
	options     []string // of a list of an earlier version
}

// properties reads the rest of the element sdtPr or ffData.
func (f *formField) properties(in *opc.Decoder) error {
	return in.Children(func(e xml.StartElement) error {
		value := opc.Attr(e, "val")
		switch e.Name.Local {
		case "alias", "helpText", "statusText":
			f.Tooltip = cmp.Or(f.Tooltip, value)
		case "tag", "name":
			f.Name = value
		case "showingPlcHdr":
			f.placeholder = on(e)
		case "text", "date", "textInput":
			f.Type = document.TextField
		case "comboBox", "dropDownList", "ddList":
			f.Type = document.ChoiceField
		case "checkbox", "checkBox": // [MS-DOCX] 2.6.1.1, 17.16.7
			f.Type = document.CheckBox
		case "checked", "result":
			f.state = cmp.Or(value, "1")
		case "default":
			f.state = cmp.Or(f.state, value)
		case "listEntry":
			f.options = append(f.options, value)
		}
		return f.properties(in)
	})
}

// place makes the first of some runs the place of the field, and their text its value.
func (f *formField) place(runs []grid.Run, text string) []grid.Run {
	if f.Type == "" && f.Name == "" && f.Tooltip == "" {
		return runs
	}
	switch f.Type = cmp.Or(f.Type, document.TextField); {
	case f.Type == document.CheckBox:
		f.Checked = f.state == "1" || f.state == "true" || f.state == "on"
	case len(f.options) > 0:
		f.Value = f.options[min(parseInteger(f.state), len(f.options)-1)]
	case !f.placeholder:
		f.Value = strings.TrimSpace(text)
	}
	if len(runs) == 0 || runs[0].Field != nil {
		runs = append([]grid.Run{{Text: " "}}, runs...)
	}
	runs[0].Field = &f.FormField
	return runs
}

// control reads the rest of a content control, with read for its content.
func (b *body) control(read func() error) (f *formField, err error) {
	f = &formField{}
	return f, b.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "sdtPr":
			return f.properties(b.in)
		case "sdtContent":
			return read()
		}
		return b.in.Skip()
	})
}

// placeIn is place in the first of some paragraphs.
func (f *formField) placeIn(blocks []grid.Block) {
	var first *grid.Paragraph
	text := ""
	for _, b := range blocks {
		if b.Paragraph != nil && b != pageBreak && len(text) < maxValue {
			first = cmp.Or(first, b.Paragraph)
			text += textOf(b.Paragraph.Runs) + "\n"
		}
	}
	if first != nil {
		first.Runs = f.place(first.Runs, text)
	}
}

func textOf(runs []grid.Run) string {
	var sb strings.Builder
	for i := 0; i < len(runs) && sb.Len() < maxValue; i++ {
		sb.WriteString(runs[i].Text)
	}
	return sb.String()
}

// placeFrom is place in the runs from an index on, which later text does not continue.
func (p *paragraphReader) placeFrom(from int, f *formField) {
	if from <= len(p.p.Runs) {
		own := p.p.Runs[from:]
		p.p.Runs = append(p.p.Runs[:from:from], f.place(own, textOf(own))...)
	}
	p.closed = len(p.p.Runs)
}

// inlineControl reads a content control within a paragraph.
func (p *paragraphReader) inlineControl() error {
	p.closed = len(p.p.Runs)
	from := p.closed
	f, err := p.control(p.content)
	p.placeFrom(from, f)
	return err
}

// fieldMark reads the mark of a field. The value of a text field of an earlier version is the result of the field.
func (p *paragraphReader) fieldMark(mark string) error {
	p.field(mark)
	switch mark {
	case "begin":
		f := &formField{}
		if err := f.properties(p.in); err != nil || f.Type == "" {
			return err
		}
		if p.legacy, p.result = f, len(p.p.Runs); f.Type != document.TextField {
			p.legacy = nil
			p.placeFrom(p.result, f)
		}
		return nil
	case "separate":
		p.closed = len(p.p.Runs)
		p.result = p.closed
	case "end":
		if p.legacy != nil {
			p.placeFrom(p.result, p.legacy)
		}
		p.legacy = nil
	}
	return p.in.Skip()
}

package xlsx

import (
	"encoding/xml"
	"errors"
	"strings"

	"github.com/docmill/docmill/engine/read/opc"
)

// readDrawings reads the text boxes over a sheet (ECMA-376 part 1, 20.5). Each becomes a cell at its upper
// left corner, or to the right if that cell has content.
func (r *sheetReader) readDrawings() error {
	rels, err := r.pkg.Relationships(r.sheet.part)
	if err != nil {
		return err
	}
	for _, rel := range rels {
		if !rel.Is("drawing") {
			continue
		}
		err := r.workbook.part(rel.Target, func(d *opc.Decoder) error {
			drawn := 0
			return d.Children(func(xml.StartElement) error {
				if drawn++; drawn > maxDrawings {
					return d.Skip()
				}
				return r.readAnchor(d)
			})
		})
		if err != nil && !errors.Is(err, opc.ErrNoPart) {
			return err
		}
	}
	return nil
}

func (r *sheetReader) readAnchor(d *opc.Decoder) error {
	var c cell
	var paragraphs []string
	err := d.Children(func(e xml.StartElement) error {
		if e.Name.Local != "from" {
			return drawnText(d, e, &paragraphs)
		}
		return d.Children(func(e xml.StartElement) error {
			text, err := d.Text()
			switch e.Name.Local {
			case "col":
				c.column = parseInteger(text)
			case "row":
				c.row = parseInteger(text)
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	if c.text = strings.TrimSpace(strings.Join(paragraphs, "\n")); c.text == "" || c.row >= lastRow ||
		c.column >= lastColumn {
		return nil
	}
	taken := map[int]bool{}
	for _, o := range r.cells {
		if o.row == c.row {
			taken[o.column] = true
		}
	}
	for taken[c.column] {
		c.column++
	}
	return r.add(c, false)
}

// drawnText collects the paragraphs (a:p) of text below an element.
func drawnText(d *opc.Decoder, e xml.StartElement, paragraphs *[]string) error {
	switch e.Name.Local {
	case "Fallback": // the same once more, for older programs
		return d.Skip()
	case "p":
		*paragraphs = append(*paragraphs, "")
	case "br":
		if n := len(*paragraphs); n > 0 {
			(*paragraphs)[n-1] += "\n"
		}
	case "t":
		text, err := d.Text()
		if n := len(*paragraphs); n > 0 && len((*paragraphs)[n-1]) < maxText {
			(*paragraphs)[n-1] += text
		}
		return err
	}
	return d.Children(func(e xml.StartElement) error { return drawnText(d, e, paragraphs) })
}

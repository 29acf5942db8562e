package xlsx

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/read/opc"
)

// Excel's limits of a sheet.
const (
	lastRow    = 1 << 20
	lastColumn = 1 << 14
)

type sheet struct {
	part   string
	hidden bool
}

// cell is a cell with content; rows and columns count from 0.
type cell struct {
	row, column int
	text        string
	bold        bool
	hidden      bool
}

// area is a rectangle of cells, both corners included.
type area struct {
	top, left, bottom, right int
}

type sheetReader struct {
	*workbook
	*sheet
	cells  []cell
	hidden []area // columns that are hidden
	row    int    // the row being read
	column int    // where the next cell without a reference stands
}

// read reads a worksheet (18.3.1.99).
func (r *sheetReader) read(d *opc.Decoder) error {
	return d.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "cols":
			return r.readColumns(d)
		case "sheetData":
			r.row = -1
			return d.Children(func(e xml.StartElement) error { return r.readRow(d, e) })
		case "mergeCells":
			return r.readMerged(d)
		}
		return d.Skip()
	})
}

func (r *sheetReader) readColumns(d *opc.Decoder) error {
	return d.Children(func(e xml.StartElement) error {
		if isOn(opc.Attr(e, "hidden")) && len(r.hidden) < maxColumns {
			r.hidden = append(r.hidden, area{left: parseInteger(opc.Attr(e, "min")) - 1, right: parseInteger(opc.Attr(e,
				"max")) - 1})
		}
		return d.Skip()
	})
}

func isOn(s string) bool { return s == "1" || s == "true" }

// parseInteger reads an integer, or returns 0.
func parseInteger(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func (r *sheetReader) readRow(d *opc.Decoder, e xml.StartElement) error {
	r.row++
	if at := parseInteger(opc.Attr(e, "r")); at > 0 {
		r.row = at - 1
	}
	if r.row >= lastRow {
		return tooLarge()
	}
	r.column = 0
	hidden := isOn(opc.Attr(e, "hidden"))
	return d.Children(func(e xml.StartElement) error {
		if e.Name.Local != "c" {
			return d.Skip()
		}
		return r.readCell(d, e, hidden)
	})
}

// readCell reads a cell (18.3.1.4).
func (r *sheetReader) readCell(d *opc.Decoder, e xml.StartElement, hidden bool) error {
	kind, style := opc.Attr(e, "t"), parseInteger(opc.Attr(e, "s"))
	if column, ok := columnOf(opc.Attr(e, "r")); ok {
		r.column = column
	}
	c := cell{row: r.row, column: r.column, bold: r.formats.bold(style)}
	r.column++
	if c.column >= lastColumn {
		return tooLarge()
	}
	err := d.Children(func(e xml.StartElement) error {
		var err error
		switch e.Name.Local {
		case "v":
			var value string
			value, err = d.Text()
			c.text = r.displayedValue(kind, value, style)
		case "is":
			c.text, err = richText(d)
		default:
			err = d.Skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.add(c, hidden)
}

// add stores a cell with content; hidden is that of its row.
func (r *sheetReader) add(c cell, hidden bool) error {
	if c.text = strings.TrimSpace(c.text); c.text == "" {
		return nil
	}
	c.text = strings.ToValidUTF8(c.text[:min(len(c.text), maxText)], "")
	c.hidden = hidden || r.sheet.hidden || slices.ContainsFunc(r.hidden, func(a area) bool {
		return a.left <= c.column && c.column <= a.right
	})
	r.cells = append(r.cells, c)
	if r.workbook.cells++; r.workbook.cells > maxCells {
		return tooLarge()
	}
	return nil
}

// displayedValue returns the displayed value (18.18.11).
func (r *sheetReader) displayedValue(kind, value string, style int) string {
	switch kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 0 && i < len(r.strings) {
			return r.strings[i]
		}
		return ""
	case "b":
		if isOn(value) {
			return "TRUE"
		}
		return "FALSE"
	case "str", "e", "inlineStr":
		return value
	case "d":
		date, _, _ := strings.Cut(value, "T")
		return date
	}
	return r.formats.write(value, style)
}

// columnOf returns the column of a reference such as "AB12".
func columnOf(ref string) (int, bool) {
	column := 0
	i := 0
	for ; i < len(ref) && ref[i] >= 'A' && ref[i] <= 'Z' && column < lastColumn; i++ {
		column = column*26 + int(ref[i]-'A') + 1
	}
	return column - 1, i > 0
}

// readMerged hides the content of merged cells except the first, because it is not displayed (18.3.1.55).
func (r *sheetReader) readMerged(d *opc.Decoder) error {
	seen := 0
	return d.Children(func(e xml.StartElement) error {
		if a, ok := areaOf(opc.Attr(e, "ref")); ok && seen < maxMerged {
			seen++
			r.hideWithin(a)
		}
		return d.Skip()
	})
}

func (r *sheetReader) hideWithin(a area) {
	for i := range r.cells {
		c := &r.cells[i]
		if c.row >= a.top && c.row <= a.bottom && c.column >= a.left && c.column <= a.right &&
			(c.row != a.top || c.column != a.left) {
			c.hidden = true
		}
	}
}

// areaOf parses a reference such as "A1:B3".
func areaOf(ref string) (area, bool) {
	first, last, found := strings.Cut(ref, ":")
	left, ok1 := columnOf(first)
	right, ok2 := columnOf(last)
	top := parseInteger(strings.TrimLeft(first, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	bottom := parseInteger(strings.TrimLeft(last, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	return area{top - 1, left, bottom - 1, right}, found && ok1 && ok2 && top > 0 && bottom > 0
}

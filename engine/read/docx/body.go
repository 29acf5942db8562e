package docx

import (
	"encoding/xml"
	"strconv"

	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/read/opc"
)

// pageBreak marks the end of a page between blocks.
//
//nolint:gochecknoglobals // a mark that is compared with, never changed
var pageBreak = grid.Block{Paragraph: &grid.Paragraph{}}

type body struct {
	*reader
	in     *opc.Decoder
	fields []fieldState // open fields, which may span paragraphs
}

// blocks reads the rest of the current element: paragraphs, tables and their wrappers.
func (b *body) blocks() ([]grid.Block, error) {
	var out []grid.Block
	err := b.in.Children(func(e xml.StartElement) error {
		more, err := b.block(e)
		out = append(out, more...)
		return err
	})
	return out, err
}

func (b *body) block(e xml.StartElement) ([]grid.Block, error) {
	switch e.Name.Local {
	case "p":
		return b.paragraph()
	case "tbl":
		t, err := b.table()
		if len(t.Rows) == 0 {
			return nil, err
		}
		return []grid.Block{{Table: t}}, err
	case "sdt":
		var out []grid.Block
		f, err := b.control(func() (err error) {
			out, err = b.blocks()
			return err
		})
		f.placeIn(out)
		return out, err
	case "AlternateContent":
		return b.alternate((*body).blocks)
	case "sectPr":
		return nil, b.section()
	}
	if skipped(e.Name.Local) {
		return nil, b.in.Skip()
	}
	return b.blocks() // sdtContent, ins, moveTo, customXml …
}

// skipped reports properties and deletions by tracked changes: they show nothing.
func skipped(name string) bool {
	switch name {
	case "del", "moveFrom", "sdtPr", "sdtEndPr", "tblPr", "tblGrid", "tblPrEx", "customXmlPr", "smartTagPr", "rPr", "pPr",
		"fldData", "ffData", "rt", "instrText", "delText", "delInstrText", "cellDel":
		return true
	}
	return false
}

// alternate reads the first choice of alternate content, or else the fallback, with read (ECMA-376 part 3,
// 9.3).
func (b *body) alternate(read func(*body) ([]grid.Block, error)) ([]grid.Block, error) {
	var out []grid.Block
	taken := false
	err := b.in.Children(func(e xml.StartElement) error {
		if taken || e.Name.Local != "Choice" && e.Name.Local != "Fallback" {
			return b.in.Skip()
		}
		taken = true
		var err error
		out, err = read(b)
		return err
	})
	return out, err
}

func (b *body) section() error {
	s := &section{references: map[string]string{}}
	err := b.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "headerReference", "footerReference":
			s.references[e.Name.Local+" "+opc.Attr(e, "type")] = opc.Attr(e, "id")
		case "titlePg":
			s.titlePage = on(e)
		}
		return b.in.Skip()
	})
	if b.first == nil {
		b.first = s
	}
	return err
}

// on reads a property that is on unless its value says off (17.17.4).
func on(e xml.StartElement) bool {
	switch opc.Attr(e, "val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

type merged struct {
	row, cell int
}

type tableReader struct {
	*body
	table *grid.Table
	open  map[int]merged // by column
}

// table reads a table (17.4).
func (b *body) table() (*grid.Table, error) {
	t := &tableReader{body: b, table: &grid.Table{}, open: map[int]merged{}}
	return t.table, t.rows()
}

func (t *tableReader) rows() error {
	return t.in.Children(func(e xml.StartElement) error {
		switch name := e.Name.Local; {
		case name == "tr":
			return t.row()
		case skipped(name):
			return t.in.Skip()
		}
		return t.rows()
	})
}

type rowReader struct {
	*tableReader
	cells   []grid.Cell
	column  int
	deleted bool
}

func (t *tableReader) row() error {
	if err := t.count(); err != nil {
		return err
	}
	r := &rowReader{tableReader: t}
	if err := r.read(); err != nil {
		return err
	}
	if !r.deleted {
		t.table.Rows = append(t.table.Rows, r.cells)
	}
	return nil
}

func (r *rowReader) read() error {
	return r.in.Children(func(e xml.StartElement) error {
		switch name := e.Name.Local; {
		case name == "tc":
			return r.cell()
		case name == "trPr":
			return r.properties()
		case name == "sdt":
			first := len(r.cells)
			f, err := r.control(r.read)
			if first < len(r.cells) {
				f.placeIn(r.cells[first].Blocks)
			}
			return err
		case skipped(name):
			return r.in.Skip()
		}
		return r.read()
	})
}

func (r *rowReader) properties() error {
	return r.in.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "gridBefore":
			if n := parseInteger(opc.Attr(e, "val")); n > 0 {
				r.column += n
				r.cells = append(r.cells, grid.Cell{Columns: n})
			}
		case "del":
			r.deleted = true
		case "hidden":
			r.deleted = on(e)
		}
		return r.in.Skip()
	})
}

// cell reads a cell. A cell that continues the one above makes that one taller.
func (r *rowReader) cell() error {
	if err := r.count(); err != nil {
		return err
	}
	cell := grid.Cell{Columns: 1}
	merge := ""
	err := r.in.Children(func(e xml.StartElement) error {
		if e.Name.Local == "tcPr" {
			return r.in.Children(func(e xml.StartElement) error {
				switch e.Name.Local {
				case "gridSpan":
					cell.Columns = min(max(parseInteger(opc.Attr(e, "val")), 1), maxColumns)
				case "vMerge":
					if merge = opc.Attr(e, "val"); merge == "" {
						merge = "continue"
					}
				}
				return r.in.Skip()
			})
		}
		more, err := r.block(e)
		cell.Blocks = append(cell.Blocks, more...)
		return err
	})
	if err != nil {
		return err
	}
	cell.Blocks = trim(unbroken(cell.Blocks))
	above, found := r.open[r.column]
	switch {
	case merge == "continue" && found && !r.deleted:
		r.table.Rows[above.row][above.cell].Rows = len(r.table.Rows) - above.row + 1
	case merge == "restart":
		r.open[r.column] = merged{len(r.table.Rows), len(r.cells)}
		r.cells = append(r.cells, cell)
	default:
		delete(r.open, r.column)
		r.cells = append(r.cells, cell)
	}
	r.column += cell.Columns
	return nil
}

// maxColumns is the standard's limit (17.4.16).
const maxColumns = 63

func parseInteger(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return min(max(n, 0), maxColumns)
}

// unbroken drops page breaks, which have no meaning within a cell.
func unbroken(blocks []grid.Block) []grid.Block {
	out := blocks[:0]
	for _, b := range blocks {
		if b != pageBreak {
			out = append(out, b)
		}
	}
	return out
}

func trim(blocks []grid.Block) []grid.Block {
	for len(blocks) > 0 && blank(blocks[0]) {
		blocks = blocks[1:]
	}
	for len(blocks) > 0 && blank(blocks[len(blocks)-1]) {
		blocks = blocks[:len(blocks)-1]
	}
	return blocks
}

func blank(b grid.Block) bool {
	return b.Table == nil && (b.Paragraph == nil || b != pageBreak && len(b.Paragraph.Runs) == 0)
}
